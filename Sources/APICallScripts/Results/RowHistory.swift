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
  private var numbered: [Int: Bin] = [:]
  private var range = 0...0

  /// When the first bin begins; nil if no row has a time.
  package var start: Timestamp? {
    numbered.isEmpty ? nil : Timestamp(seconds: range.lowerBound * width)
  }

  /// The bins in order, also those without rows.
  package var bins: [Bin] {
    numbered.isEmpty ? [] : range.map { numbered[$0] ?? Bin() }
  }

  /// Adds the row of a line, if that says when it ended.
  package mutating func add(_ line: ResultsLine) {
    guard let second = line.time?.seconds else { return }
    let number = Self.bin(of: second, width)
    range =
      numbered.isEmpty
      ? number...number : min(range.lowerBound, number)...max(range.upperBound, number)
    numbered[number, default: Bin()].rows += 1
    if line.exit != 0 { numbered[number, default: Bin()].failed += 1 }
    while range.count > Self.mostBins { widen() }
  }

  private mutating func widen() {
    width *= 2
    range = Self.bin(of: range.lowerBound, 2)...Self.bin(of: range.upperBound, 2)
    var wider: [Int: Bin] = [:]
    for (number, bin) in numbered {
      wider[Self.bin(of: number, 2), default: Bin()].rows += bin.rows
      wider[Self.bin(of: number, 2), default: Bin()].failed += bin.failed
    }
    numbered = wider
  }

  private static func bin(of second: Int, _ width: Int) -> Int {
    Int((Double(second) / Double(width)).rounded(.down))
  }
}
