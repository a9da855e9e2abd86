import APICallBase
import JSONText

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

/// What follows a test point: facts about the case as a YAML block, and the text of its failures as
/// comments.
///
/// Each value of the block is a word, a number or a string in double quotes on one line, and each
/// line of the text begins with `#`: so no text ends the block or looks like a line of the protocol,
/// whatever it contains. The block has no list, because Test::Harness takes a quoted item with a
/// colon for a map.
enum TAPBlock {
  /// The lines; empty for a case that simply passed, or was skipped.
  static func text(of testCase: ReportCase) -> String {
    let failures = testCase.failures
    let lines = members(of: testCase, failures.last?.verdict)
    var text = lines.isEmpty ? "" : "  ---\n" + lines.map { "  \($0)\n" }.joined() + "  ...\n"
    for (number, failure) in failures.enumerated() {
      if !testCase.earlier.isEmpty { text += "#   attempt \(number + 1):\n" }
      for line in FailureText.block(of: failure, at: testCase).split(separator: "\n") {
        text += "#   \(line)\n"
      }
    }
    for line in FailureText.text(of: testCase.warnings).split(separator: "\n") {
      text += "#   \(line)\n"
    }
    return text
  }

  private static func members(
    of testCase: ReportCase, _ failure: ReportCase.Verdict?
  ) -> [String] {
    var lines: [String] = []
    if let failure {
      lines = [
        "state: \(testCase.state.rawValue)", "message: \(quoted(FailureText.summary(of: failure)))",
        "severity: \(failure.status == nil ? "fail" : "error")", "kind: \(quoted(failure.kind))",
      ]
      if let place = failure.diagnostics.lazy.compactMap(\.place).first ?? testCase.place {
        lines += [
          "at:", "  file: \(quoted(place.file))", "  line: \(place.line)",
          "  column: \(place.column)",
        ]
      }
    }
    if let duration = testCase.duration {
      lines.append("duration_ms: \(BuiltJSON(milliseconds: duration).compact)")
    }
    return lines
  }

  /// A string in double quotes: JSON's syntax is also YAML's.
  private static func quoted(_ text: String) -> String {
    JSONWriter.string(ShownText.line(text))
  }
}
