import APICallReports
import APICallText
import Testing

@Suite("The page about rows")
struct RowsPageTests {
  private func page(
    isWhole: Bool = true, hasFailed: Bool = false, words: String = "5 done", start: Int? = 60,
    bars: [(rows: Int, failed: Int)] = [(10, 0), (0, 0), (5, 5)]
  ) -> RowsPage {
    RowsPage(
      command: "apicall results out", isWhole: isWhole, hasFailed: hasFailed,
      lines: [("rows", words)], start: start.map { Timestamp(seconds: $0) }, width: 2, bars: bars)
  }

  @Test("The headline says whether something is left or failed")
  func headline() throws {
    for (isWhole, hasFailed, headline) in [
      (true, false, "All rows are good"), (true, true, "All rows are done, not all are good"),
      (false, true, "Rows are left"),
    ] {
      let root = try HTMLRules.check(page(isWhole: isWhole, hasFailed: hasFailed).text)
      #expect(root.all.first { $0.name == "h1" }?.text == headline)
    }
  }

  @Test("A bar is as high as its rate, and says it with its time")
  func bars() throws {
    let root = try HTMLRules.check(page().text)
    let bars = root.all.filter { $0.name == "rect" }
    #expect(bars.map { $0["height"] } == ["120.0", "60.0", "120.0"])
    #expect(bars.map { $0["x"] } == ["0.0", "586.7", "586.7"])
    #expect(
      bars.map(\.text) == [
        "1970-01-01T00:01:00: 5.0", "1970-01-01T00:01:04: 2.5", "1970-01-01T00:01:04: 2.5",
      ])
  }

  @Test("Rows without times and texts that look like markup do no harm")
  func odd() throws {
    let root = try HTMLRules.check(
      page(words: "<script>alert(1)</script>\u{1B}[2J", start: nil, bars: []).text)
    #expect(!root.all.contains { $0.name == "rect" })
    #expect(root.all.contains { $0.text == "The results do not say when the rows ended." })
    #expect(root.all.first { $0.name == "td" }?.text.hasPrefix("<script>alert(1)</script>") == true)
    try HTMLRules.check(page(bars: [(0, 0)]).text)
  }
}
