import YAMLTree

/// When a step is called, how often, and what follows when the script is over.
extension ScriptReader {
  /// Reads what has to hold for a step, and until when it is called again.
  mutating func readFlow(_ draft: StepDraft, into step: inout Step) {
    step.title = draft.title
    step.condition = draft.condition
    check(step.condition?.templates ?? [])
    step.poll = draft.poll
    guard let poll = step.poll else { return }
    check(poll.templates)
    switch step.callee {
    case .script(let script):
      reading.report(
        "'poll' looks at an answer, and \(script.file) is a script, which has none", at: poll.mark,
        hint: "poll in the steps of that script")
    case .endpoint(let endpoint), .inline(let endpoint):
      guard endpoint.pagination != nil else { return }
      reading.report(
        "'poll' looks at one answer, and \(endpoint.file) has pages", at: poll.mark,
        hint: "call one page, with an endpoint without 'paginate'")
    }
  }

  /// Reads what takes back what a step did; it knows what the step left.
  mutating func cleanup(of draft: StepDraft) -> Cleanup? {
    guard let entry = draft.cleanup else { return nil }
    let outside = names
    defer { names = outside }
    let cleanup = reading.cleanup(entry, of: draft)
    return step(cleanup).map { Cleanup($0) }
  }

  /// Reads what is called when the steps are over.
  mutating func readEndings(_ draft: ScriptDraft, into script: inout Script) {
    let outside = names
    names.records.append(NamesAround.Record.error)
    script.onFailure = endings(draft.onFailure, of: script)
    names = outside
    script.finally = endings(draft.finally, of: script)
    names = outside
  }

  private mutating func endings(_ drafts: [StepDraft], of script: Script) -> [Step] {
    var steps: [Step] = []
    for (index, draft) in drafts.enumerated() {
      names.later = drafts[index...].map(\.name)
      checkName(of: draft, in: script)
      if let step = step(draft) { steps.append(step) }
    }
    names.later = []
    return steps
  }

  /// Checks that no two calls have one name.
  mutating func checkNames(of draft: ScriptDraft) {
    var known: [(name: String, part: String)] = draft.steps.map { ($0.name, "steps") }
    for (part, steps) in [("on_failure", draft.onFailure), ("finally", draft.finally)] {
      for step in steps {
        if let other = known.first(where: { $0.name == step.name }) {
          reading.report(
            "both a step of '\(other.part)' and one of '\(part)' are named '\(step.name)'",
            at: step.mark, hint: "rename one of them: they share their names")
        }
        known.append((step.name, part))
      }
    }
  }
}
