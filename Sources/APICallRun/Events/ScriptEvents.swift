/// What is known of a step of a script when it begins.
package struct StepStart: Sendable, Hashable {
  /// Its number among the steps of its script, from 1; nil for a call that is no step of it.
  package var number: Int?
  /// How many steps its script has; nil as above.
  package var count: Int?
  /// How many rounds it has; nil where it has none, or nobody knows yet.
  package var rounds: Int?
  /// Why it is called where it is no step.
  package var part: ScriptPart?

  package init(
    number: Int? = nil, of count: Int? = nil, rounds: Int? = nil, part: ScriptPart? = nil
  ) {
    self.number = number
    self.count = count
    self.rounds = rounds
    self.part = part
  }
}

/// What is called when the steps of a script are over.
package enum ScriptPart: String, Sendable, CaseIterable {
  case onFailure = "on_failure"
  case cleanup, finally
}

/// How far a round of a step has come.
package enum RoundState: String, Sendable, CaseIterable {
  case begun, done, skipped, failed
}
