import APICallBase

/// What the page shows of a case: all about one that failed, and little about another.
enum HTMLCase {
  static func write(_ testCase: ReportCase, to writer: inout MarkupWriter) {
    facts(of: testCase, to: &writer)
    if testCase.failures.isEmpty {
      notes(on: testCase, to: &writer)
      exchanges(of: testCase, to: &writer)
    } else {
      failures(of: testCase, to: &writer)
    }
    HTMLWaterfall(testCase)?.write(to: &writer)
  }

  /// What is worth knowing although the case did not fail because of it.
  private static func notes(on testCase: ReportCase, to writer: inout MarkupWriter) {
    guard !testCase.warnings.isEmpty else { return }
    writer.block("h3", text: "Notes")
    HTMLDiagnostics.write(testCase.warnings, to: &writer)
  }

  private static func failures(of testCase: ReportCase, to writer: inout MarkupWriter) {
    let count = testCase.earlier.count + 1
    for (index, attempt) in testCase.failures.enumerated() {
      let isLast = index == count - 1
      let subject = count > 1 ? "attempt \(index + 1) of \(count)" : "it"
      writer.block("h3", text: "Why \(subject) failed")
      if let status = attempt.verdict.status {
        writer.block(
          "p", text: "The case cannot be judged: exit status \(status.rawValue), \(status.name).")
      }
      HTMLDiagnostics.write(attempt.verdict.diagnostics, to: &writer)
      if !isLast { steps(attempt.steps, of: "Steps of this attempt", to: &writer) }
    }
    notes(on: testCase, to: &writer)
    writer.block("h3", text: "Run again")
    writer.block("pre") { $0.inline("code", text: ShownText.line(testCase.command)) }
    if testCase.state == .flaky {
      writer.block("h3", text: "Attempt \(count) of \(count) passed")
    }
    steps(testCase.steps, of: count > 1 ? "Steps of the last attempt" : "Steps", to: &writer)
  }

  private static func steps(
    _ steps: [ReportStep], of heading: String, to writer: inout MarkupWriter
  ) {
    if writer.isLong {
      writer.block(
        "p", text: "Requests and responses are left out: the page is longer than 16 MiB.")
      return
    }
    if steps.contains(where: { $0.label != nil }) { writer.block("h3", text: heading) }
    for step in steps { HTMLExchange.write(step, to: &writer) }
  }

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

  private static func exchanges(of testCase: ReportCase, to writer: inout MarkupWriter) {
    guard !testCase.exchanges.isEmpty else { return }
    if testCase.steps.contains(where: { $0.label != nil }) { writer.block("h3", text: "Steps") }
    writer.block("ul", ["class": "exchanges"]) { writer in
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
