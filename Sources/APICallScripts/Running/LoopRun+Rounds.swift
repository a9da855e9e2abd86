import APICallBase
import APICallLanguage
import APICallModel
import APICallResponses

/// The rounds of a step: each begins with what the one before has left.
extension LoopRun {
  /// Makes the rounds end by the condition of the loop, and move the state if the script ends with
  /// them.
  func beginRounds(_ rows: any RowSource, of script: Script) {
    context.states.hold(allBut: state)
    let isLast = place.path.count == 1 && script.steps.last?.name == step.name
    (rows as? RoundRows)?.endRound = { [unowned self] () throws(Failure) in
      // What the round has printed is read, so the next run need not begin before it.
      if isLast { try await context.checkpoint?() }
      guard let until = loop.rounds?.until, let lastRound else { return false }
      var scope = scope.atPresent()
      scope.add(lastRound, named: step.name)
      return try until.holds(in: scope, of: head, sparing: Loop.element)
    }
  }

  /// Takes what a round leaves to the next one.
  func endRound(_ record: ScopeRecord) throws(Failure) {
    lastRound = record
    guard let state else { return }
    var left = scope
    left.add(record, named: step.name)
    try state.note(left, after: step.name)
    scope.add(state.record, named: StateDeclaration.name)
  }
}
