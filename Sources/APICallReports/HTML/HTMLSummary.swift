import APICallBase
import APICallText

/// The top of the page: what failed, why, and what to type.
enum HTMLSummary {
  static func header(of report: Report, _ counts: ReportCounts, to writer: inout MarkupWriter) {
    writer.block("p", ["class": "command"], text: ShownText.line(report.commandLine))
    writer.block("h1", text: headline(counts))
    writer.block("ul", ["class": "counts"]) { writer in
      for state in ReportCase.State.allCases where counts[state] > 0 {
        writer.block(
          "li", ["class": state.rawValue], text: "\(counts[state]) \(state.rawValue)")
      }
      if counts.unreadable > 0 {
        let verb = counts.unreadable == 1 ? "has" : "have"
        let files = "\(counts.unreadable.counted("file")) \(verb) errors"
        writer.block("li", ["class": "broken"], text: files)
      }
    }
    let facts = facts(of: report)
    if !facts.isEmpty { writer.block("p", ["class": "facts"], text: facts) }
  }

  private static func headline(_ counts: ReportCounts) -> String {
    let failed = counts[.failed] + counts[.broken]
    var parts: [String] = []
    if failed > 0 { parts.append("\(failed) of \(counts.cases.counted("case")) failed") }
    if counts.unreadable > 0 {
      parts.append("\(counts.unreadable.counted("file")) cannot be read")
    }
    if !parts.isEmpty { return parts.joined(separator: ", ") }
    if counts.problems > 0 { return "\(counts.problems.counted("problem")) beside the cases" }
    let run = counts.cases - counts[.skipped]
    switch run {
    case 0: return "No case was run"
    case 1: return "The case passed"
    default: return "All \(run) cases passed"
    }
  }

  private static func facts(of report: Report) -> String {
    var facts: [String] = []
    if report.isOffline {
      facts.append("Nothing was sent: the responses come from recordings and examples.")
    }
    if let start = report.start.flatMap(ShownTime.date) {
      facts.append("Started on \(start.replacing("T", with: " at ")) UTC.")
    }
    if let duration = report.duration { facts.append("Took \(ShownTime.words(duration)).") }
    if report.status != .success {
      facts.append("The exit status is \(report.status.rawValue), \(report.status.name).")
    }
    return facts.joined(separator: " ")
  }

  static func failures(in files: [HTMLFile], to writer: inout MarkupWriter) {
    let failures = files.flatMap(\.cases).filter { $0.testCase.state.isFailure }
    guard !failures.isEmpty else { return }
    writer.block("section", ["aria-labelledby": "failures"]) { writer in
      writer.block("h2", ["id": "failures"], text: "What failed")
      writer.block("ol", ["class": "failures"]) { writer in
        for failure in failures {
          let testCase = failure.testCase
          writer.block("li") { writer in
            writer.block("p") { writer in
              writer.inline(
                "a", ["href": "#\(failure.anchor)"], text: ShownText.line(testCase.id))
              writer.write(" ")
              HTMLFile.write(testCase.state, to: &writer)
            }
            writer.block(
              "p", ["class": "why"], text: FailureText.summary(of: testCase.verdict))
            if let hint = testCase.verdict.diagnostics.first?.hint {
              writer.block("p", ["class": "soft"], text: "Hint: \(ShownText.line(hint))")
            }
            writer.block("p") { writer in
              writer.write("Run again: ")
              writer.inline("code", text: ShownText.line(testCase.command))
            }
          }
        }
      }
    }
  }

  static func contents(of files: [HTMLFile], to writer: inout MarkupWriter) {
    guard files.count > 1 else { return }
    writer.block("nav", ["aria-labelledby": "files"]) { writer in
      writer.block("h2", ["id": "files"], text: "Files")
      writer.block("ul", ["class": "files"]) { writer in
        for file in files {
          writer.block("li") { writer in
            writer.inline(
              "a", ["href": "#\(file.anchor)"], text: ShownText.line(file.suite.file))
            writer.write(" ")
            HTMLFile.write(file.state, to: &writer)
            writer.write(" ")
            writer.inline("span", ["class": "soft"], text: ReportCounts(file.suite).words)
          }
        }
      }
    }
  }
}
