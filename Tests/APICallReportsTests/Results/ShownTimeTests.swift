import APICallBase
import APICallReports
import APICallText
import Testing

@Suite("Times in reports")
struct ShownTimeTests {
  @Test(
    "A time is seconds with three decimals for readers of JUnit, and short for people",
    arguments: [
      (Duration.zero, "0.000", "0 µs"), (.nanoseconds(400), "0.000", "0 µs"),
      (.microseconds(999), "0.001", "999 µs"), (.milliseconds(1), "0.001", "1 ms"),
      (.microseconds(12_340), "0.012", "12.3 ms"), (.microseconds(99_949), "0.100", "99.9 ms"),
      (.microseconds(99_960), "0.100", "100 ms"), (.microseconds(412_600), "0.413", "413 ms"),
      (.milliseconds(999), "0.999", "999 ms"), (.milliseconds(1_250), "1.250", "1.250 s"),
      (.seconds(86_400), "86400.000", "86400.000 s"), (.seconds(-1), "0.000", "0 µs"),
      (.seconds(Int64.max), "1000000000000.000", "1000000000000.000 s"),
    ])
  func times(_ duration: Duration, _ seconds: String, _ words: String) throws {
    var testCase = ReportCase("a", id: "a::a", at: nil, .passed, command: "x")
    testCase.duration = duration
    let report = Report(.test, [ReportSuite("a", [testCase])], status: .success)
    let root = try MarkupReader.read(JUnitReport.text(of: report))
    #expect(root.all.first { $0.name == "testcase" }?["time"] == seconds)
    let page = try MarkupReader.read(HTMLReport.text(of: report), html: true)
    #expect(page.all.first { $0["class"] == "time" }?.text == words)
  }

  @Test(
    "The beginning is in UTC, and left out if it cannot be written",
    arguments: [
      (UTCTimestamp(seconds: 0, nanoseconds: 7_999_999), "1970-01-01T00:00:00.007Z"),
      (UTCTimestamp(seconds: 951_782_400), "2000-02-29T00:00:00.000Z"),
      (UTCTimestamp(seconds: 253_402_300_799), "9999-12-31T23:59:59.000Z"),
      (UTCTimestamp(seconds: 253_402_300_800), nil), (UTCTimestamp(seconds: .min), nil),
    ])
  func beginning(_ start: UTCTimestamp, _ text: String?) throws {
    var report = Report(.test, [ReportSuite("a")], status: .success)
    report.start = start
    let json = JSONReport.text(of: report)
    #expect(json.firstMatch(of: /"time": "([^"]*)"/).map { String($0.1) } == text)
    let suite = try MarkupReader.read(JUnitReport.text(of: report)).children[0]
    #expect(suite["timestamp"] == text.map { String($0.dropLast(5)) })
  }

  @Test("Equal runs without times have none in their reports", arguments: ReportKind.allCases)
  func offline(_ kind: ReportKind) {
    let text = kind.text(of: SampleReport.green)
    #expect(!text.contains("elapsed_ms") && !text.contains("timestamp") && !text.contains(" ms"))
  }
}
