import APICallLanguage
import APICallModel
import YAMLTree

/// The fields of `poll:`.
enum PollFields {
  static let all: [Field<PollRule>] = [
    Field(
      "until", "a map, a list of alternatives, or a condition on outputs",
      .either([responses, .condition]),
      "The response, or the outputs of a script, that end the polling successfully."
    ) {
      if $1.isCondition {
        $0.condition = $2.condition($1)
      } else {
        $0.until = $2.responseExpectations($1)
      }
    },
    Field(
      "fail", "a map, or a list of alternatives", responses,
      "The response that shows that the expected one will never come."
    ) { $0.fail = $2.responseExpectations($1) },
    Field("every", "a duration", .duration, "The pause before the second call.") {
      guard let every = $2.duration($1) else { return }
      guard every >= PollRule.shortestPause else {
        return $2.report(
          "'every' is at least \(PollRule.shortestPause.written), not '\($1.writtenText)'",
          at: $1.value.mark)
      }
      $0.every = every
    },
    Field(
      "backoff", "a number", .number(isWhole: false, 1...PollRule.mostBackoff),
      "The factor by which each pause is longer than the one before; default 1."
    ) { if let factor = $2.backoff($1, upTo: PollRule.mostBackoff) { $0.backoff = factor } },
    Field("for", "a duration", .duration, "The time limit for the polling.") {
      guard let limit = $2.duration($1) else { return }
      guard limit <= PollRule.longestLimit else {
        return $2.report("'for' is at most 24h, not '\($1.writtenText)'", at: $1.value.mark)
      }
      $0.limit = limit
    },
    Field(
      "times", "a whole number", .number(isWhole: true, 1...Double(PollRule.mostTimes)),
      "The maximum number of calls; without it, only the time is limited."
    ) { $0.times = $2.count($1, from: 1, upTo: PollRule.mostTimes) },
  ]

  private static let responses = FieldShape.either([
    .table(ExpectationFields.response),
    .list(of: .table(ExpectationFields.response), isNeeded: true),
  ])
}

extension SpecReading {
  mutating func pollRule(_ entry: Node.Entry) -> PollRule? {
    guard let entries = entry.value.entries else {
      return reject(
        entry, takes: "a map", hint: "as in 'poll: {until: {body: {$.status: done}}, every: 2s}'")
    }
    guard entries.contains(where: { $0.key == "until" }) else {
      return reject(
        "'poll' has no 'until'", at: entry.keyMark,
        hint: "add what ends the polling: 'until: {body: {$.status: done}}'")
    }
    var rule = PollRule(at: entry.keyMark)
    read(entry.value, as: PollFields.all, into: &rule, named: "'poll'")
    return rule
  }
}

extension Node.Entry {
  fileprivate var writtenText: String { value.scalar?.text ?? "" }

  /// Whether it is a condition, rather than what a response has to be.
  fileprivate var isCondition: Bool {
    guard let entries = value.entries else { return writtenText.contains("<") }
    return entries.contains { ["value", "any", "all", "not"].contains($0.key) }
  }
}
