import APICallBase
import APICallReports
import Testing

@Suite("Reports of many failures")
struct LongReportTests {
  @Test(
    "Requests and responses are left out of a report that is long",
    // In markup, each & becomes five bytes, so that a fifth of them is enough.
    arguments: [
      (ReportKind.junit, UInt8(ascii: "&"), 12_000), (.html, UInt8(ascii: "&"), 12_000),
      (.json, UInt8(ascii: "x"), 60_000),
    ])
  func long(_ kind: ReportKind, _ byte: UInt8, _ count: Int) {
    let body = ReportBody([UInt8](repeating: byte, count: count), mediaType: "text/plain")
    let exchange = ReportExchange("GET", "https://a.example/", ReportResponse(500, body: body))
    let cases = (0..<300).map { number in
      var testCase = ReportCase(
        "\(number)", id: "a::\(number)", at: nil, .failed([Message("x")]), command: "x")
      testCase.steps = [ReportStep(.failed, [exchange])]
      return testCase
    }
    let report = Report(.test, [ReportSuite("a", cases)], status: .expectation)
    let text = kind.text(of: report)
    #expect((16 << 20)..<(18 << 20) ~= text.utf8.count)
    #expect(text.utf8.split(separator: UInt8(ascii: "\n")).count > 1_000)
  }
}
