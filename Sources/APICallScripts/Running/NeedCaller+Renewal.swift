package import APICallBase
package import APICallLanguage
package import APICallModel
package import APICallResponses
package import APICallRun
import YAMLTree

/// The kept outputs of a needed call that was made in an earlier run, or by another process.
struct KeptNeed {
  let need: Need
  let key: SessionKey
  let entry: SessionEntry

  /// The name, and how long its outputs are kept already.
  var title: String { "'\(need.name)', kept since \(entry.taken.iso8601)," }

  func refusal(with status: Int) -> String { "\(title) was refused with \(status)" }
}

extension NeedCaller {
  /// Makes the calls that an endpoint needs, and then its own; if the server refuses kept outputs,
  /// makes all of them once more, with new outputs.
  package func sending<Result>(
    _ endpoint: Endpoint, in inputs: Scope, below place: [String],
    _ context: RunContext, observers: [any RunObserver],
    _ send: (Scope, RefusalWatch?) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if place.isEmpty { try Foresight.check(endpoint, in: inputs, with: context.resources) }
    var scope = inputs
    let bound = try await bind(endpoint, into: &scope, below: place, in: context)
    let used = bound.isEmpty ? [] : endpoint.usedNeeds
    let kept = bound.filter { used.contains($0.need.name) }
    guard !kept.isEmpty else { return try await send(scope, nil) }
    let watch = RefusalWatch(for: kept.map(\.need.renewal))
    do throws(Failure) {
      return try await send(scope, watch)
    } catch {
      guard !error.endsRun else { throw error }
      guard let (status, isRepeatable) = watch.refusal else {
        throw watch.isForbidden ? Self.forbidden(error, kept) : error
      }
      let renewed = kept.filter { $0.need.renewal.accepts(status) }
      let refused = renewed.filter { outputs.refuse($0.entry, for: $0.key) }
      guard isRepeatable else {
        for used in renewed { try await outputs.forget(used.entry, for: used.key) }
        throw Self.unrepeatable(error, renewed, after: status)
      }
      context.report(refused.map { $0.note(of: status) })
      for observer in observers { observer.observe(.renewing(renewed[0].need.name)) }
    }
    scope = inputs
    _ = try await bind(endpoint, into: &scope, below: place, in: context)
    return try await send(scope, nil)
  }

  /// The failure of a call that cannot be made again because its body was already read.
  private static func unrepeatable(
    _ failure: Failure, _ kept: [KeptNeed], after status: Int
  ) -> Failure {
    failure.changingFirst { first in
      first.notes += kept.map {
        Diagnostic.Note("\($0.refusal(with: status)) and is discarded", at: $0.need.mark)
      }
      first.hint = "the body cannot be read again: run the command again, which logs in anew"
    }
  }

  /// The failure of a call that the server did not allow, with the kept outputs that it used.
  private static func forbidden(_ failure: Failure, _ kept: [KeptNeed]) -> Failure {
    failure.changingFirst { first in
      first.notes += kept.map { Diagnostic.Note("\($0.title) was used", at: $0.need.mark) }
      first.hint =
        first.hint ?? "if the server responds with 403 to a login that has ended, add "
        + "'renew: {on: [401, 403]}' to the need"
    }
  }
}

extension KeptNeed {
  fileprivate func note(of status: Int) -> Diagnostic {
    Diagnostic("\(refusal(with: status)): the call is made again", at: need.mark).reported(
      as: .note)
  }
}
