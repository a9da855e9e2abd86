import APICallBase
import Glibc
import Synchronization

/// Ends a run that does not end by itself: after a first signal that nothing has heard, after a
/// second one, and after a time limit that passed while a library kept the thread.
///
/// It is an alarm (SIGALRM). A signal sets it from its handler, and so does a transfer that has a
/// nearer limit than any before: a run without either never sees one. All of it but ``expect(in:isNearest:)``
/// runs inside of a signal handler: atomics and system calls only.
package enum Watchdog {
  /// After how long connections are cut, where no code of ours has heard the first signal.
  private static let patience: Int64 = 100_000_000
  /// After how long the program dies then, unless a script has calls to make in the end.
  private static let mostUnheard: Int64 = 350_000_000
  /// After how long the program dies of the second signal.
  private static let mostEnding: Int64 = 800_000_000
  /// How long after a time limit a library may come back by itself.
  private static let grace: Int64 = 150_000_000
  /// How long after the connections were cut.
  private static let mostCut: Int64 = 350_000_000
  private static let pause: Int64 = 100_000_000

  /// When the alarm was last set to ring, and whether connections were cut and when.
  private static let alarm = Atomic<Int64>(.max)
  private static let cutTime = Atomic<Int64>(0)
  /// What ``Heartbeat/count`` was at the last look.
  private static let lastCount = Atomic<UInt>(0)
  /// Whether the handler is in place.
  private static let isInstalled = Atomic<Bool>(false)

  /// The time, in nanoseconds of the machine's clock.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Makes what Swift would make at first use, which must not happen inside of a signal handler.
  static func prepare() {
    _ = (patience, mostUnheard, mostEnding, grace, mostCut, pause)
    _ = (alarm.load(ordering: .relaxed), cutTime.load(ordering: .relaxed))
    _ = (lastCount.load(ordering: .relaxed), isInstalled.load(ordering: .relaxed))
    Heartbeat.prepare()
    LastDuties.prepare()
  }

  /// Looks after a time limit.
  ///
  /// - Parameters:
  ///   - left: how long it is until it passes.
  ///   - isNearest: whether every other limit passes later.
  package static func expect(in left: Duration, isNearest: Bool) {
    let now = now
    // A day is as good as for ever: the alarm is set anew when it rings.
    let (seconds, attoseconds) = min(max(left, .zero), .seconds(86_400)).components
    let limit = now + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    if isNearest || limit < Heartbeat.nextLimit { Heartbeat.nextLimit = limit }
    if limit + grace < alarm.load(ordering: .relaxed) { ring(at: limit + grace, now) }
  }

  /// Looks after a signal that has just come.
  static func hear(_ now: Int64) { ring(at: now + pause, now) }

  /// Sets the alarm.
  ///
  /// setitimer(2) is not on POSIX's list of what a handler may call; on Linux it is a system call
  /// and nothing else.
  private static func ring(at time: Int64, _ now: Int64) {
    if !isInstalled.exchange(true, ordering: .relaxed) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in Watchdog.look() }
      action.sa_flags = SA_RESTART
      sigaction(SIGALRM, &action, nil)
      var alone = sigset_t()
      sigemptyset(&alone)
      sigaddset(&alone, SIGALRM)
      pthread_sigmask(SIG_UNBLOCK, &alone, nil)
    }
    alarm.store(time, ordering: .relaxed)
    let microseconds = max(time - now, 1_000_000) / 1000
    var value = itimerval()
    value.it_value.tv_sec = Int(microseconds / 1_000_000)
    value.it_value.tv_usec = Int(microseconds % 1_000_000)
    setitimer(Int32(ITIMER_REAL.rawValue), &value, nil)
  }

  /// What the alarm does.
  private static func look() {
    let code = errno
    defer { errno = code }
    alarm.store(.max, ordering: .relaxed)
    let now = now
    var next = Int64.max
    if let (signal, first, second) = Signals.times {
      if let second {
        if now - second >= mostEnding { end(of: signal) }
        next = min(next, second + mostEnding)
      }
      if !RunInterruption.isHeard {
        if now - first >= patience { cutOnce(now) }
        let hasMore = RunInterruption.pendingEndings > 0
        if now - first >= mostUnheard, !hasMore { end(of: signal) }
        next = min(next, max(first + mostUnheard, now + (hasMore ? pause : 0)))
      }
    }
    lookAfterLimit(now, &next)
    if next != .max { ring(at: next, now) }
  }

  /// Cuts connections where a limit has passed and the library has not come back since the last look.
  private static func lookAfterLimit(_ now: Int64, _ next: inout Int64) {
    let limit = Heartbeat.nextLimit
    guard limit != .max else { return }
    guard now - limit >= grace else {
      next = min(next, limit + grace)
      return
    }
    let count = Heartbeat.count
    let isStuck = count & 1 == 1 && count == lastCount.load(ordering: .relaxed)
    lastCount.store(count, ordering: .relaxed)
    if isStuck {
      cutOnce(now)
      if now - cutTime.load(ordering: .relaxed) >= mostCut { endLate() }
    } else {
      cutTime.store(0, ordering: .relaxed)
    }
    next = min(next, now + pause)
  }

  /// Cuts the connections: what reads them then comes back with an error.
  private static func cutOnce(_ now: Int64) {
    guard cutTime.load(ordering: .relaxed) == 0 else { return }
    cutTime.store(now, ordering: .relaxed)
    // What is not a socket stays as it is (ENOTSOCK).
    Heartbeat.cutConnections { _ = shutdown($0, Int32(SHUT_RDWR)) }
  }

  private static func end(of signal: Int32) -> Never {
    LastDuties.perform()
    Glibc.signal(signal, SIG_DFL)
    raise(signal)
    _exit(128 + signal)
  }

  private static func endLate() -> Never {
    LastDuties.perform()
    let message: StaticString = "apicall: a time limit passed, and libcurl did not give up\n"
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(2)
  }
}
