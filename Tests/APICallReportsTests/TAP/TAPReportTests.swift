import APICallBase
import APICallReports
import Testing

@Suite("The report in the Test Anything Protocol")
struct TAPReportTests {
  private func lines(_ testCase: ReportCase, _ version: TAPReport.Version) -> [String] {
    let report = Report(.test, [ReportSuite("a.yaml", [testCase])], status: .success)
    return TAPReport.text(of: report, version).split(separator: "\n").map(String.init)
  }

  @Test(
    "No name begins a directive",
    arguments: [
      ("a", "ok 1 - a"), ("", "ok 1 - (no name)"), ("a #1", "ok 1 - a \\#1"),
      (#"a\b"#, #"ok 1 - a\\b"#), ("a # TODO b", "ok 1 - a \\#- TODO b"),
      ("a #skip", "ok 1 - a \\#-skip"), ("a #\u{301} SKIP", "ok 1 - a \\#\u{301} SKIP"),
      ("a\nok 2", #"ok 1 - a\\x0aok 2"#),
    ])
  func names(_ id: String, _ line: String) {
    let testCase = ReportCase("a", id: id, at: nil, .passed, command: "x")
    #expect(lines(testCase, .tap13) == ["TAP version 13", "1..1", line])
  }

  @Test("A case that was skipped is a success, with its reason")
  func skipped() {
    let testCase = ReportCase("a", id: "a::a", at: nil, .skipped("no server"), command: "x")
    #expect(lines(testCase, .tap13).last == "ok 1 - a::a # SKIP no server")
  }

  @Test("Only version 14 has the steps of a script")
  func steps() {
    var testCase = ReportCase("a", id: "a::a", at: nil, .passed, command: "x")
    testCase.steps = [
      ReportStep(.passed, label: "login"), ReportStep(.skipped, label: "list/log", iteration: 2),
      ReportStep(.failed, label: "out"),
    ]
    #expect(lines(testCase, .tap13) == ["TAP version 13", "1..1", "ok 1 - a::a"])
    #expect(
      lines(testCase, .tap14) == [
        "TAP version 14", "1..1", "# Subtest: a::a", "    1..3", "    ok 1 - login",
        "    ok 2 - list/log, iteration 2 # SKIP", "    not ok 3 - out", "ok 1 - a::a",
      ])
  }
}
