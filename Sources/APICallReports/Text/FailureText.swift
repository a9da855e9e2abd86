import APICallBase
import APICallText

/// Why a case failed, as plain text.
enum FailureText {
  /// The most diagnostics of a case, and the most details of each, that are shown.
  static let mostDiagnostics = 50
  private static let mostDetails = 50

  /// Returns the text with a line break at its end; empty without a diagnostic.
  static func text(of diagnostics: [Message]) -> String {
    let text = shown(diagnostics).map { ShownText.lines($0.text) }.joined()
    let more = diagnostics.count - mostDiagnostics
    return more > 0 ? "\(text)… \(more.counted("more problem"))\n" : text
  }

  /// Everything that a reader needs to know about a failed case: the diagnostics, the last request,
  /// and the command that runs the case again.
  static func block(of attempt: ReportAttempt, at testCase: ReportCase) -> String {
    var text = text(of: attempt.verdict.diagnostics)
    if let last = attempt.steps.flatMap(\.exchanges).last {
      text += "  request: \(ShownText.line(last.method)) \(ShownText.line(last.url))\n"
    }
    text += "  run again: \(ShownText.line(testCase.command))\n"
    return ShownText.lines(text)
  }

  /// The first message on one line, with its first detail; the state in words if there is none.
  static func summary(of verdict: ReportCase.Verdict) -> String {
    guard let first = verdict.diagnostics.first else { return verdict.kind }
    // The details of a golden file are lines of text, which say nothing on their own.
    let detail = first.details.first.flatMap { $0.hasPrefix("$") ? $0 : nil }
    let more = verdict.diagnostics.count - 1
    return ShownText.line(first.words + (detail.map { ": \($0)" } ?? ""))
      + (more > 0 ? " (and \(more) more)" : "")
  }

  /// The diagnostics that are shown, with each hint once and all texts limited.
  static func shown(_ diagnostics: [Message]) -> [Message] {
    diagnostics.prefix(mostDiagnostics).map(limited).unshown
  }

  /// The diagnostic with its texts limited, as one that has not been shown.
  static func limited(_ diagnostic: Message) -> Message {
    var shown = diagnostic
    shown.isTold = false
    shown.message = limited(diagnostic.message)
    shown.quote = diagnostic.quote.map(limited)
    shown.hint = diagnostic.hint.map(limited)
    shown.details = diagnostic.details.prefix(mostDetails).map(limited)
    let more = diagnostic.details.count - mostDetails
    if more > 0 { shown.details.append("… \(more.counted("more line"))") }
    shown.notes = diagnostic.notes.prefix(mostDetails).map { note in
      var note = note
      note.message = limited(note.message)
      return note
    }
    return shown
  }

  /// A diagnostic escapes its texts itself.
  private static func limited(_ text: String) -> String { ShownText.start(of: text, limit: 4000) }
}
