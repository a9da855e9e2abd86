import APICallBase
import APICallText

/// Workflow commands of GitHub Actions, which show each problem at its line.
///
/// GitHub shows the first ten of a kind for a step and drops the others without a word, so the tenth
/// counts those that are not shown.
package enum GitHubAnnotations {
  static let mostShown = 10

  private enum Kind: String, CaseIterable {
    case error, warning, notice
  }

  private struct Annotation {
    var kind: Kind
    var title: String
    var place: SourcePlace?
    var message: String
  }

  /// Returns a line for each annotation; empty if there is nothing to report.
  package static func text(of report: Report) -> String {
    let all = annotations(of: report)
    return Kind.allCases.map { kind in
      let ofKind = all.filter { $0.kind == kind }
      guard ofKind.count > mostShown else { return ofKind.map(line).joined() }
      let more = (ofKind.count - mostShown + 1).counted("more \(kind.rawValue)")
      let rest = Annotation(
        kind: kind, title: report.command.words, place: nil,
        message: "\(more): see the log of this step")
      return (ofKind.prefix(mostShown - 1) + [rest]).map(line).joined()
    }.joined()
  }

  private static func annotations(of report: Report) -> [Annotation] {
    var all: [Annotation] = []
    for suite in report.suites {
      if let failure = suite.failure {
        all += annotations(.error, suite.file, failure.diagnostics, or: nil)
      }
      for testCase in suite.cases {
        switch testCase.state {
        case .failed, .broken:
          all += annotations(
            .error, testCase.id, testCase.verdict.diagnostics, or: testCase.place)
        case .flaky:
          let attempts = testCase.earlier.count.counted("failed attempt")
          let first = testCase.earlier.first.map { FailureText.summary(of: $0.verdict) } ?? ""
          all.append(
            Annotation(
              kind: .warning, title: testCase.id, place: testCase.place,
              message: "the case is flaky: it passed after \(attempts): \(first)"))
        case .passed, .skipped: break
        }
        for warning in testCase.warnings {
          let kind: Kind = warning.severity == .note ? .notice : .warning
          all += annotations(kind, testCase.id, [warning], or: testCase.place)
        }
      }
    }
    for problem in report.problems {
      let kind: Kind =
        switch problem.severity {
        case .error: .error
        case .warning: .warning
        case .note: .notice
        }
      all += annotations(kind, report.command.words, [problem], or: nil)
    }
    return all
  }

  /// The annotations of diagnostics; one without a place in a file gets that of the case.
  private static func annotations(
    _ kind: Kind, _ title: String, _ diagnostics: [Message], or place: SourcePlace?
  ) -> [Annotation] {
    guard !diagnostics.isEmpty else {
      return [Annotation(kind: kind, title: title, place: place, message: title)]
    }
    return FailureText.shown(diagnostics).map { diagnostic in
      var lines = [diagnostic.words] + diagnostic.details
      if let hint = diagnostic.hint { lines.append("hint: \(hint)") }
      return Annotation(
        kind: kind, title: title, place: diagnostic.place ?? place,
        message: lines.joined(separator: "\n"))
    }
  }

  private static func line(_ annotation: Annotation) -> String {
    var properties: [String] = []
    func add(_ name: String, _ value: String) {
      properties.append("\(name)=\(escaped(property: value))")
    }
    if let place = annotation.place {
      add("file", place.file)
      add("line", String(place.line))
      if place.endLine > place.line { add("endLine", String(place.endLine)) }
      add("col", String(place.column))
      // GitHub ignores columns of several lines.
      if place.endLine == place.line, place.endColumn > place.column {
        add("endColumn", String(place.endColumn))
      }
    }
    add("title", annotation.title)
    let message = escaped(ShownText.lines(annotation.message, limit: 2 * ShownText.longestLine))
    return "::\(annotation.kind.rawValue) \(properties.joined(separator: ","))::\(message)\n"
  }

  private static func escaped(_ text: String) -> String {
    ShownText.replacing(in: text) { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  private static func escaped(property text: String) -> String {
    ShownText.replacing(in: escaped(ShownText.line(text))) { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }
}
