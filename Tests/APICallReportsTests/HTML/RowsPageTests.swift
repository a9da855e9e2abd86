import APICallReports
import APICallText
import Testing

@Suite("The page about rows")
struct RowsPageTests {
  private func page(
    words: String = "5 done", bars: [(rows: Int, failed: Int)] = [(10, 0), (0, 0), (5, 5)],
    times: ClosedRange<Int>? = 61...65
  ) -> String {
    RowsPage.text(
      of: "apicall results out", headline: "Rows are left", facts: [("rows", words)],
      bars: bars.enumerated().map { (UTCTimestamp(seconds: 60 + 2 * $0), $1.rows, $1.failed) },
      seconds: 2, times: times)
  }

  @Test("A bar is as high as its number, and says it")
  func bars() throws {
    let root = try HTMLRules.check(page())
    let bars = root.all.filter { $0.name == "rect" }
    #expect(bars.map { $0["height"] } == ["120.0", "60.0", "120.0"])
    #expect(bars.map { $0["x"] } == ["0.0", "88.0", "88.0"])
    #expect(bars.map(\.text) == ["10", "5", "5"])
    #expect(
      root.all.filter { $0.name == "h2" }.map(\.text)
        == ["Rows in each 2 seconds", "Failures in each 2 seconds"])
  }

  @Test("The ends of the plots are the times of the first and the last row")
  func ends() throws {
    let root = try HTMLRules.check(page())
    #expect(
      root.all.filter { $0.name == "text" }.map(\.text).prefix(3)
        == ["at most 10", "1970-01-01T00:01:01", "1970-01-01T00:01:05 UTC"])
  }

  @Test("The numbers are a table, too")
  func table() throws {
    let root = try HTMLRules.check(page())
    #expect(
      root.all.filter { $0.name == "td" }.map(\.text)
        == ["5 done", "Rows", "Failures", "10", "0", "0", "0", "5", "5"])
  }

  @Test("Rows without times and texts that look like markup do no harm")
  func odd() throws {
    let root = try HTMLRules.check(
      page(words: "<script>alert(1)</script>\u{1B}[2J", bars: [], times: nil))
    #expect(!root.all.contains { $0.name == "svg" })
    #expect(root.all.first { $0.name == "td" }?.text.hasPrefix("<script>alert(1)</script>") == true)
    try HTMLRules.check(page(bars: [(0, 0)]))
    let early = RowsPage.text(
      of: "x", headline: "x", facts: [], bars: [(UTCTimestamp(seconds: -1 << 36), 1, 0)],
      seconds: 1 << 36, times: -62_135_596_800...0)
    #expect(try HTMLRules.check(early).all.contains { $0.text == "before 0001" })
  }
}
