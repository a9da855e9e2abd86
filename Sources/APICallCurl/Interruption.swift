/// How the outside world stops what a loop is waiting for, such as with Ctrl-C.
///
/// A signal handler raises a flag and writes an octet to a pipe; the loop waits for the pipe's other
/// end too. While the flag is raised, every exchange and every wait ends as cancelled; who wants to
/// clean up with further requests lowers it first.
package struct Interruption: Sendable {
  /// A file descriptor that gets readable when the flag was raised.
  ///
  /// The loop reads it empty.
  package var descriptor: Int32
  /// Tells whether the flag is raised.
  ///
  /// It is asked often, on the loop's thread.
  package var isRaised: @Sendable () -> Bool
  /// Is told how long it is until a time limit passes, and whether that is the nearest one of all: a
  /// watchdog ends what libcurl does not give up by then.
  package var expect: @Sendable (Duration, Bool) -> Void = { _, _ in }

  /// Creates an interruption.
  ///
  /// - Parameters:
  ///   - descriptor: a file descriptor that gets readable when the flag was raised.
  ///   - isRaised: tells whether the flag is raised.
  package init(descriptor: Int32, isRaised: @escaping @Sendable () -> Bool) {
    self.descriptor = descriptor
    self.isRaised = isRaised
  }
}
