package import APICallBase

/// The report of cases for people, in text with styles.
package enum CaseReport {
  /// The most lines of a body that are shown, and the longest of them in characters.
  private static let mostLines = 20
  private static let longestLine = 200

  /// A case that failed: the problems, what was sent and received, and how to run it again.
  ///
  /// - Parameters:
  ///   - result: the result.
  ///   - mode: what responded to the requests.
  /// - Returns: the text; empty for a case that did not fail.
  package static func failure(_ result: CaseResult, in mode: CaseMode) -> StyledText {
    var text = StyledText()
    guard result.isFailed else { return text }
    text.append("FAIL", .error)
    text.append(" \(TerminalText.escapingLine(result.testCase.id))\n")
    for problem in result.problems { text.append(problem.styledText) }
    if let request = result.request {
      text.append("  ")
      text.append("request:", .hint)
      text.append(" \(TerminalText.escapingLine(request))\n")
    }
    let body = lines(of: result.body)
    if !body.isEmpty { text.append(section: "response", body) }
    text.append("  ")
    text.append("run again:", .hint)
    let id = TerminalText.escapingLine(ShellWord.path(result.testCase.id))
    let option = mode.option.map { " \($0)" } ?? ""
    text.append(" apicall test\(option) \(id)\n\n")
    return text
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    let all = bytes.split(separator: UInt8(ascii: "\n"))
    var lines = all.prefix(mostLines).map { line in
      let text = TerminalText.escapingLine(
        String(decoding: line.prefix(4 * longestLine), as: UTF8.self))
      return text.count > longestLine ? text.prefix(longestLine) + "…" : text
    }
    if all.count > mostLines { lines.append("… \(all.count - mostLines) more lines") }
    return lines
  }

  /// The errors of the files that cannot be read; those of a file that several of them use are shown
  /// once.
  package static func unreadable(_ failures: [Failure]) -> StyledText {
    var text = StyledText()
    var shown: Set<[UInt8]> = []
    for failure in failures {
      let new = failure.diagnostics.map(\.styledText).filter { shown.insert($0.bytes).inserted }
      for problem in new { text.append(problem) }
      if !new.isEmpty { text.append("\n") }
    }
    return text
  }

  /// The line for a file whose cases are done, where no live line is shown.
  ///
  /// - Parameters:
  ///   - file: the file.
  ///   - results: the results of its cases.
  /// - Returns: the line with its line break.
  package static func line(of file: String, _ results: [CaseResult]) -> String {
    var counts = Counts()
    for result in results { counts.add(result.verdict) }
    return "\(TerminalText.escapingLine(file)): \(counts.words)\n"
  }

  /// The live line.
  ///
  /// - Parameters:
  ///   - done: the number of cases that are done.
  ///   - count: the number of all cases.
  ///   - failed: the number of those that failed.
  ///   - next: the case that runs.
  ///   - columns: the width of the terminal; the last column stays free.
  /// - Returns: the line, without a line break.
  package static func progress(
    _ done: Int, of count: Int, failed: Int, at next: String, columns: Int
  ) -> String {
    let counts = "\(done) of \(count)" + (failed > 0 ? ", \(failed) failed" : "")
    let line = "\(counts): \(TerminalText.escapingLine(next))"
    return String(line.prefix(max(columns - 1, 0)))
  }

  /// The end of the report: what failed, what was skipped, and the counts.
  ///
  /// - Parameters:
  ///   - results: the results of all cases.
  ///   - isOffline: whether nothing could be sent.
  ///   - time: how long all took; nil to leave it out.
  /// - Returns: the text.
  package static func summary(
    _ results: CaseResults, isOffline: Bool, time: Duration?
  ) -> StyledText {
    var text = StyledText()
    for stray in results.strays { text.append(stray.styledText) }
    for result in results.results {
      guard case .skipped(let reason) = result.verdict else { continue }
      text.append(
        "skipped \(TerminalText.escapingLine(result.testCase.id)): "
          + "\(TerminalText.escapingLine(reason))\n")
    }
    for result in results.results {
      for change in result.changes { text.append("\(TerminalText.escapingLine(change))\n") }
    }
    if results.isUpdate, results.failed == 0, results.results.allSatisfy({ $0.changes.isEmpty }) {
      text.append("no golden file has changed; to begin one, name the case as FILE::NAME\n")
    }
    for folder in results.removed { text.append("removed \(TerminalText.escapingLine(folder))\n") }
    let failed = results.results.filter(\.isFailed)
    if failed.count > 1 {
      text.append("failed:", .error)
      text.append("\n")
      for result in failed {
        text.append("  \(TerminalText.escapingLine(ShellWord.path(result.testCase.id)))\n")
      }
    }
    var counts = Counts()
    for result in results.results { counts.add(result.verdict) }
    var line = counts.words
    if !results.unreadable.isEmpty {
      let count = results.unreadable.count
      line += ", \(count) \(count == 1 ? "file has" : "files have") errors"
    }
    if !results.strays.isEmpty {
      let count = results.strays.count
      line += ", \(count) unused \(count == 1 ? "folder" : "folders")"
    }
    // A time below a second is not worth showing.
    if let time, time >= .seconds(1) { line += " in \(seconds(time))" }
    if isOffline { line += "; nothing was sent" }
    text.append(line + "\n")
    return text
  }

  private static func seconds(_ time: Duration) -> String {
    let tenths = Int((time / .milliseconds(100)).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// How many cases there are of each verdict.
  private struct Counts {
    var passed = 0
    var failed = 0
    var skipped = 0

    mutating func add(_ verdict: CaseResult.Verdict) {
      switch verdict {
      case .passed: passed += 1
      case .failed, .broken: failed += 1
      case .skipped: skipped += 1
      }
    }

    /// `80 passed, 1 failed, 2 skipped`, without what is 0.
    var words: String {
      let parts = [(passed, "passed"), (failed, "failed"), (skipped, "skipped")]
      let shown = parts.filter { $0.0 > 0 }
      return shown.isEmpty ? "0 passed" : shown.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    }
  }
}

extension StyledText {
  /// Appends another text.
  fileprivate mutating func append(_ other: StyledText) {
    var start = 0
    for run in other.runs {
      append(String(decoding: other.bytes[start..<run.end], as: UTF8.self), run.style)
      start = run.end
    }
    append(String(decoding: other.bytes[start...], as: UTF8.self))
  }

  /// Appends a heading and lines below it.
  fileprivate mutating func append(section heading: String, _ lines: [String]) {
    append("  ")
    append("\(heading):", .hint)
    append("\n")
    for line in lines { append("    \(line)\n") }
  }
}
