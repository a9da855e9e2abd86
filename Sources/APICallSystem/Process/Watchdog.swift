import APICallBase
import Glibc
import Synchronization

/// Ends a run that does not end by itself: after a first signal that no code has handled, after a
/// second one, and after a time limit that passed while a library kept the thread busy.
///
/// The watchdog is an alarm (SIGALRM). It is set by the handler of a signal, and by a transfer
/// whose limit is nearer than all before: a run without either never gets an alarm. Everything but
/// ``expect(in:isNearest:)`` runs inside a signal handler: atomics and system calls only.
package enum Watchdog {
  /// The time until connections are cut, if our code has not handled the first signal.
  private static let patience: Int64 = 100_000_000
  /// The time until the program then dies, unless a script still has clean-up calls to make.
  private static let mostUnheard: Int64 = 350_000_000
  /// The time from the second signal until the program dies.
  private static let mostEnding: Int64 = 800_000_000
  /// The time for a library to return by itself after a time limit.
  private static let grace: Int64 = 150_000_000
  /// The time for a library to return after the connections were cut.
  private static let mostCut: Int64 = 350_000_000
  private static let pause: Int64 = 100_000_000

  /// The time of the next alarm; and when connections were cut, if they were.
  private static let alarm = Atomic<Int64>(.max)
  private static let cutTime = Atomic<Int64>(0)
  /// The value of ``Heartbeat/count`` at the last check.
  private static let lastCount = Atomic<UInt>(0)
  private static let isInstalled = Atomic<Bool>(false)

  /// The time, in nanoseconds of the machine's clock.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Initialises the static values, which must not happen inside a signal handler.
  static func prepare() {
    _ = (patience, mostUnheard, mostEnding, grace, mostCut, pause)
    _ = (alarm.load(ordering: .relaxed), cutTime.load(ordering: .relaxed))
    _ = (lastCount.load(ordering: .relaxed), isInstalled.load(ordering: .relaxed))
    Heartbeat.prepare()
    LastDuties.prepare()
  }

  package static func expect(in left: Duration, isNearest: Bool) {
    let now = now
    // A day is enough: the alarm is set again when it goes off.
    let (seconds, attoseconds) = min(max(left, .zero), .seconds(86_400)).components
    let limit = now + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    if isNearest || limit < Heartbeat.nextLimit { Heartbeat.nextLimit = limit }
    if limit + grace < alarm.load(ordering: .relaxed) { ring(at: limit + grace, now) }
  }

  static func hear(_ now: Int64) { ring(at: now + pause, now) }

  /// Sets the alarm.
  ///
  /// setitimer(2) is not on POSIX's list of calls that are allowed in a handler, but on Linux it is
  /// only a system call.
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

  /// Cuts connections if a limit has passed and the library has not returned since the last check.
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

  /// Cuts the connections: reads from them then return with an error.
  private static func cutOnce(_ now: Int64) {
    guard cutTime.load(ordering: .relaxed) == 0 else { return }
    cutTime.store(now, ordering: .relaxed)
    // A descriptor that is not a socket is not affected (ENOTSOCK).
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
