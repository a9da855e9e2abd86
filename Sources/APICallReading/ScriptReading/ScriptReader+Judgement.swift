import APICallHTTP
import APICallLanguage
import APICallModel
import YAMLTree

/// What decides whether a step has succeeded: its own results.
extension ScriptReader {
  /// A step that only has `fail`.
  mutating func check(_ draft: StepDraft) -> Callee {
    let others = [draft.inputs, draft.pause, draft.save, draft.cleanup].compactMap { $0 }
    for other in others + draft.overrides + draft.rows {
      reading.report(
        "'\(other.key)' has no effect on a step that only has 'fail'", at: other.keyMark,
        hint: "remove the line, or add 'call'")
    }
    if let poll = draft.poll {
      reading.report(
        "'poll' has no effect on a step that only has 'fail'", at: poll.mark,
        hint: "remove the line, or add 'call'")
    }
    return .computed(
      Computation(.literal("null"), at: draft.mark, making: RowStages(), in: frame))
  }

  /// Reads what a step expects of its own results, which are known by now.
  mutating func readJudgement(_ draft: StepDraft, into step: inout Step) {
    check(step.poll?.condition?.templates ?? [])
    for entry in draft.overrides {
      switch (entry.key, step.callee) {
      case ("expect", .computed), ("expect", .script):
        step.expectations = expectations(entry, for: step)
      case ("retry", .script(let script)):
        step.retry = reading.retryRule(entry)
        if let rule = step.retry { checkRetry(rule, of: script) }
      default: break
      }
    }
    step.fail = draft.fail
    check(step.judgingTemplates)
  }

  private mutating func expectations(
    _ entry: Node.Entry, for step: Step
  ) -> [BodyExpectation<Payload>] {
    let expectations = reading.bodyExpectations(entry)
    guard case .script(let script) = step.callee else { return expectations }
    for expectation in expectations {
      guard case .text = expectation.place else { continue }
      reading.report(
        "'expect' checks outputs, but this names none of \(script.file)", at: expectation.mark,
        hint: "write the path of an output, as in "
          + "'$.\(script.outputs.first?.name ?? "id"): {exists: true}'")
    }
    return expectations
  }

  /// Reports a request that would be repeated with the script though it may take effect twice.
  private mutating func checkRetry(_ rule: RetryRule, of script: ScriptSpec) {
    if !rule.responses.isEmpty {
      reading.report(
        "'retry' names a response, but the step calls a script, which has none", at: rule.mark,
        hint: "write statuses and exit statuses, or 'retry' in the calls of that script")
    }
    guard rule.times > 0, !rule.allowsUnsafe else { return }
    for endpoint in script.endpoints {
      let method = endpoint.method.map(\.literal) ?? endpoint.defaultMethod
      if let method, OutgoingRequest.isIdempotent(method) { continue }
      return reading.report(
        "'retry' may repeat the \(method ?? "request") of \(endpoint.file), which may take effect "
          + "twice", at: rule.mark,
        hint: "write 'unsafe: true' in 'retry' if the script may be run again from its start")
    }
  }
}
