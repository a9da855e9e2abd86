import APICallReports
import GoldenFiles
import Testing

@Suite("The reports of sample results")
struct ReportGoldenTests {
  @Test("Every kind of report is the one in its golden file", arguments: ReportKind.allCases)
  func golden(_ kind: ReportKind) throws {
    let ending =
      switch kind {
      case .junit, .junitXSD: "xml"
      case .tap, .tap14: "tap"
      case .github, .text: "txt"
      case .summary: "md"
      case .json: "json"
      case .html: "html"
      }
    for (name, report) in [
      ("rich", SampleReport.rich), ("green", SampleReport.green), ("hostile", HostileReport.fixed),
    ] {
      try GoldenFile(path: "reports/\(name)-\(kind.rawValue).\(ending)")
        .check(kind.text(of: report))
    }
  }

  @Test("Equal results give equal texts", arguments: ReportKind.allCases)
  func equal(_ kind: ReportKind) {
    let first = kind.text(of: SampleReport.many(100))
    let second = kind.text(of: SampleReport.many(100))
    #expect(first.utf8.count > 1_000)
    #expect(first.utf8.elementsEqual(second.utf8))
  }
}
