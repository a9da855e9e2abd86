extension Timestamp {
  /// Tells whether this moment comes before another one.
  package func isBefore(_ other: Timestamp) -> Bool {
    seconds != other.seconds ? seconds < other.seconds : nanoseconds < other.nanoseconds
  }

  /// The moment so much later, or earlier where the duration is negative.
  ///
  /// - Parameter duration: any duration; parts of a nanosecond count for nothing.
  /// - Returns: the moment; the last or first one there is where it would lie beyond.
  package func advanced(by duration: Duration) -> Timestamp {
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
      return Timestamp(seconds: whole < 0 ? .min : .max)
    }
    return Timestamp(seconds: moved, nanoseconds: nanoseconds)
  }
}
