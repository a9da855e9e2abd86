import APICallBase
import APICallText
import Testing

@testable import APICallScripts

@Suite("Rows over time")
struct RowHistoryTests {
  private func history(_ ends: [(second: Int, exit: Int32)]) -> RowHistory {
    var history = RowHistory()
    for end in ends {
      let place = RowPlace(number: 1, offset: 0, digest: RowDigest([]))
      history.add(
        ResultsLine(place, .final, exit: end.exit, time: Timestamp(seconds: end.second)))
    }
    return history
  }

  @Test("Seconds without rows have empty bins")
  func gaps() {
    let history = history([(12, 0), (10, 4), (12, 0)])
    #expect(history.start == Timestamp(seconds: 10) && history.width == 1)
    #expect(
      history.bins == [.init(rows: 1, failed: 1), .init(), .init(rows: 2, failed: 0)])
  }

  @Test("A long run has wider bins, and no row is lost", arguments: [-100_000, 0, 1_700_000_001])
  func wide(_ start: Int) {
    let history = history((0..<1000).map { (start + 7 * $0, $0 % 10 == 0 ? 5 : 0) }.reversed())
    #expect(history.width == 64 && history.bins.count <= 120)
    #expect(history.bins.map(\.rows).reduce(0, +) == 1000)
    #expect(history.bins.map(\.failed).reduce(0, +) == 100)
    #expect(history.bins.first != .init() && history.bins.last != .init())
    let first = history.start?.seconds ?? .max
    #expect(first <= start && first > start - 64)
  }

  @Test("Times that are far apart, and lines without one, do no harm")
  func odd() {
    var history = history([(-62_135_596_800, 0), (253_402_300_799, 0)])
    #expect(history.bins.count <= 120 && history.bins.map(\.rows).reduce(0, +) == 2)
    let bins = history.bins
    let place = RowPlace(number: 1, offset: 0, digest: RowDigest([]))
    history.add(ResultsLine(place, .final, exit: 0))
    #expect(history.bins == bins)
    #expect(RowHistory().start == nil && RowHistory().bins.isEmpty)
  }
}
