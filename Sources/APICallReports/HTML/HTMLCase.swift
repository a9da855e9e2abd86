import APICallBase

/// What the page shows of a case: all about one that failed, and little about another.
enum HTMLCase {
  static func write(_ testCase: ReportCase, to writer: inout MarkupWriter) {
    facts(of: testCase, to: &writer)
    let isShort = !testCase.state.isFailure && testCase.state != .flaky
    if isShort {
      exchanges(of: testCase, to: &writer)
    } else {
      for (index, attempt) in testCase.attempts.enumerated() {
        let count = testCase.attempts.count + 1
        writer.block("h3", text: "Attempt \(index + 1) of \(count): \(attempt.state.rawValue)")
        HTMLDiagnostics.write(attempt.diagnostics, to: &writer)
      }
      if testCase.state.isFailure {
        writer.block("h3", text: "Why it failed")
        if let status = testCase.verdict.status {
          writer.block(
            "p",
            text: "The case cannot be judged: exit status \(status.rawValue), \(status.name).")
        }
        HTMLDiagnostics.write(testCase.verdict.diagnostics, to: &writer)
      }
      writer.block("h3", text: "Run again")
      writer.block("pre") { $0.inline("code", text: ShownText.line(testCase.command)) }
      if testCase.steps.contains(where: { $0.label != nil }) { writer.block("h3", text: "Steps") }
      for step in testCase.steps { HTMLExchange.write(step, to: &writer) }
    }
    HTMLWaterfall(testCase)?.write(to: &writer)
  }

  /// Where the case is, its tags, and what was written for it.
  private static func facts(of testCase: ReportCase, to writer: inout MarkupWriter) {
    var facts: [String] = []
    if let place = testCase.place { facts.append(ShownText.line(place.description)) }
    if !testCase.tags.isEmpty {
      facts.append("tags: \(ShownText.line(testCase.tags.joined(separator: ", ")))")
    }
    facts += testCase.changes.map { ShownText.line($0) }
    if !facts.isEmpty {
      writer.block("p", ["class": "soft"], text: facts.joined(separator: " · "))
    }
  }

  /// The exchanges of a case that passed, on a line each.
  private static func exchanges(of testCase: ReportCase, to writer: inout MarkupWriter) {
    guard !testCase.exchanges.isEmpty else { return }
    writer.block("ul", ["class": "exchanges"]) { writer in
      if testCase.steps.contains(where: { $0.label != nil }) { writer.block("h3", text: "Steps") }
      for step in testCase.steps {
        for exchange in step.exchanges {
          writer.block("li") { writer in
            if let words = step.words { writer.write("\(ShownText.line(words)): ") }
            writer.inline("code", text: HTMLExchange.line(of: exchange))
            writer.write(" \(HTMLExchange.outcome(of: exchange))")
          }
        }
      }
    }
  }
}
