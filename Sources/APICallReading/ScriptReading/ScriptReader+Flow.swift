import APICallLanguage
import APICallModel
import APICallSafety
import YAMLTree

/// Computations, conditions, polling, and the calls at the end of a script.
extension ScriptReader {
  mutating func computed(_ entry: Node.Entry, in draft: StepDraft) -> Callee? {
    let others =
      [draft.call, draft.inputs, draft.pause].compactMap { $0 }
      + draft.overrides.filter { $0.key != "expect" }
    for other in others {
      reading.report(
        other.key == "call"
          ? "\(draft.title) has both 'call' and 'of'"
          : "'\(other.key)' has no effect on a step with 'of'", at: other.keyMark,
        hint: other.key == "call"
          ? "write two steps: the second one computes with <\(draft.name).body>"
          : "remove the line")
    }
    let value = reading.payload(entry, isMade: true)
    check(value.templates)
    var rows = RowStages()
    if let first = draft.rows.first {
      let node = Node(.mapping(draft.rows), at: first.keyMark)
      reading.read(node, as: RowFields.all(\RowStages.self), into: &rows, named: draft.title)
    }
    check(rows)
    return .computed(Computation(value, at: entry.value.mark, making: rows, in: frame))
  }

  mutating func readFlow(_ draft: StepDraft, into step: inout Step) {
    step.title = draft.title
    step.condition = draft.condition
    check(step.condition?.templates ?? [])
    step.pause = draft.pauseLength
    step.poll = draft.poll
    guard let poll = step.poll else { return }
    check((poll.until + poll.fail).flatMap(\.templates))
    switch step.callee {
    case .script:
      if poll.condition != nil, poll.fail.isEmpty { return }
      reading.report(
        "'poll' checks a response, but \(step.title) calls a script, which has none", at: poll.mark,
        hint: poll.condition != nil
          ? "write 'fail' beside 'poll', with a condition on its outputs"
          : "poll in the steps of that script, or write a condition on its outputs, as in "
            + "'until: <\(step.name).done>'")
    case .computed:
      reading.report(
        "'poll' checks a response, but \(step.title) computes a value", at: poll.mark,
        hint: "poll in a step with 'call'")
    case .endpoint(let endpoint), .inline(let endpoint):
      if poll.condition != nil {
        reading.report(
          "'until' is a condition, but \(step.title) calls no script", at: poll.mark,
          hint: "write what the response has to be, as in 'until: {body: {$.status: done}}'")
      }
      guard endpoint.pagination != nil else { return }
      reading.report(
        "'poll' checks one response, but \(endpoint.file) has pages", at: poll.mark,
        hint: "request one page, with an endpoint without 'paginate'")
    }
  }

  mutating func cleanup(of draft: StepDraft) -> Cleanup? {
    guard let entry = draft.cleanup else { return nil }
    let outside = names
    defer { names = outside }
    let cleanup = reading.cleanup(entry, of: draft)
    return step(cleanup).map { Cleanup($0) }
  }

  mutating func readEndings(_ draft: ScriptDraft, into script: inout ScriptSpec) {
    let outside = names
    names.records.append(ScriptNames.Record.error)
    script.onFailure = endings(draft.onFailure, of: script)
    names = outside
    script.finally = endings(draft.finally, of: script)
    names = outside
  }

  private mutating func endings(_ drafts: [StepDraft], of script: ScriptSpec) -> [Step] {
    var steps: [Step] = []
    for (index, draft) in drafts.enumerated() {
      names.later = drafts[index...].map(\.name)
      checkName(of: draft, in: script)
      if let step = step(draft) { steps.append(step) }
    }
    names.later = []
    return steps
  }

  mutating func checkNames(of draft: ScriptDraft) {
    var known: [(name: String, part: String)] = draft.steps.map { ($0.name, "steps") }
    for (part, steps) in [("on_failure", draft.onFailure), ("finally", draft.finally)] {
      for step in steps {
        if let other = known.first(where: { $0.name == step.name }) {
          reading.report(
            "both a step of '\(other.part)' and one of '\(part)' are named '\(step.name)'",
            at: step.mark, hint: "rename one of them: each name may be used once")
        }
        known.append((step.name, part))
      }
    }
  }
}

/// The places where steps save their responses.
extension ScriptReader {
  /// Reads the path at which a step saves its responses: a path below the working directory, unless
  /// an input of the script leads elsewhere.
  mutating func readSaving(_ draft: StepDraft, into step: inout Step) {
    guard let entry = draft.save, let template = reading.template(entry) else { return }
    step.save = template
    if case .computed = step.callee {
      reading.report(
        "'save' saves a response, but \(step.title) computes a value", at: entry.keyMark,
        hint: "print the value, and redirect the output of apicall")
    }
    if case .script = step.callee {
      reading.report(
        "'save' saves a response, but \(step.title) calls a script, which has none",
        at: entry.keyMark,
        hint: "save in the steps of that script")
    }
    checkSaving(template, as: entry.key)
  }

  /// Checks the path of a file that the script writes.
  mutating func checkSaving(_ template: Template, as field: String) {
    let name = field == "save" ? "<index>.json" : "\(field).ndjson"
    check([template])
    for placeholder in template.placeholders {
      guard let name = names.firstSecret(in: placeholder) ?? secretName(in: placeholder)
      else { continue }
      reading.report(
        "the secret '\(name)' cannot be used in the name of a file", at: placeholder.mark,
        hint: "the name is visible to other users")
    }
    if let problem = Self.problem(with: template) {
      reading.report(
        "'\(field)' \(problem)", at: template.mark,
        hint: "write a path below the working directory; an input may lead "
          + "elsewhere, as in '\(field): <folder>/\(name)'")
    }
  }

  private func secretName(in placeholder: Placeholder) -> String? {
    placeholder.firstSecret(among: names.secrets + [SecretName.prefix])
  }

  private static func problem(with template: Template) -> String? {
    var path = SavePath()
    for part in template.parts {
      // A placeholder is a part of a name, whatever its value.
      if case .text(let literal) = part {
        path.append(literal, by: .file)
      } else {
        path.append("x", by: .file)
      }
    }
    return path.end()?.words
  }
}
