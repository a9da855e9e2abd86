package import APICallBase
package import APICallRun
package import APICallSpec
import YAMLTree

/// The kept outputs of a needed call that was made in an earlier run, or by another process.
struct KeptNeed {
  let need: Need
  let key: SessionKey
  let entry: SessionEntry

  /// The message that the server refused it.
  var refusal: String { "'\(need.name)', kept since \(entry.taken.iso8601), was refused with 401" }
}

extension NeedCaller {
  /// Makes the calls that an endpoint needs, and then its own; if the server refuses kept outputs,
  /// makes all of them once more, with new outputs.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - inputs: binds its inputs.
  ///   - place: the names of the steps that lead to it.
  ///   - context: the context of the needed calls.
  ///   - observers: the observers of the endpoint's call.
  ///   - send: makes its call with all of its names; it notes a refusal in the watch.
  /// - Returns: the result of `send`.
  /// - Throws: the ``Failure`` of a needed call, with a note, or of the last call that was made.
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
    let watch = RefusalWatch()
    do throws(Failure) {
      return try await send(scope, watch)
    } catch {
      guard !error.endsRun, let isRepeatable = watch.isRepeatable else { throw error }
      let refused = kept.filter { outputs.refuse($0.entry, for: $0.key) }
      guard isRepeatable else {
        for used in kept { try await outputs.forget(used.entry, for: used.key) }
        throw Self.unrepeatable(error, kept)
      }
      context.report(refused.map(\.note))
      for observer in observers { observer.observe(.renewing(kept[0].need.name)) }
    }
    scope = inputs
    _ = try await bind(endpoint, into: &scope, below: place, in: context)
    return try await send(scope, nil)
  }

  /// The failure of a call that cannot be made again because its body was already read.
  private static func unrepeatable(_ failure: Failure, _ kept: [KeptNeed]) -> Failure {
    guard var first = failure.diagnostics.first else { return failure }
    first.notes += kept.map { Diagnostic.Note("\($0.refusal) and is discarded", at: $0.need.mark) }
    first.hint = "the body cannot be read again: run the command again, which logs in anew"
    return Failure(failure.status, [first] + failure.diagnostics.dropFirst())
  }
}

extension KeptNeed {
  /// The note that the call is made again.
  fileprivate var note: Diagnostic {
    Diagnostic("\(refusal): the call is made again", at: need.mark).reported(as: .note)
  }
}
