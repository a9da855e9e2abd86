import APICallBase
import Glibc
import Synchronization

/// The signals that end the program.
///
/// They are recorded, work in progress is cancelled, and at the end the program dies of the first
/// signal, so that a shell sees it.
///
/// Code that has to clean up before that calls ``resume()``; a second signal cancels the clean-up,
/// too. Signals within a tenth of a second of the first one count as the same: some programs, such
/// as timeout(1), send theirs to a process and then to its group.
package enum Signals {
  private static let noted = Atomic<Int32>(0)
  /// The number of signals so far: 0, 1, or 2 for more.
  private static let count = Atomic<Int>(0)
  /// When the first signal arrived, in nanoseconds of the machine's clock.
  private static let firstTime = Atomic<Int64>(0)
  /// How long further signals count as the first one, in nanoseconds.
  private static let sameTime: Int64 = 100_000_000
  /// When the second signal arrived; 0 before that.
  private static let secondTime = Atomic<Int64>(0)
  /// Whether SIGTERM lets what is in progress end: 0 for no, 1 for yes, 2 after it has come, 3 when
  /// that has taken too long.
  private static let draining = Atomic<Int>(0)
  private static let readEnd = Atomic<Int32>(-1)
  private static let writeEnd = Atomic<Int32>(-1)

  /// The first signal, of which the program dies in the end; nil before any signal.
  package static var first: Int32? {
    let signal = noted.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// The signal for which work in progress is to be cancelled; nil before any signal, and after
  /// ``resume()`` until the next one.
  package static var received: Int32? {
    RunInterruption.isRaised ? first : nil
  }

  /// Lets the first SIGTERM only be noted, so that what is in progress can end.
  package static func drainOnTermination() { draining.store(1, ordering: .relaxed) }

  /// Whether SIGTERM has come, and nothing new is to begin.
  package static var isDraining: Bool { draining.load(ordering: .relaxed) > 1 }

  /// Cancels what is still in progress after SIGTERM, which does not end the program.
  package static func endDraining() {
    draining.store(3, ordering: .relaxed)
    note(SIGTERM)
  }

  /// Forgets the signal with which ``endDraining()`` has cancelled what was in progress.
  ///
  /// Returns whether there was no other.
  package static func forgetDraining() -> Bool {
    guard draining.load(ordering: .relaxed) == 3, count.load(ordering: .relaxed) == 1 else {
      return first == nil
    }
    noted.store(0, ordering: .relaxed)
    count.store(0, ordering: .relaxed)
    RunInterruption.lower { false }
    return true
  }

  /// The first signal, and when it and the second one arrived; nil before any signal.
  static var times: (signal: Int32, first: Int64, second: Int64?)? {
    guard let first else { return nil }
    let second = secondTime.load(ordering: .relaxed)
    return (first, firstTime.load(ordering: .relaxed), second == 0 ? nil : second)
  }

  /// Allows new work after the first signal has ended the work in progress.
  ///
  /// Further calls have no effect: they do not clear a second signal.
  package static func resume() {
    guard first != nil else { return }
    RunInterruption.lower { count.load(ordering: .relaxed) > 1 }
  }

  /// A descriptor that becomes readable when a signal arrives; nil before ``install()``.
  package static var descriptor: Int32? {
    let known = readEnd.load(ordering: .relaxed)
    return known < 0 ? nil : known
  }

  /// Ignores SIGXFSZ: a limit on the size of files (RLIMIT_FSIZE) is then an error of write(2).
  package static func ignoreFileLimit() { signal(SIGXFSZ, SIG_IGN) }

  /// Begins to record SIGINT, SIGTERM and SIGHUP, and to ignore SIGPIPE: a closed pipe is then an
  /// error of write(2).
  ///
  /// Further calls have no effect.
  ///
  /// Returns a descriptor that becomes readable when a signal arrives; nil if none is available.
  package static func install() -> Int32? {
    let known = readEnd.load(ordering: .relaxed)
    guard known < 0 else { return known }
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
      readEnd.store(ends[0], ordering: .relaxed)
      writeEnd.store(ends[1], ordering: .relaxed)
    }
    // Swift initialises a static value at its first use, which must not be inside the handler.
    _ = (received, times, count.load(ordering: .relaxed), noted.load(ordering: .relaxed))
    _ = (RunInterruption.isHeard, RunInterruption.pendingEndings)
    _ = (firstTime.load(ordering: .relaxed), secondTime.load(ordering: .relaxed), sameTime)
    _ = draining.load(ordering: .relaxed)
    Watchdog.prepare()
    for number in [SIGINT, SIGTERM, SIGHUP] { catchSignal(number) }
    signal(SIGPIPE, SIG_IGN)
    return ends[0] < 0 ? nil : ends[0]
  }

  /// Ends the program by a signal, as if it had never been caught.
  package static func die(of number: Int32) -> Never {
    signal(number, SIG_DFL)
    raise(number)
    // Not reached unless the signal is blocked.
    exit(128 + number)
  }

  private static func catchSignal(_ number: Int32) {
    // A signal that was ignored when the program began, as under nohup, stays ignored.
    var previous = sigaction()
    sigaction(number, nil, &previous)
    if unsafeBitCast(previous.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
    {
      return
    }
    var action = sigaction()
    action.__sigaction_handler.sa_handler = noteSignal
    // Without SA_RESTART: a blocked write(2) has to return.
    action.sa_flags = 0
    sigaction(number, &action, nil)
  }

  /// Runs inside the signal handler: only atomics, clock_gettime(2), write(2) and setting an alarm.
  fileprivate static func note(_ number: Int32) {
    let code = errno
    defer { errno = code }
    if number == SIGTERM, draining.load(ordering: .relaxed) == 1 {
      draining.store(2, ordering: .relaxed)
      return
    }
    let now = Watchdog.now
    if first == nil {
      firstTime.store(now, ordering: .relaxed)
      noted.store(number, ordering: .relaxed)
      count.store(1, ordering: .relaxed)
      RunInterruption.raise()
      Watchdog.hear(now)
    } else if now - firstTime.load(ordering: .relaxed) >= sameTime {
      if secondTime.load(ordering: .relaxed) == 0 {
        secondTime.store(now, ordering: .relaxed)
        Watchdog.hear(now)
      }
      count.store(2, ordering: .relaxed)
      RunInterruption.raise()
    }
    let descriptor = writeEnd.load(ordering: .relaxed)
    guard descriptor >= 0 else { return }
    var byte: UInt8 = 1
    _ = write(descriptor, &byte, 1)
  }
}

private func noteSignal(_ number: Int32) { Signals.note(number) }
