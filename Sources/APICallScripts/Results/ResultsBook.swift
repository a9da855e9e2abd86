import APICallBase

/// What is known of the rows of a run, in memory that does not grow with them.
package struct ResultsBook: Sendable {
  /// The number of rows whose digests are added up, to notice changed rows.
  private static let block = 1024

  private var done = NumberSet()
  /// The sums of the digests of the rows that are done, by blocks.
  private var sums: [Int: UInt64] = [:]
  /// The rows with a request that may have taken effect.
  package private(set) var unknown: [Int: RowPlace] = [:]
  package private(set) var failed = 0

  package init() {}

  /// The number of rows that are done.
  package var final: Int { done.count }

  /// Notes a line; false if it says nothing new, so that a copy of the results need not have it.
  package mutating func note(_ line: ResultsLine) -> Bool {
    let number = line.place.number
    switch line.state {
    case .begun, .unknown:
      if !done.contains(number) { unknown[number] = line.place }
      return false
    case .left:
      unknown[number] = nil
      return false
    case .final:
      unknown[number] = nil
      guard done.insert(number) else { return false }
      sums[number / Self.block, default: 0] &+= Self.mix(line.place)
      if line.exit != 0 { failed += 1 }
      return true
    }
  }

  /// Lets the unknown rows be made again.
  package mutating func forgetUnknown() { unknown = [:] }

  /// Whether a row is not to be made again.
  package func isSettled(_ number: Int) -> Bool {
    done.contains(number) || unknown[number] != nil
  }

  private static func mix(_ place: RowPlace) -> UInt64 {
    (UInt64(place.offset) &* 0x9e37_79b9_7f4a_7c15) ^ (UInt64(place.digest.value) &* 0xc2b2_ae3d)
  }

  /// Compares the rows of a source with those that are done.
  struct Check {
    private let book: ResultsBook
    private let last: Int
    private var sum: UInt64 = 0
    private var seen = 0

    init(_ book: ResultsBook) {
      self.book = book
      last = max(book.done.last ?? 0, book.unknown.keys.max() ?? 0)
    }

    var isComplete: Bool { seen >= last }

    /// Notes the next row of the source; nil if there is none.
    ///
    /// Returns the numbers of rows of which some have changed; nil if none has so far.
    mutating func add(_ place: RowPlace?) -> ClosedRange<Int>? {
      guard !isComplete else { return nil }
      guard let place else { return seen + 1...last }
      seen = place.number
      let first = max(seen / ResultsBook.block * ResultsBook.block, 1)
      if let known = book.unknown[seen], known != place { return seen...seen }
      if book.done.contains(seen) { sum &+= ResultsBook.mix(place) }
      let block = seen / ResultsBook.block
      guard (seen + 1) % ResultsBook.block == 0 || isComplete else { return nil }
      defer { sum = 0 }
      return sum == book.sums[block, default: 0] ? nil : first...seen
    }
  }
}
