import APICallBase
import APICallSpec

extension StepCaller {
  /// Runs the step once, or one round of it: where its condition holds, makes the call, as often as
  /// it polls, and keeps what takes it back.
  ///
  /// - Parameters:
  ///   - scope: the script's names, with their values, and those of the round.
  ///   - round: the round of the loop, counted from 1; nil where there is none.
  ///   - output: where what is printed goes.
  ///   - errors: where the body of an unexpected answer is shown.
  ///   - cleanups: what is called when the script is over.
  /// - Returns: what of the answer is used; nil where the step is skipped.
  /// - Throws: a ``Failure`` that says in which step it failed.
  func perform(
    in scope: Scope, round: Int? = nil, output: any ByteSink, errors: any ByteSink,
    cleanups: CleanupList
  ) async throws(Failure) -> ScopeRecord? {
    var scope = scope.atPresent()
    do throws(Failure) {
      if let condition = step.condition, try !condition.holds(in: scope, of: head) {
        return nil
      }
      if step.cleanup != nil { try cleanups.checkRoom() }
    } catch {
      throw noted(error, in: round)
    }
    let record: ScopeRecord
    if let rule = step.poll {
      record = try await poll(rule, in: scope, round: round, output: output, errors: errors)
    } else {
      record = try await call(in: scope, round: round, output: output, errors: errors)
    }
    if let cleanup = step.cleanup {
      scope.add(record, named: step.name)
      cleanups.add(cleanup, of: step, in: scope)
    }
    return record
  }
}
