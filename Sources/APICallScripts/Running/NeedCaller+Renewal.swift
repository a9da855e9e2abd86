package import APICallBase
package import APICallLanguage
package import APICallModel
package import APICallResponses
package import APICallRun
import YAMLTree

/// The outputs of a needed call that can be obtained again: they have a lifetime.
struct MetNeed {
  let need: Need
  let key: SessionKey
  let found: OutputStore.Found

  /// The name, and how long its outputs are kept already.
  var title: String { "'\(need.name)', kept since \(found.taken.iso8601)," }

  func refusal(with status: Int) -> String { "\(title) was refused with \(status)" }
}

extension NeedCaller {
  /// Makes the calls that an endpoint needs, and then its own; if the server refuses outputs that a
  /// server has accepted before, makes all of them once more, with new outputs.
  ///
  /// Calls in progress at the same time share the new outputs.
  package func sending<Result>(
    _ endpoint: EndpointSpec, in inputs: Scope, below place: [String],
    _ context: RunContext, observers: [any RunObserver],
    _ send: (Scope, RefusalWatch?) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if place.isEmpty { try Foresight.check(endpoint, in: inputs, with: context.resources) }
    var scope = inputs
    let bound = try await bind(endpoint, into: &scope, below: place, in: context)
    let used = bound.isEmpty ? [] : endpoint.usedNeeds
    // A login whose cookies are sent is used, too.
    let met = bound.filter { endpoint.cookies != nil || used.contains($0.need.name) }
    guard !met.isEmpty else { return try await send(scope, nil) }
    var renewed: [MetNeed] = []
    let watch = RefusalWatch { [outputs] status in
      met.contains { $0.need.renewal.accepts(status) && outputs.isAccepted($0.found, for: $0.key) }
    } accepting: { [outputs] in
      for need in met { outputs.accept(need.found, for: need.key) }
    }
    do throws(Failure) {
      return try await send(scope, watch)
    } catch {
      guard !error.endsRun else { throw error }
      guard let (status, isRepeatable) = watch.refusal else {
        let kept = met.filter { outputs.isAccepted($0.found, for: $0.key) }
        throw watch.isForbidden && !kept.isEmpty ? Self.forbidden(error, kept) : error
      }
      renewed = met.filter { $0.need.renewal.accepts(status) }
      let refused = renewed.filter { outputs.refuse($0.found, for: $0.key) }
      guard isRepeatable else {
        for used in renewed {
          if let entry = used.found.entry { try await outputs.forget(entry, for: used.key) }
        }
        throw Self.unrepeatable(error, renewed, after: status)
      }
      context.report(refused.map { $0.note(of: status) })
      for observer in observers { observer.observe(.renewing(renewed[0].need.name)) }
    }
    scope = inputs
    let obtained = try await bind(endpoint, into: &scope, below: place, in: context)
    let again = RefusalWatch { [outputs, renewed] status in
      for need in renewed where need.need.renewal.accepts(status) {
        outputs.noteRenewal(for: need.key, isVain: true)
      }
      return false
    } accepting: { [outputs, renewed] in
      for need in renewed { outputs.noteRenewal(for: need.key, isVain: false) }
      for need in obtained { outputs.accept(need.found, for: need.key) }
    }
    return try await send(scope, again)
  }

  /// The failure of a call that cannot be made again because its body was already read.
  private static func unrepeatable(
    _ failure: Failure, _ kept: [MetNeed], after status: Int
  ) -> Failure {
    failure.changingFirst { first in
      first.notes += kept.map {
        Message.Note("\($0.refusal(with: status)) and is discarded", at: $0.need.mark)
      }
      first.hint = "the body cannot be read again: run the command again, which logs in anew"
    }
  }

  /// The failure of a call that the server did not allow, with the kept outputs that it used.
  private static func forbidden(_ failure: Failure, _ kept: [MetNeed]) -> Failure {
    failure.changingFirst { first in
      first.notes += kept.map { Message.Note("\($0.title) was used", at: $0.need.mark) }
      first.hint =
        first.hint ?? "if the server responds with 403 to a login that has ended, add "
        + "'renew: {on: [401, 403]}' to the need"
    }
  }
}

extension MetNeed {
  fileprivate func note(of status: Int) -> Message {
    Message("\(refusal(with: status)): the call is made again", at: need.mark).reported(
      as: .note)
  }
}
