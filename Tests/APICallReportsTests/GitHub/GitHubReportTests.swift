import APICallBase
import APICallReports
import Testing

@Suite("The reports for GitHub Actions")
struct GitHubReportTests {
  /// A report of a case with problems.
  private func report(_ problems: [Message]) -> Report {
    let testCase = ReportCase("a", id: "a::a", at: nil, .failed(problems), command: "x")
    return Report(.test, [ReportSuite("a", [testCase])], status: .expectation)
  }

  @Test(
    "The tenth annotation counts those that are not shown",
    arguments: [
      (1, 1, nil), (10, 10, nil), (11, 10, "2 more errors"), (40, 10, "31 more errors"),
    ])
  func limit(_ count: Int, _ shown: Int, _ last: String?) {
    let text = GitHubAnnotations.text(of: report((1...count).map { Message("p\($0)") }))
    let lines = text.split(separator: "\n")
    #expect(lines.count == shown)
    let expected =
      last.map { "::error title=apicall test::\($0): see the log of this step" }
      ?? "::error title=a%3A%3Aa::p\(count)"
    #expect(lines.last.map(String.init) == expected)
  }

  @Test("Nothing to report is an empty file")
  func nothing() {
    #expect(GitHubAnnotations.text(of: SampleReport.green) == "")
  }

  @Test("A summary stays below 1 MiB and counts the cases that it leaves out")
  func long() {
    let long = Message(String(repeating: "x", count: 3_900))
    let cases = (0..<1_000).map {
      ReportCase("\($0)", id: "a::\($0)", at: nil, .failed([long]), command: "x")
    }
    let report = Report(.test, [ReportSuite("a", cases)], status: .expectation)
    let text = GitHubSummary.text(of: report)
    #expect(text.utf8.count < 1 << 20)
    #expect(text.utf8.count > 1 << 19)
    #expect(text.contains("\n500 more cases.\n"))
    let shown = text.split(separator: "<details>").count - 1
    let rest = "\n\(1_000 - shown) more cases: this summary is limited to 1 MiB.\n"
    #expect(text.hasSuffix(rest), "\(text.suffix(100))")
  }
}
