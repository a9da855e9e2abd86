import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec
import JSONText

/// Makes the calls that others need: once in a run for all who need the same, and not at all where
/// the session has what they leave.
package struct NeedCaller: Sendable {
  /// The longest time, in seconds, for which an answer may say that it is good.
  private static let longestTold = 1e9

  /// What was got in this run, and is kept between runs.
  let outputs: OutputStore

  package init(_ outputs: OutputStore) { self.outputs = outputs }

  /// Adds what the calls that an endpoint needs have left to its names.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - scope: binds its inputs.
  ///   - place: the names of the steps that lead to it.
  ///   - surroundings: what the calls are made in.
  /// - Returns: what the session had, and no call was made for in this run.
  /// - Throws: the ``Failure`` of a call, which says that it was needed.
  func bind(
    _ endpoint: Endpoint, into scope: inout Scope, below place: [String],
    in surroundings: RunContext
  ) async throws(Failure) -> [KeptNeed] {
    var kept: [KeptNeed] = []
    let surroundings = surroundings.changed {
      $0.resources.sources.chain = CallChain(endpoint, after: $0.resources.sources.chain)
      $0.announce = nil
    }
    for need in endpoint.needs {
      let (record, entry) = try await record(of: need, for: scope, below: place, in: surroundings)
      scope.add(record, named: need.name)
      if let entry { kept.append(entry) }
    }
    return kept
  }

  private func record(
    of need: Need, for scope: Scope, below place: [String], in surroundings: RunContext
  ) async throws(Failure) -> (record: ScopeRecord, kept: KeptNeed?) {
    let plan = try CallPlan(need, below: place, in: surroundings)
    let inputs: Scope
    do throws(Failure) {
      inputs = try plan.inputs(from: scope)
    } catch {
      throw error.noting(need)
    }
    guard let key = key(of: need, inputs, plan, in: surroundings.resources) else {
      return (try await make(need, by: plan, inputs, in: surroundings).record, nil)
    }
    var freshness = SessionFreshness(names: need.callee.outputs.map(\.name))
    switch need.freshness {
    case .lasting(let time):
      freshness.earliest = surroundings.resources.world.now().advanced(by: .zero - time)
    case .told: freshness.isLasting = true
    case nil: break
    }
    let head = need.callee.head
    let resources = surroundings.resources
    let found = try await outputs.found(
      for: key, freshness, isKept: need.freshness != nil && plan.isRemote, in: resources,
      restoring: { entry in
        // Where they may go is asked of the secrets as they are stored now.
        entry.record(
          of: need.callee.outputs, in: resources,
          untrusted: head.distrust(after: resources.sources.chain, in: resources.world))
      }
    ) { () throws(Failure) in try await make(need, by: plan, inputs, in: surroundings) }
    return (found.record, found.kept.map { KeptNeed(need: need, key: key, entry: $0) })
  }

  /// Makes a call.
  ///
  /// - Returns: what it leaves, and until when that is good where its answer says so.
  private func make(
    _ need: Need, by plan: CallPlan, _ inputs: Scope, in surroundings: RunContext
  ) async throws(Failure) -> (record: ScopeRecord, expires: Timestamp?) {
    let before = surroundings.resources.world.now()
    var record: ScopeRecord
    do throws(Failure) {
      let streams = OutputStreams(
        output: surroundings.printing.output, error: surroundings.errors)
      record = try await plan.call(to: streams) { inputs }
    } catch {
      throw error.noting(need)
    }
    guard case .told(let path, let minus) = need.freshness else { return (record, nil) }
    let said = need.isOfScript ? record.json : record[ResponsePart.body.rawValue]?.value
    if !need.isOfScript { record[ResponsePart.body.rawValue] = nil }
    guard case .json(let json) = said, let found = try? path.select(in: json).first,
      let told = Double(found.string ?? found.text), told.isFinite
    else { throw Self.withoutTime(need, at: path) }
    // Longer than anything is kept, or over already, is as good as far from that.
    let seconds = min(max(told, 0), Self.longestTold)
    return (record, before.advanced(by: .milliseconds(Int64(seconds * 1000)) - minus))
  }

  /// The failure of a call that does not say how long its outputs are good.
  private static func withoutTime(_ need: Need, at path: JSONPath) -> Failure {
    need.isOfScript
      ? Failure(
        .decoding, "the outputs of '\(need.callee.head.file)' have no number of seconds at \(path)",
        at: need.mark,
        hint: "give the script such an output, or write 'fresh: 1h' for a time of your own")
      : Failure(
        .decoding, "the answer has no number of seconds at \(path)", at: need.mark,
        hint: "'fresh: 1h' sets a time, whatever the answer says")
  }

  /// What the outputs of a call depend on; nil where they are not to be kept.
  private func key(
    of need: Need, _ inputs: Scope, _ plan: CallPlan, in resources: CallResources
  ) -> SessionKey? {
    let head = need.callee.head
    guard let path = resources.world.files.canonicalPath(of: head.file),
      let origin = origin(of: need, inputs, plan, in: resources)
    else { return nil }
    var values: [(name: String, value: Value)] = []
    for input in head.inputs {
      if let value = inputs[input.name]?.value { values.append((input.name, value)) }
    }
    let distrust = head.distrust(after: resources.sources.chain, in: resources.world)
    return SessionKey(
      spec: path, inputs: values, profile: head.profile?.name, origin: origin,
      isTrusted: distrust == nil)
  }

  /// Where outputs come from; nil where that is not known before the call is made.
  private func origin(
    of need: Need, _ inputs: Scope, _ plan: CallPlan, in resources: CallResources
  ) -> String? {
    if need.isOfScript {
      let destination = resources.destination
      return (destination.mock ?? destination.host?.origin)?.description ?? "its hosts"
    }
    return plan.origin(in: inputs)?.description
  }
}

extension Need {
  /// Whether a script is called.
  fileprivate var isOfScript: Bool {
    if case .script = callee { true } else { false }
  }
}

extension ScopeRecord {
  /// The values as one map: what a script leaves, for who looks for a part of it.
  fileprivate var json: Value? {
    let members = members.compactMap { name, binding in
      binding.value.map { (key: name, value: BuiltJSON.json($0.jsonText)) }
    }
    var bytes: [UInt8] = []
    BuiltJSON.map(members).append(to: &bytes)
    return (try? JSONDocument(bytes)).map { Value($0.root) }
  }
}

extension Failure {
  /// The failure with a note of the call that was needed.
  fileprivate func noting(_ need: Need) -> Failure {
    noting("needed as '\(need.name)'", at: need.step.mark)
  }
}
