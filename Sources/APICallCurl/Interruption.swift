/// Stops everything that a loop waits for from outside, for example with Ctrl-C.
///
/// A signal handler raises a flag and writes a byte to a pipe; the loop also waits for the pipe's
/// other end. While the flag is raised, every exchange and every wait ends as cancelled. A caller
/// that sends further requests to clean up lowers the flag first.
package struct Interruption: Sendable {
  /// A file descriptor that becomes readable when the flag is raised.
  ///
  /// The loop reads it until it is empty.
  package var descriptor: Int32
  /// Returns whether the flag is raised.
  ///
  /// It is called often, on the loop's thread.
  package var isRaised: @Sendable () -> Bool
  /// Receives the time until a time limit passes, and whether that limit is the nearest one of all.
  ///
  /// A watchdog ends transfers that libcurl has not ended by then.
  package var expect: @Sendable (Duration, Bool) -> Void = { _, _ in }

  package init(descriptor: Int32, isRaised: @escaping @Sendable () -> Bool) {
    self.descriptor = descriptor
    self.isRaised = isRaised
  }
}
