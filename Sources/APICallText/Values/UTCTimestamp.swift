/// A point in time.
package struct UTCTimestamp: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z without leap seconds, rounded down.
  package var seconds: Int
  /// Nanoseconds beyond the whole seconds, from 0 to 999 999 999.
  package var nanoseconds: Int

  package init(seconds: Int, nanoseconds: Int = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  package func isBefore(_ other: UTCTimestamp) -> Bool {
    seconds != other.seconds ? seconds < other.seconds : nanoseconds < other.nanoseconds
  }

  /// Returns the time, limited to the range that can be represented.
  package func advanced(by duration: Duration) -> UTCTimestamp {
    let (whole, attoseconds) = duration.components
    // Both parts have the sign of the duration.
    var nanoseconds = nanoseconds + Int(attoseconds / 1_000_000_000)
    var carried = 0
    if nanoseconds < 0 {
      nanoseconds += 1_000_000_000
      carried = -1
    } else if nanoseconds >= 1_000_000_000 {
      nanoseconds -= 1_000_000_000
      carried = 1
    }
    let (sum, overflow) = seconds.addingReportingOverflow(Int(whole))
    let (moved, overflowAgain) = sum.addingReportingOverflow(carried)
    guard !overflow, !overflowAgain else {
      return UTCTimestamp(seconds: whole < 0 ? .min : .max)
    }
    return UTCTimestamp(seconds: moved, nanoseconds: nanoseconds)
  }
}
