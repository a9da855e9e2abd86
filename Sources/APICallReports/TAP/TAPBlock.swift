import APICallBase
import JSONText

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
