import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText
import JSONText
import YAMLTree

/// Makes the calls that other calls need: each once in a run, or not at all if the session has its
/// outputs.
package struct NeedCaller: Sendable {
  /// The longest lifetime, in seconds, that a response may set.
  private static let longestTold = 1e9

  let outputs: OutputStore
  /// The tokens of auth types.
  package let tokens: OutputStore

  package init(_ outputs: OutputStore, tokens: OutputStore? = nil) {
    self.outputs = outputs
    self.tokens = tokens ?? outputs
  }

  /// Adds the outputs of the calls that an endpoint needs to its names.
  ///
  /// Returns the outputs that can be renewed. Throws the ``Failure`` of a call, with a note that it
  /// was needed.
  func bind(
    _ endpoint: EndpointSpec, into scope: inout Scope, below place: [String],
    in context: RunContext
  ) async throws(Failure) -> [MetNeed] {
    var met: [MetNeed] = []
    let context = context.changed {
      $0.resources.sources.chain = CallChain(endpoint, after: $0.resources.sources.chain)
      $0.announce = nil
    }
    if endpoint.cookies != nil, scope.cookieUser.isEmpty {
      scope.cookieUser = Self.cookieUser(of: endpoint.needs, in: scope, context.resources)
    }
    for need in endpoint.needs {
      let (record, renewable) = try await record(of: need, for: scope, below: place, in: context)
      scope.add(record, named: need.name)
      if let renewable { met.append(renewable) }
    }
    return met
  }

  /// What stands for the user of the cookies: the values that the needed calls get, so that the
  /// cookies of one login are not sent with the outputs of another.
  private static func cookieUser(
    of needs: [Need], in scope: Scope, _ resources: CallResources
  ) -> String {
    var values = Set(needs.flatMap { told($0, in: resources) })
    for input in needs.flatMap(\.inputs) {
      // One that another needed call provides is not known yet.
      guard let value = try? input.value.binding(in: scope).value else { continue }
      values.insert("\(input.name)=\(String(decoding: value.jsonText, as: UTF8.self))\n")
    }
    guard !values.isEmpty else { return "" }
    let bytes = Array(values.sorted().joined().utf8)
    return resources.world.digests.sha256(bytes).map { Hexadecimal.encode($0) } ?? ""
  }

  /// What the environment and the profile tell a needed call, and those below it.
  private static func told(_ need: Need, in resources: CallResources) -> [String] {
    var values: [String] = []
    need.callee.called?.visitFiles { endpoint, _ in
      let resolver = InputResolver(endpoint, from: resources.sources)
      let given = endpoint.source === need.callee.head.source ? need.inputs.map(\.name) : []
      for input in endpoint.inputs where !given.contains(input.name) {
        guard let found = try? resolver.valueNotGiven(of: input, in: resources.world),
          found.1 != .file
        else { continue }
        values.append(
          "\(input.name)=\(String(decoding: found.0.jsonText, as: UTF8.self))\n")
      }
    }
    return values
  }

  private func record(
    of need: Need, for scope: Scope, below place: [String], in context: RunContext
  ) async throws(Failure) -> (record: ScopeRecord, renewable: MetNeed?) {
    let plan = try CallPlan(need, below: place, in: context)
    let inputs: Scope
    do throws(Failure) {
      inputs = try plan.inputs(from: scope)
    } catch {
      throw error.noting(need)
    }
    guard let key = key(of: need, inputs, plan, in: context.resources) else {
      return (try await make(need, by: plan, inputs, in: context).record, nil)
    }
    var freshness = SessionFreshness(names: need.callee.outputs.map(\.name))
    switch need.freshness {
    case .lasting(let time):
      freshness.earliest = context.resources.world.now().advanced(by: .zero - time)
    case .fromResponse: freshness.isLasting = true
    case nil: break
    }
    let head = need.callee.head
    let resources = context.resources
    let distrust = head.distrust(after: resources.sources.chain, in: resources.world)
    let found = try await outputs.found(
      for: key, freshness, isKept: need.freshness != nil && plan.isRemote,
      outputs: need.callee.outputs, untrusted: distrust, in: resources
    ) { (_) throws(Failure) in try await make(need, by: plan, inputs, in: context) }
    let met = MetNeed(need: need, key: key, found: found)
    return (found.record, need.freshness == nil ? nil : met)
  }

  private func make(
    _ need: Need, by plan: CallPlan, _ inputs: Scope, in context: RunContext
  ) async throws(Failure) -> (record: ScopeRecord, expires: UTCTimestamp?) {
    let before = context.resources.world.now()
    var record: ScopeRecord
    do throws(Failure) {
      let streams = OutputStreams(
        output: context.printing.output, error: context.errors)
      record = try await plan.call(to: streams) { inputs }
    } catch {
      throw error.noting(need)
    }
    // A default, or null, is no answer to keep: the next run asks again.
    if need.freshness != nil, need.callee.head.outputs.contains(where: { record.lacks($0) }) {
      if !need.isOfScript { record[ResponsePart.body.rawValue] = nil }
      return (record, before)
    }
    guard case .fromResponse(let path, let minus) = need.freshness else { return (record, nil) }
    let said = need.isOfScript ? record.json : record[ResponsePart.body.rawValue]?.value
    if !need.isOfScript { record[ResponsePart.body.rawValue] = nil }
    guard case .json(let json) = said, let found = try? path.select(in: json).first,
      let told = Double(found.string ?? found.text), told.isFinite
    else { throw Self.withoutTime(need, at: path) }
    // The limits are longer than anything is kept, or already expired.
    let seconds = min(max(told, 0), Self.longestTold)
    return (record, before.advanced(by: .milliseconds(Int64(seconds * 1000)) - minus))
  }

  private static func withoutTime(_ need: Need, at path: JSONPath) -> Failure {
    need.isOfScript
      ? Failure(
        .decoding, "the outputs of '\(need.callee.head.file)' have no number of seconds at \(path)",
        at: need.mark,
        hint: "add such an output to the script, or set a fixed time, such as 'fresh: 1h'")
      : Failure(
        .decoding, "the response has no number of seconds at \(path)", at: need.mark,
        hint: "set a fixed time, such as 'fresh: 1h'")
  }

  /// The key of a call; nil if its outputs cannot be kept.
  private func key(
    of need: Need, _ inputs: Scope, _ plan: CallPlan, in resources: CallResources
  ) -> SessionKey? {
    let head = need.callee.head
    guard let path = resources.world.files.canonicalPath(of: head.file),
      let address = address(of: need, inputs, plan, in: resources)
    else { return nil }
    var values: [(name: String, value: Value)] = []
    for input in head.inputs {
      if let value = inputs[input.name]?.value { values.append((input.name, value)) }
    }
    if need.isOfScript || head.cookies != nil, !inputs.cookieUser.isEmpty {
      // No input has such a name.
      values.append(("user of cookies", .text(inputs.cookieUser)))
    }
    if need.freshness != nil {
      // A changed file may be another login, and so may another variable of a file below it.
      var bytes = Array(Self.told(need, in: resources).joined().utf8)
      need.callee.called?.visitFiles { endpoint, _ in
        for source in endpoint.sources { bytes += "\(source.bytes.count) ".utf8 + source.bytes }
      }
      guard let digest = resources.world.digests.sha256(bytes) else { return nil }
      values.append(("text of files", .text(Hexadecimal.encode(digest))))
    }
    let distrust = head.distrust(after: resources.sources.chain, in: resources.world)
    return SessionKey(
      spec: path, inputs: values, profile: head.profile?.name, origin: address,
      isTrusted: distrust == nil)
  }

  private func address(
    of need: Need, _ inputs: Scope, _ plan: CallPlan, in resources: CallResources
  ) -> String? {
    if need.isOfScript {
      let destination = resources.destination
      return destination.mock?.description ?? destination.host?.text ?? "its hosts"
    }
    return plan.address(in: inputs)?.text
  }
}

extension Need {
  fileprivate var isOfScript: Bool {
    if case .script = callee { true } else { false }
  }
}

extension ScopeRecord {
  /// Whether the value of an output is not in the response, or is null.
  fileprivate func lacks(_ output: OutputDeclaration) -> Bool {
    guard let value = self[output.name]?.value else { return true }
    return value.isNull || output.isDefault(value)
  }

  /// The values as one map, for finding a part of a script's results.
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
  fileprivate func noting(_ need: Need) -> Failure {
    noting("needed as '\(need.name)'", at: need.step.mark)
  }
}
