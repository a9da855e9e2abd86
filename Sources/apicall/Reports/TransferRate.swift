/// The transfer rate of the last few seconds.
struct TransferRate {
  private static let window = Duration.seconds(5)
  /// The time between two kept points.
  private static let step = Duration.milliseconds(500)

  private var points: [(time: Duration, amount: Int64)] = []

  /// Notes the number of bytes moved.
  ///
  /// Returns the bytes per second; nil if too little is known.
  mutating func note(_ amount: Int64, at time: Duration) -> Int64? {
    if let last = points.last, amount < last.amount { points = [] }
    defer {
      if points.last.map({ time - $0.time >= Self.step }) ?? true {
        points.append((time, amount))
      }
    }
    // The last point before the window is kept, so that the window is covered.
    while points.count > 1, time - points[1].time >= Self.window { points.removeFirst() }
    guard let first = points.first else { return nil }
    let passed = (time - first.time).components
    let milliseconds = passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0 else { return nil }
    return Int64(min(Double(amount - first.amount) * 1000 / Double(milliseconds), 1e18))
  }
}
