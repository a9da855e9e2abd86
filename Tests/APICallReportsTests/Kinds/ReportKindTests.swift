import APICallBase
import APICallReports
import Testing

@Suite("The names of reports")
struct ReportKindTests {
  @Test("Every kind is found by its name")
  func names() throws {
    #expect(
      ReportKind.allCases.map(\.rawValue) == [
        "text", "junit", "junit-xsd", "tap", "tap14", "github", "summary", "json", "html",
      ])
    for kind in ReportKind.allCases { #expect(try ReportKind(named: kind.rawValue) == kind) }
  }

  @Test(
    "A message about another name suggests the nearest one",
    arguments: [
      ("JUnit", "did you mean 'junit'?"), ("htm", "did you mean 'html'?"),
      ("junit-xds", "did you mean 'junit-xsd'?"),
      (
        "pdf",
        "the kinds here are text, junit, junit-xsd, tap, tap14, github, summary, json, html, auto"
      ),
    ])
  func unknown(_ name: String, _ hint: String) throws {
    let failure = try #require(throws: Failure.self) { try ReportKind(named: name) }
    #expect(failure.status == .usage)
    #expect(
      failure.diagnostics.map(\.text) == [
        "apicall: '\(name)' is not a kind of report\n  hint: \(hint)\n"
      ])
  }
}
