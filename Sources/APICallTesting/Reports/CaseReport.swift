package import APICallBase
package import APICallText

/// The report of cases for people, in text with styles.
package enum CaseReport {
  /// The most lines of a body that are shown, and the longest of them in characters.
  private static let mostLines = 20
  private static let longestLine = 200

  /// A case that failed, with the problems, what was sent and received, and how to run it again; or
  /// the notes of one that passed.
  package static func text(of result: CaseResult, runAgainWith options: [String]) -> StyledText {
    var text = StyledText()
    guard result.isFailed else {
      guard !result.notes.isEmpty else { return text }
      text.append("NOTE", .hint)
      text.append(" \(TerminalText.line(result.testCase.id, isStart: false))\n")
      for note in result.notes { text.append(note.styledText) }
      text.append("\n")
      return text
    }
    text.append("FAIL", .error)
    text.append(" \(TerminalText.line(result.testCase.id, isStart: false))\n")
    for problem in result.problems + result.notes { text.append(problem.styledText) }
    if let request = result.request {
      text.append(heading: "request:")
      text.append(" \(TerminalText.line(request, isStart: false))\n")
    }
    let body = lines(of: result.body)
    if !body.isEmpty {
      text.append(heading: "response:")
      text.append("\n")
      for line in body { text.append("    \(line)\n") }
    }
    text.append(heading: "run again:")
    let id = TerminalText.line(ShellWord.path(result.testCase.id), isStart: false)
    text.append(" \((["apicall", "test"] + options + [id]).joined(separator: " "))\n\n")
    return text
  }

  private static func lines(of bytes: [UInt8]) -> [String] {
    let all = bytes.split(separator: UInt8(ascii: "\n"))
    var lines = all.prefix(mostLines).map { line in
      let text = TerminalText.line(
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
  package static func line(of file: String, _ results: [CaseResult]) -> String {
    "\(TerminalText.line(file)): \(results.counts)\n"
  }

  /// Returns the line, without a line break.
  package static func progress(
    _ done: Int, of count: Int, failed: Int, at next: String, columns: Int
  ) -> String {
    let counts = "\(done) of \(count)" + (failed > 0 ? ", \(failed) failed" : "")
    let line = "\(counts): \(TerminalText.line(next, isStart: false))"
    return String(line.prefix(max(columns - 1, 0)))
  }
}

extension StyledText {
  fileprivate mutating func append(heading: String) {
    append("  ")
    append(heading, .hint)
  }
}
