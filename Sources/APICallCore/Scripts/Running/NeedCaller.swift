import JSONText

/// Makes the calls that others need: once in a run for all who need the same, and not at all where
/// the session has what they leave.
///
/// It is used on the loop's thread alone.
package final class NeedCaller {
  /// Finds what is kept between runs; nil where nothing is.
  private let findSession: () throws(Failure) -> Session?
  private var known: [(key: SessionKey, record: ScopeRecord)] = []
  /// The calls that are under way.
  private var pending: [SessionKey] = []
  /// How long those wait who need a call that is under way, before they look again.
  private static let pause = Duration.milliseconds(2)

  /// Creates what makes the calls of a run.
  ///
  /// - Parameter session: finds what is kept between runs, once a call is to be kept; nil where nothing
  ///   is.
  package init(session: @escaping () throws(Failure) -> Session? = { () throws(Failure) in nil }) {
    findSession = session
  }

  /// Adds what the calls that an endpoint needs have left to its names.
  ///
  /// - Parameters:
  ///   - endpoint: the endpoint.
  ///   - scope: binds its inputs.
  ///   - place: the names of the steps that lead to it.
  ///   - surroundings: what the calls are made in.
  /// - Throws: the ``Failure`` of a call, which says that it was needed.
  package func bind(
    _ endpoint: Endpoint, into scope: inout Scope, below place: [String],
    in surroundings: ScriptSurroundings
  ) async throws(Failure) {
    for need in endpoint.needs {
      scope.add(
        try await record(of: need, for: scope, below: place, in: surroundings), named: need.name)
    }
  }

  private func record(
    of need: Need, for scope: Scope, below place: [String], in surroundings: ScriptSurroundings
  ) async throws(Failure) -> ScopeRecord {
    let caller = try StepCaller(need, below: place, in: surroundings)
    let inputs = try caller.inputs(from: scope)
    guard let key = key(of: need, inputs, caller, in: surroundings.resources.world) else {
      return try await make(need, by: caller, inputs, in: surroundings).record
    }
    while pending.contains(key) {
      do throws(CancellationError) {
        try await surroundings.resources.world.wait(Self.pause)
      } catch {
        throw Failure(.interrupted, [])
      }
    }
    if let found = known.first(where: { $0.key == key }) { return found.record }
    pending.append(key)
    defer { pending.removeAll { $0 == key } }
    let record = try await kept(need, key, by: caller, inputs, in: surroundings)
    known.append((key, record))
    return record
  }

  /// What the session has, or else what a call leaves, which the session then has.
  private func kept(
    _ need: Need, _ key: SessionKey, by caller: StepCaller, _ inputs: Scope,
    in surroundings: ScriptSurroundings
  ) async throws(Failure) -> ScopeRecord {
    guard let freshness = need.freshness, caller.isRemote, let session = try findSession() else {
      return try await make(need, by: caller, inputs, in: surroundings).record
    }
    var earliest: Timestamp?
    if case .lasting(let time) = freshness {
      earliest = surroundings.resources.world.now().advanced(by: .zero - time)
    }
    let names = need.callee.outputs.map(\.name)
    let entry = try await session.holding(key, freshAfter: earliest, with: names) {
      () throws(Failure) in
      let (record, expires) = try await self.make(need, by: caller, inputs, in: surroundings)
      return SessionEntry(
        record.members.compactMap { name, binding in
          binding.value.map { SessionOutput(name, $0, isSecret: binding.isSecret) }
        }, taken: surroundings.resources.world.now(), expires: expires)
    }
    var record = ScopeRecord()
    for output in entry.outputs {
      record[output.name] = Scope.Binding(output.value, isSecret: output.isSecret)
    }
    return record
  }

  /// Makes a call.
  ///
  /// - Returns: what it leaves, and until when that is good where its answer says so.
  private func make(
    _ need: Need, by caller: StepCaller, _ inputs: Scope, in surroundings: ScriptSurroundings
  ) async throws(Failure) -> (record: ScopeRecord, expires: Timestamp?) {
    let before = surroundings.resources.world.now()
    var record = try await caller.call(
      binding: inputs, output: surroundings.printing.output, errors: surroundings.errors)
    guard case .told(let path, let minus) = need.freshness else { return (record, nil) }
    let body = record[AnswerPart.body.rawValue]?.value
    record[AnswerPart.body.rawValue] = nil
    guard case .json(let json) = body, let found = try? path.select(in: json).first,
      let seconds = Double(found.string ?? found.text), seconds >= 0, seconds < 1e9
    else {
      throw Failure(
        .decoding, "the answer has no number of seconds at \(path)", at: need.mark,
        hint: "'fresh: 1h' sets a time, whatever the answer says")
    }
    return (record, before.advanced(by: .milliseconds(Int64(seconds * 1000)) - minus))
  }

  /// What the outputs of a call depend on; nil where they are not to be kept.
  private func key(
    of need: Need, _ inputs: Scope, _ caller: StepCaller, in world: World
  ) -> SessionKey? {
    let head = need.callee.head
    guard let path = world.files.canonicalPath(of: head.file) else { return nil }
    var values: [(name: String, value: Value)] = []
    for input in head.inputs {
      if let value = inputs[input.name]?.value { values.append((input.name, value)) }
    }
    return SessionKey(
      spec: path, inputs: values, profile: head.profile?.name,
      origin: caller.origin(in: inputs)?.description ?? "")
  }
}
