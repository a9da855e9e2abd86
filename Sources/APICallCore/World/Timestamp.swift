/// A moment: what a clock tells.
public struct Timestamp: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted, rounded down.
  public var seconds: Int
  /// Nanoseconds beyond the whole seconds, from 0 to 999 999 999.
  public var nanoseconds: Int

  /// Creates a moment.
  ///
  /// - Parameters:
  ///   - seconds: whole seconds since 1970-01-01T00:00:00Z.
  ///   - nanoseconds: nanoseconds beyond them, from 0 to 999 999 999.
  public init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}
