import APICallBase
import APICallLanguage
import APICallModel
import APICallResponses
import APICallText

/// The rounds of a step: each begins with what the one before has left.
extension LoopRun {
  /// Makes the rounds end by the condition of the loop, and move the state if the script ends with
  /// them.
  func beginRounds(_ rows: any RowSource, of script: ScriptSpec) {
    context.states.hold(allBut: state)
    let isLast = place.path.count == 1 && script.steps.last?.name == step.name
    (rows as? RoundRows)?.endRound = { [unowned self] (index) throws(Failure) in
      // What the round has printed is read, so the next run need not begin before it.
      if isLast { try await context.checkpoint?() }
      guard let until = loop.rounds?.until, let lastRound else { return false }
      var scope = scope.atPresent()
      scope.add(lastRound, named: step.name)
      scope[Loop.index] = Scope.Binding(.number(String(index)))
      return try until.holds(in: scope, of: head, sparing: Loop.element)
    }
  }

  /// The output of the next iteration: the items of a list with `since` are printed as they arrive.
  var nextOutput: any BufferedOutput {
    guard passesItems, let printer else { return context.hold() }
    return PrintedOutput(by: printer)
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
