package import APICallText

/// How many rows ended over time, in bins of equal width, which grow with the time that passes.
package struct RowHistory: Sendable {
  package struct Bin: Sendable, Hashable {
    /// The rows that ended, whether they are good or not.
    package var rows = 0
    package var failed = 0
  }

  private static let mostBins = 120

  /// The width of a bin in seconds: a power of two.
  package private(set) var width = 1
  /// When the first and the last row ended; nil if no row has a time.
  package private(set) var times: ClosedRange<Int>?
  /// The rows that do not say when they ended.
  package private(set) var untimed = 0
  private var numbered: [Int: Bin] = [:]

  package init() {}

  /// The bins in order, each with the second in which it begins, also those without rows.
  package var bins: [(start: UTCTimestamp, bin: Bin)] {
    numbers.map { ($0 << shift, numbered[$0] ?? Bin()) }
      .map { (UTCTimestamp(seconds: $0), $1) }
  }

  /// Adds the row of a line.
  package mutating func add(_ line: ResultsLine) {
    guard let second = line.time?.seconds else { return untimed += 1 }
    times = times.map { min($0.lowerBound, second)...max($0.upperBound, second) } ?? second...second
    var bin = numbered[second >> shift] ?? Bin()
    bin.rows += 1
    if line.exit != 0 { bin.failed += 1 }
    numbered[second >> shift] = bin
    while numbers.count > Self.mostBins { widen() }
  }

  private var shift: Int { width.trailingZeroBitCount }

  private var numbers: Range<Int> {
    times.map { $0.lowerBound >> shift..<($0.upperBound >> shift) + 1 } ?? 0..<0
  }

  private mutating func widen() {
    width *= 2
    var wider: [Int: Bin] = [:]
    for (number, bin) in numbered {
      wider[number >> 1, default: Bin()].rows += bin.rows
      wider[number >> 1, default: Bin()].failed += bin.failed
    }
    numbered = wider
  }
}
