import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import YAMLTree

/// The results of a step that are checked by more than its call: by `expect`, `fail` and `until`.
extension StepCaller {
  /// Makes the call, and prints its output once the results are as the step expects them.
  func judgedRecord(
    in scope: Scope, _ iteration: Int?, _ streams: OutputStreams
  ) async throws(Failure) -> ScopeRecord {
    guard step.holdsOutput else { return try await record(in: scope, iteration, streams) }
    var output = plan.context.hold()
    var hasResults = false
    var last: StateAttempt?
    let record: ScopeRecord
    let rowPaths = plan.context.rowPaths
    let written = rowPaths.paths
    do throws(Failure) {
      record = try await polled(in: scope) { () throws(Failure) in
        hasResults = false
        let record = try await self.retried(to: streams.error) { (errors) throws(Failure) in
          output = self.plan.context.hold()
          rowPaths.paths = written
          // The output of the attempt before is left out.
          last?.undo()
          let attempt = StateAttempt()
          last = attempt
          return try await attempt.make { () throws(Failure) in
            try await self.record(
              in: scope.atPresent(), iteration, OutputStreams(output: output, error: errors))
          }
        }
        hasResults = true
        return record
      }
    } catch {
      // The body of a failed call is shown as without these fields.
      if !hasResults { try? output.drain(to: streams.output) }
      throw error
    }
    do throws(DeliveryError) {
      try output.drain(to: streams.output)
    } catch {
      throw Failure(writing: error)
    }
    return record
  }

  /// Whether the results end the polling, if there is one.
  ///
  /// Throws a ``Failure`` if `fail` holds, or the last results are not as expected.
  func accepts(_ record: ScopeRecord, in scope: Scope) throws(Failure) -> Bool {
    var scope = scope
    scope.add(record, named: step.name)
    do throws(Failure) {
      if let rule = step.fail { try check(rule, in: scope) }
      let isLast =
        try step.poll?.condition?.holds(in: scope, of: head, sparing: Loop.element) ?? true
      if isLast, !step.expectations.isEmpty {
        try ResultJudge(of: step, head).judge(record, in: scope)
      }
      return isLast
    } catch {
      if !step.expectations.isEmpty { secrecyOfFailures.join(record.secrecy) }
      secrecyOfFailures.join(step.judgingTemplates.secrecy(in: scope))
      throw error
    }
  }

  private func check(_ rule: FailRule, in scope: Scope) throws(Failure) {
    let holds = try rule.condition?.holds(in: scope, of: head, sparing: Loop.element) ?? true
    guard holds else { return }
    guard let template = rule.message
    else { throw Failure(rule.status, "the condition of 'fail' holds", at: rule.mark) }
    let message: String
    do throws(TemplateProblem) {
      message = scope.redactor.masking(try template.render(in: scope).masked)
    } catch {
      throw Failure(.badInput, [error.diagnostic])
        .withStatusOfResponses(in: [template], scope: scope)
    }
    throw Failure(rule.status, message, at: rule.mark)
  }
}

extension [Template] {
  /// The secrecy of all values that the texts use, whether they can be computed or not.
  fileprivate func secrecy(in scope: Scope) -> Secrecy {
    var secrecy = Secrecy.open
    for template in self {
      template.visitReferences { reference, span in
        let found = (try? scope.binding(of: reference, at: span)) ?? scope[reference.name]
        if let found {
          secrecy.join(found.provenanceOfWhole.secrecy)
        } else if let record = scope.record(named: reference.name) {
          secrecy.join(record.secrecy)
        }
      }
    }
    return secrecy
  }
}
