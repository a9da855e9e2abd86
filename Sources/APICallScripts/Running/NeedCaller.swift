package import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec
import JSONText

/// Makes the calls that others need: once in a run for all who need the same, and not at all where
/// the session has what they leave.
///
/// It is used on the loop's thread alone.
package final class NeedCaller {
  /// Finds what is kept between runs; nil where nothing is.
  let findSession: () throws(Failure) -> Session?
  /// What was found or made in this run, the last one last.
  var known: [Known] = []
  /// The most of that: a loop may need another one for each of its rounds.
  static let mostKnown = 64
  /// The longest time, in seconds, for which an answer may say that it is good.
  private static let longestTold = 1e9
  /// What was kept and is of no use, as a server said: it is not taken out of the session again.
  var refused: [KeptNeed] = []
  /// The calls that are under way.
  private var pending: Set<SessionKey> = []
  /// The calls that failed in this run: a password that is wrong is not tried again for each round.
  private var failed: [(key: SessionKey, failure: Failure)] = []

  /// What a call has left, and for how long that is good.
  struct Known {
    let key: SessionKey
    let record: ScopeRecord
    /// What the session had of it; nil where it was made in this run.
    var kept: SessionEntry?
    let taken: Timestamp
    let expires: Timestamp?

    /// Whether it is good enough for somebody else who needs it.
    func isGood(for need: Need, at now: Timestamp) -> Bool {
      if let expires, !now.isBefore(expires) { return false }
      return switch need.freshness {
      case .lasting(let time): !taken.isBefore(now.advanced(by: .zero - time))
      case .told: expires != nil
      case nil: true
      }
    }
  }

  /// Creates what makes the calls of a run.
  ///
  /// - Parameter session: finds what is kept between runs, once a call is to be kept; nil where nothing
  ///   is.
  package init(session: @escaping () throws(Failure) -> Session? = NeedCaller.noSession) {
    findSession = session
  }

  /// Keeps nothing between runs.
  package static func noSession() throws(Failure) -> Session? { nil }

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
    in surroundings: RunSurroundings
  ) async throws(Failure) -> [KeptNeed] {
    var kept: [KeptNeed] = []
    var surroundings = surroundings
    surroundings.resources.sources.chain = CallChain(
      endpoint, after: surroundings.resources.sources.chain)
    for need in endpoint.needs {
      let (record, entry) = try await record(of: need, for: scope, below: place, in: surroundings)
      scope.add(record, named: need.name)
      if let entry { kept.append(entry) }
    }
    return kept
  }

  private func record(
    of need: Need, for scope: Scope, below place: [String], in surroundings: RunSurroundings
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
    _ = try await surroundings.resources.world.answer { () throws(Failure) in
      pending.insert(key).inserted ? key : nil
    }
    defer { pending.remove(key) }
    if let found = failed.first(where: { $0.key == key }) { throw found.failure }
    if let found = known.last(where: { $0.key == key }),
      found.isGood(for: need, at: surroundings.resources.world.now())
    {
      return (found.record, found.kept.map { KeptNeed(need: need, key: key, entry: $0) })
    }
    let found: Known
    do throws(Failure) {
      found = try await kept(need, key, by: plan, inputs, in: surroundings)
    } catch {
      if !error.endsRun, failed.count < Self.mostKnown { failed.append((key, error)) }
      throw error
    }
    known.removeAll { $0.key == key }
    if known.count >= Self.mostKnown { known.removeFirst() }
    known.append(found)
    return (found.record, found.kept.map { KeptNeed(need: need, key: key, entry: $0) })
  }

  /// What the session has, or else what a call leaves, which the session then has.
  private func kept(
    _ need: Need, _ key: SessionKey, by plan: CallPlan, _ inputs: Scope,
    in surroundings: RunSurroundings
  ) async throws(Failure) -> Known {
    let world = surroundings.resources.world
    guard let freshness = need.freshness, plan.isRemote, let session = try findSession() else {
      let taken = world.now()
      let made = try await make(need, by: plan, inputs, in: surroundings)
      return Known(key: key, record: made.record, taken: taken, expires: made.expires)
    }
    var wanted = SessionFreshness(names: need.callee.outputs.map(\.name))
    switch freshness {
    case .lasting(let time): wanted.earliest = world.now().advanced(by: .zero - time)
    case .told: wanted.isLasting = true
    }
    let useless = refused.filter { $0.key == key }.map(\.entry)
    var isMade = false
    let shelf = surroundings.resources.secrets
    let entry = try await session.holding(
      key, wanted, where: { $0.isUsable(with: shelf) && !useless.contains($0) }
    ) { () throws(Failure) in
      for entry in useless { try session.forget(entry, for: key) }
      isMade = true
      // What is good for a time is good from the moment when it was asked for.
      let taken = world.now()
      let (record, expires) = try await self.make(need, by: plan, inputs, in: surroundings)
      return SessionEntry(
        record.members.compactMap { name, binding in
          binding.value.map { SessionOutput(name, $0, from: binding.provenanceOfWhole) }
        }, taken: taken, expires: expires)
    }
    let record = record(of: entry, for: need, in: surroundings.resources)
    return Known(
      key: key, record: record, kept: isMade ? nil : entry, taken: entry.taken,
      expires: entry.expires)
  }

  /// What the session has of a call; where it may go is asked of the secrets as they are stored now.
  private func record(
    of entry: SessionEntry, for need: Need, in resources: CallResources
  ) -> ScopeRecord {
    var record = ScopeRecord()
    let distrust = need.callee.head.distrust(
      after: resources.sources.chain, in: resources.world)
    for (name, isDeclaredSecret) in need.callee.outputs {
      guard let output = entry.output(named: name) else { continue }
      var provenance = output.provenance(with: resources.secrets, untrusted: distrust)
      if isDeclaredSecret { provenance.secrecy = provenance.secrecy.asMasked }
      if let secrets = provenance.secrecy.confinement {
        let isForTrust = secrets.roots.contains { $0.distrust != nil }
        resources.world.trail.note(secrets, untrusted: isForTrust ? distrust : nil)
      }
      record[name] = Scope.Binding(output.value, from: provenance)
    }
    return record
  }

  /// Makes a call.
  ///
  /// - Returns: what it leaves, and until when that is good where its answer says so.
  private func make(
    _ need: Need, by plan: CallPlan, _ inputs: Scope, in surroundings: RunSurroundings
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
    let body = record[AnswerPart.body.rawValue]?.value
    record[AnswerPart.body.rawValue] = nil
    guard case .json(let json) = body, let found = try? path.select(in: json).first,
      let told = Double(found.string ?? found.text), told.isFinite
    else {
      throw Failure(
        .decoding, "the answer has no number of seconds at \(path)", at: need.mark,
        hint: "'fresh: 1h' sets a time, whatever the answer says")
    }
    // Longer than anything is kept, or over already, is as good as far from that.
    let seconds = min(max(told, 0), Self.longestTold)
    return (record, before.advanced(by: .milliseconds(Int64(seconds * 1000)) - minus))
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
    if case .script = need.callee {
      let destination = resources.destination
      return (destination.mock ?? destination.host?.origin)?.description ?? "its hosts"
    }
    return plan.origin(in: inputs)?.description
  }
}

extension Failure {
  /// The failure with a note of the call that was needed.
  fileprivate func noting(_ need: Need) -> Failure {
    noting("needed as '\(need.name)'", at: need.step.mark)
  }
}
