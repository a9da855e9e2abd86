/// A moment: what a clock tells.
package struct Timestamp: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted, rounded down.
  package var seconds: Int
  /// Nanoseconds beyond the whole seconds, from 0 to 999 999 999.
  package var nanoseconds: Int

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - seconds: whole seconds since 1970-01-01T00:00:00Z.
  ///   - nanoseconds: nanoseconds beyond them, from 0 to 999 999 999.
  package init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}
