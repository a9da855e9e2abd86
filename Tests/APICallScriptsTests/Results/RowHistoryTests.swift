import APICallBase
import APICallText
import Testing

@testable import APICallScripts

@Suite("Rows over time")
struct RowHistoryTests {
  private func line(_ second: Int?, exit: Int32 = 0) -> ResultsLine {
    ResultsLine(
      RowPlace(number: 1, offset: 0, digest: RowDigest([])), .final, exit: exit,
      time: second.map { UTCTimestamp(seconds: $0) })
  }

  private func history(_ ends: [(second: Int, exit: Int32)]) -> RowHistory {
    var history = RowHistory()
    for end in ends { history.add(line(end.second, exit: end.exit)) }
    return history
  }

  @Test("Seconds without rows have empty bins")
  func gaps() {
    let history = history([(12, 0), (10, 4), (12, 0)])
    #expect(history.times == 10...12 && history.width == 1)
    #expect(history.bins.map(\.start.seconds) == [10, 11, 12])
    #expect(
      history.bins.map(\.bin) == [.init(rows: 1, failed: 1), .init(), .init(rows: 2, failed: 0)])
  }

  @Test("A long run has wider bins, and no row is lost", arguments: [-100_000, 0, 1_700_000_001])
  func wide(_ start: Int) {
    let history = history((0..<1000).map { (start + 7 * $0, $0 % 10 == 0 ? 5 : 0) }.reversed())
    let bins = history.bins.map(\.bin)
    #expect(history.width == 64 && bins.count <= 120)
    #expect(bins.map(\.rows).reduce(0, +) == 1000 && bins.map(\.failed).reduce(0, +) == 100)
    #expect(bins.first != .init() && bins.last != .init())
    let first = history.bins.first?.start.seconds ?? .max
    #expect(first <= start && first > start - 64 && history.times == start...start + 6993)
  }

  @Test("Times that are far apart, and lines without one, do no harm")
  func odd() {
    var history = history([(-62_135_596_800, 0), (253_402_300_799, 0)])
    #expect(history.bins.count <= 120 && history.bins.map(\.bin.rows).reduce(0, +) == 2)
    history.add(line(nil))
    #expect(history.untimed == 1 && history.bins.map(\.bin.rows).reduce(0, +) == 2)
    #expect(RowHistory().times == nil && RowHistory().bins.isEmpty)
  }
}
