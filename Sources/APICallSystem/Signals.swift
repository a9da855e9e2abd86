import Glibc
import Synchronization

/// The signals that ask the program to end: they are noted, whatever is under way is given up, and
/// at the end the program dies of the signal, so that a shell sees it.
package enum Signals {
  private static let noted = Atomic<Int32>(0)
  private static let readEnd = Atomic<Int32>(-1)
  private static let writeEnd = Atomic<Int32>(-1)

  /// The signal that came; nil while none has.
  package static var received: Int32? {
    let signal = noted.load(ordering: .relaxed)
    return signal == 0 ? nil : signal
  }

  /// A descriptor that becomes readable when a signal comes; nil before ``install()``.
  package static var descriptor: Int32? {
    let known = readEnd.load(ordering: .relaxed)
    return known < 0 ? nil : known
  }

  /// Begins to note SIGINT, SIGTERM and SIGHUP, and to ignore SIGPIPE and SIGXFSZ: a closed pipe
  /// and a file that may not grow are then errors of write(2).
  ///
  /// Doing it again changes nothing.
  ///
  /// - Returns: a descriptor that becomes readable when a signal comes; nil where there is none to
  ///   be had.
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
    // Swift makes a static when it is first used: not inside of the handler.
    _ = received
    for number in [SIGINT, SIGTERM, SIGHUP] { catchSignal(number) }
    signal(SIGPIPE, SIG_IGN)
    // A limit on the size of files (RLIMIT_FSIZE) is then an error of write(2), too.
    signal(SIGXFSZ, SIG_IGN)
    return ends[0] < 0 ? nil : ends[0]
  }

  /// Ends the program by a signal, as if it had never been caught.
  ///
  /// - Parameter number: the signal.
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

  /// Runs inside the signal handler: atomics and write(2) only.
  fileprivate static func note(_ number: Int32) {
    noted.store(number, ordering: .relaxed)
    let descriptor = writeEnd.load(ordering: .relaxed)
    guard descriptor >= 0 else { return }
    let code = errno
    var octet: UInt8 = 1
    _ = write(descriptor, &octet, 1)
    errno = code
  }
}

private func noteSignal(_ number: Int32) { Signals.note(number) }
