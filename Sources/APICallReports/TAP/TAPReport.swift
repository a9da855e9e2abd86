/// The report in the Test Anything Protocol.
package enum TAPReport {
  package enum Version: Int, Sendable {
    /// The part that all readers understand: flat, with YAML blocks.
    case tap13 = 13
    /// The same with a subtest for each step of a script.
    case tap14 = 14
  }

  /// Returns the lines in UTF-8.
  package static func text(of report: Report, _ version: Version = .tap13) -> String {
    let cases = report.judgedSuites.flatMap(\.cases)
    var text = "TAP version \(version.rawValue)\n1..\(cases.count)\n"
    for (index, testCase) in cases.enumerated() {
      if version == .tap14 { text += subtest(testCase) }
      text += point(testCase, number: index + 1)
      text += TAPBlock.text(of: testCase)
    }
    return text
  }

  private static func point(_ testCase: ReportCase, number: Int) -> String {
    let start = testCase.state.isFailure ? "not ok" : "ok"
    let skip = testCase.skipReason.map { " # SKIP \(escaped($0))" } ?? ""
    return "\(start) \(number) - \(escaped(testCase.id))\(skip)\n"
  }

  /// The steps of a script, as a subtest before the point of the case.
  private static func subtest(_ testCase: ReportCase) -> String {
    let steps = testCase.steps.filter { $0.label != nil }
    guard !steps.isEmpty else { return "" }
    var text = "# Subtest: \(escaped(testCase.id))\n    1..\(steps.count)\n"
    for (index, step) in steps.enumerated() {
      let start = step.outcome == .failed ? "not ok" : "ok"
      let skip = step.outcome == .skipped ? " # SKIP" : ""
      text += "    \(start) \(index + 1) - \(escaped(step.words ?? ""))\(skip)\n"
    }
    return text
  }

  /// A description on one line; a number sign would begin a directive.
  private static func escaped(_ text: String) -> String {
    let text = ShownText.line(text)
    var escaped = ""
    for index in text.unicodeScalars.indices {
      switch text.unicodeScalars[index] {
      case "\\": escaped += #"\\"#
      case "#":
        escaped += "\\#"
        // Some readers do not know the escape: a hyphen keeps the words from being a directive.
        let rest = text.unicodeScalars[index...].dropFirst().drop { $0 == " " }.prefix(4)
        if ["todo", "skip"].contains(String(rest).lowercased()) { escaped += "-" }
      case let scalar: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.isEmpty ? "(no name)" : escaped
  }
}
