package import APICallBase
package import APICallRun
package import APICallSpec
import YAMLTree

/// What a call got of another one that was made in an earlier run, or by another program.
struct KeptNeed {
  let need: Need
  let key: SessionKey
  let entry: SessionEntry

  /// That it was kept and refused, in words.
  var refusal: String { "'\(need.name)', kept since \(entry.taken.iso8601), was refused with 401" }
}

extension NeedCaller {
  /// Makes the calls that an endpoint needs, and then its own; where the server does not take what was
  /// kept for it, all of it once more, with what is made anew.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - inputs: binds its inputs.
  ///   - place: the names of the steps that lead to it.
  ///   - surroundings: what the needed calls are made in.
  ///   - observers: who reads the events of the endpoint's call.
  ///   - send: makes its call, with all names that it has; who watches is told of a refusal.
  /// - Returns: what that returns.
  /// - Throws: the ``Failure`` of a call that is needed, which says so, or of the last one that was
  ///   made.
  package func sending<Result>(
    _ endpoint: Endpoint, in inputs: Scope, below place: [String],
    _ surroundings: RunContext, observers: [any RunObserver],
    _ send: (Scope, RefusalWatch?) async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    if place.isEmpty { try Foresight.check(endpoint, in: inputs, with: surroundings.resources) }
    var scope = inputs
    let bound = try await bind(endpoint, into: &scope, below: place, in: surroundings)
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
      surroundings.report(refused.map(\.note))
      for observer in observers { observer.observe(.renewing(kept[0].need.name)) }
    }
    scope = inputs
    _ = try await bind(endpoint, into: &scope, below: place, in: surroundings)
    return try await send(scope, nil)
  }

  /// The failure of a call whose request is gone, so that it cannot be made anew.
  private static func unrepeatable(_ failure: Failure, _ kept: [KeptNeed]) -> Failure {
    guard var first = failure.diagnostics.first else { return failure }
    first.notes += kept.map { Diagnostic.Note("\($0.refusal), and is forgotten", at: $0.need.mark) }
    first.hint = "what was sent cannot be read a second time: give it again, to a new login"
    return Failure(failure.status, [first] + failure.diagnostics.dropFirst())
  }
}

extension KeptNeed {
  /// Tells why it is made anew.
  fileprivate var note: Diagnostic {
    Diagnostic("\(refusal): it is made anew", at: need.mark).told(as: .note)
  }
}

extension Endpoint {
  /// The names of the calls it needs whose outputs its request is made of: by itself, or since one of
  /// those takes them as its inputs.
  ///
  /// With `auth: none`, and for what a project says of all its files, that may be none of them.
  var usedNeeds: Set<String> {
    var names = Set(body?.fileNames ?? [])
    boundEndpoint.visitTemplates { template, place in
      guard place.isOfRequest || place == .lets else { return }
      template.visitReferences { reference, _ in names.insert(reference.name) }
    }
    var used = Set(needs.map(\.name)).intersection(names)
    // A call may take the outputs of those before it.
    for need in needs.reversed() where used.contains(need.name) {
      for template in need.inputs.flatMap(\.value.templates) {
        template.visitReferences { reference, _ in
          if needs.contains(where: { $0.name == reference.name }) { used.insert(reference.name) }
        }
      }
    }
    return used
  }
}
