import APICallBase
import APICallRun
import APICallSpec

extension StepCaller {
  /// Refuses to hand on a variable that what is called is not trusted with; a mock server is the user's
  /// own.
  func checkHanded(_ given: [GivenInput], in scope: Scope) throws(Failure) {
    guard surroundings.resources.destination.mock == nil else { return }
    let refusals = handed.refusals(
      of: given.map { ($0.input, $0.binding.provenance.writers) }
    ) { reference, span in
      (try? scope.binding(of: reference, at: span))?.provenance.writers ?? []
    }
    if !refusals.isEmpty { throw Failure(.noPermission, refusals) }
  }
}
