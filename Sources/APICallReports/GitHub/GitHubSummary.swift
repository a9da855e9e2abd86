import APICallBase
import APICallText

/// The report as Markdown, for the job summary of GitHub Actions.
///
/// Text of servers and files is only in fenced code blocks, whose fences are longer than any in the
/// text, or in character references.
package enum GitHubSummary {
  /// GitHub refuses a summary of more than 1 MiB; the end of the report needs a part of that.
  static let longestText = (1 << 20) - (8 << 10)
  private static let mostRows = 500

  /// Returns Markdown, less than 1 MiB.
  package static func text(of report: Report) -> String {
    let counts = ReportCounts(report)
    var text = "## \(report.command.words): \(counts.words)\n\n"
    let facts = facts(of: report)
    if !facts.isEmpty { text += facts.joined(separator: " ") + "\n\n" }
    let shown = report.judgedSuites.flatMap(\.cases).filter {
      $0.state.isFailure || $0.state == .flaky || $0.state == .skipped
    }
    guard !shown.isEmpty else { return text }
    text += "| State | Case | Place |\n|---|---|---|\n"
    for testCase in shown.prefix(mostRows) {
      let place = testCase.place.map { code($0.description) } ?? ""
      text += "| \(testCase.state.rawValue) | \(code(testCase.id)) | \(place) |\n"
    }
    if shown.count > mostRows { text += "\n\((shown.count - mostRows).counted("more case")).\n" }
    text += "\n"
    let explained = shown.filter { $0.state != .skipped }
    for (index, testCase) in explained.enumerated() {
      let section = section(testCase)
      if text.utf8.count + section.utf8.count > longestText {
        let rest = (explained.count - index).counted("more case")
        return text + "\(rest): this summary is limited to 1 MiB.\n"
      }
      text += section
    }
    return text
  }

  private static func facts(of report: Report) -> [String] {
    var facts: [String] = []
    if report.isOffline { facts.append("Nothing was sent.") }
    if let duration = report.duration { facts.append("It took \(ShownTime.words(duration)).") }
    if report.status != .success {
      facts.append("The exit status is \(report.status.rawValue) (`\(report.status.name)`).")
    }
    return facts
  }

  private static func section(_ testCase: ReportCase) -> String {
    var text = "<details>\n<summary>\(testCase.state.rawValue): \(code(testCase.id))</summary>\n\n"
    for failure in testCase.failures {
      text += fenced(FailureText.block(of: failure, at: testCase))
    }
    if testCase.state.isFailure {
      text += fenced(ExchangeText.text(of: testCase.steps.suffix(1), limit: 4 << 10))
    }
    return text + "</details>\n\n"
  }

  /// A code block; its fence is longer than any row of backticks in the text.
  private static func fenced(_ text: String) -> String {
    guard !text.isEmpty else { return "" }
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: max(3, longest + 1))
    let end = text.hasSuffix("\n") ? "" : "\n"
    return "\(fence)text\n\(text)\(end)\(fence)\n\n"
  }

  /// The most bytes of code within a line: 500 rows of it stay below 1 MiB.
  private static let longestCode = 200

  /// Code within a line.
  ///
  /// References keep what has a meaning in Markdown or HTML from having it.
  private static func code(_ text: String) -> String {
    var result = "<code>"
    for scalar in ShownText.line(text, limit: longestCode).unicodeScalars {
      let isPlain =
        scalar.value > 0x7F || scalar.properties.isAlphabetic
        || ("0"..."9").contains(scalar) || scalar == " " || scalar == "/" || scalar == "-"
      if isPlain { result.unicodeScalars.append(scalar) } else { result += "&#\(scalar.value);" }
    }
    return result + "</code>"
  }
}
