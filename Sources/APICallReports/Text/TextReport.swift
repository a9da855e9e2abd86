import APICallBase
import APICallText

/// A line for each case, and the counts: for people who read a log.
enum TextReport {
  /// Returns the lines in columns: the state, the time, the last response, and the case.
  static func text(of report: Report) -> String {
    var rows = report.cases.map(row)
    for suite in report.suites {
      guard let failure = suite.failure else { continue }
      let reason = failure.diagnostics.first?.words ?? failure.status.name
      rows.append(["broken", "", ShownText.line(reason, limit: 200), suite.file])
    }
    let problems = report.problems.filter { $0.severity == .error }
    rows += problems.map { ["failed", "", ShownText.line($0.words, limit: 200), ""] }
    let lines = TextColumns.lines(rows).map { "\($0)\n" }
    let time = report.duration.map { " in \(ShownTime.words($0))" } ?? ""
    return lines.joined() + "\(ReportCounts(report).words)\(time)\n"
  }

  private static func row(of testCase: ReportCase) -> [String] {
    let time = testCase.duration.map(ShownTime.words) ?? ""
    return [testCase.state.rawValue, time, outcome(of: testCase), testCase.id]
  }

  private static func outcome(of testCase: ReportCase) -> String {
    if let reason = testCase.skipReason { return ShownText.line(reason, limit: 200) }
    guard let last = testCase.exchanges.last else {
      return testCase.state.isFailure ? FailureText.summary(of: testCase.verdict) : ""
    }
    let response = last.response.map { String($0.status) } ?? "no response"
    return "\(response) \(last.method) \(ShownText.line(last.url, limit: 200))"
  }
}
