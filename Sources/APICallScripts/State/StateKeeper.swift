package import APICallBase
package import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallRequests
package import APICallRun
import APICallSafety
import APICallText

/// The states of the files of a run: each is read before the calls of its file, and all of them are
/// moved together once the run has succeeded.
package final class StateKeeper {
  /// The time limit on waiting for a run that uses the same state.
  private static let longestWait = Duration.seconds(60)
  /// The most locks that are held at a time; the states beyond are only compared when they move.
  private static let mostLocks = 64
  /// The longest value that is kept beside the state that it chooses, in bytes.
  private static let longestPart = 1_000

  private let find: () throws(Failure) -> Session?
  private let print: (([UInt8]) throws(Failure) -> Void)?
  private var prepare: (() -> Void)?
  private var found: Session?
  private var states: [KeptState] = []
  private var keys: Set<SessionKey> = []

  /// Creates the keeper of a run.
  ///
  /// `session` finds where states are kept; nil for a run that keeps none, such as a test. `print`
  /// takes them as lines instead. `prepare` is called once before the first list is read.
  package init(
    session: @escaping () throws(Failure) -> Session? = { () throws(Failure) in nil },
    printing print: (([UInt8]) throws(Failure) -> Void)? = nil,
    preparing prepare: (() -> Void)? = nil
  ) {
    find = session
    self.print = print
    self.prepare = prepare
  }

  /// Reads the state of a file, and keeps other runs from it until this one ends.
  ///
  /// `place` names a call that is written in a script. Throws a ``Failure`` if the state cannot be
  /// read, or is in use: by another run for more than a minute, or by another call of this one.
  func open(
    _ head: EndpointSpec, in inputs: Scope, at place: String? = nil,
    from address: HostAddress? = nil,
    with resources: CallResources, telling report: ([Message]) -> Void
  ) async throws(Failure) -> KeptState? {
    guard let declaration = head.state else { return nil }
    let world = resources.world
    if declaration.since != nil {
      prepare?()
      prepare = nil
    }
    let session = try self.session(in: world)
    let (key, parts) = try Self.key(
      of: head, declaration, in: inputs, at: place, from: address,
      besides: session.storage.name.file, with: resources)
    guard keys.insert(key).inserted else {
      if let state = states.first(where: { $0.key == key }), !state.isInUse {
        try state.begin(in: inputs)
        return state
      }
      throw Failure(
        .badInput, "two calls use the state of '\(head.file)' at the same time",
        at: declaration.mark,
        hint: "'per' names the inputs that choose the state, as in 'per: account'")
    }
    var lock: SessionLock?
    do throws(Failure) {
      if !declaration.keptNames.isEmpty, states.count < Self.mostLocks {
        lock = try await self.lock(of: head, key, in: session, declaration, world)
      }
      let state = try KeptState(
        declaration, of: head, in: inputs, for: key, besides: parts, from: session, under: lock,
        with: resources)
      states.append(state)
      if state.isOutdated {
        report([
          Message(
            "the state is older than 'retention', so everything is read again",
            at: declaration.since?.mark
          ).reported(as: .note)
        ])
      }
      return state
    } catch {
      lock?.release()
      keys.remove(key)
      throw error
    }
  }

  /// Reads the state of a file for a request that is only shown; nil if it keeps none.
  package func read(
    _ head: EndpointSpec, in inputs: Scope, from address: HostAddress?,
    with resources: CallResources
  ) throws(Failure) -> (record: ScopeRecord, sync: ListSync?)? {
    guard let declaration = head.state else { return nil }
    let session = try self.session(in: resources.world)
    let (key, parts) = try Self.key(
      of: head, declaration, in: inputs, from: address,
      besides: session.storage.name.file, with: resources)
    let state = try KeptState(
      declaration, of: head, in: inputs, for: key, besides: parts, from: session, under: nil,
      with: resources)
    return (state.record, state.sync)
  }

  /// Lets other runs use a state whose calls failed, which stays as it is.
  func close(_ state: KeptState) {
    guard state.left == nil else { return state.takeBack() }
    state.release()
    keys.remove(state.key)
    states.removeAll { $0 === state }
  }

  /// Moves all states; the output of the run is written by then.
  package func move() throws(Failure) {
    for state in states { try state.move(printing: print) }
  }

  /// Moves the states in the middle of a run, except those that later steps may still depend on.
  package func moveInPart() throws(Failure) {
    for state in states where !state.isHeld { try state.move(printing: print) }
  }

  /// Keeps all states but one from moving in the middle of the run.
  func hold(allBut state: KeptState?) {
    for other in states where other !== state { other.isHeld = true }
  }

  /// Lets other runs use the states, which stay as they are.
  package func end() {
    for state in states { state.release() }
    states = []
    keys = []
  }

  package var isUsed: Bool { states.contains { !$0.declaration.keptNames.isEmpty } }

  /// The storage, which all states of the run share.
  private func session(in world: World) throws(Failure) -> Session {
    if let found { return found }
    let session = try find() ?? Session(MemorySession(), in: world)
    found = session
    return session
  }

  private func lock(
    of head: EndpointSpec, _ key: SessionKey, in session: Session, _ declaration: StateDeclaration,
    _ world: World
  ) async throws(Failure) -> SessionLock {
    let name = try session.name(of: key)
    let lock = try await world.answer(within: Self.longestWait) { () throws(Failure) in
      try session.storage.lock(name)
    }
    if let lock { return lock }
    throw Failure(
      .incomplete,
      "waited \(Self.longestWait.written) for another run that uses the state of '\(head.file)'",
      at: declaration.mark, hint: "run it again when that one has ended")
  }

  /// The key of the state of a file, and the inputs that are part of it.
  ///
  /// `address` is where its call goes, if it makes one. In a file of the user, `stateFile`, it is
  /// known by the way to it from there, so that both can go to another folder or machine.
  package static func key(
    of head: EndpointSpec, _ declaration: StateDeclaration, in inputs: Scope,
    at place: String? = nil,
    from address: HostAddress?, besides stateFile: String?, with resources: CallResources
  ) throws(Failure) -> (key: SessionKey, parts: [SessionOutput]) {
    var values: [(name: String, value: Value)] = []
    var parts: [SessionOutput] = []
    let kept = declaration.values.map(\.name) + [SinceRule.value, SinceRule.seen]
    for name in head.stateInputs {
      let binding = inputs[name]
      let value = binding?.value ?? .null
      values.append((name, value))
      // The key holds only a digest; a long value would be no name for the reader.
      guard value.heldBytes <= longestPart, !kept.contains(name) else { continue }
      parts.append(
        SessionOutput(name, value, from: binding?.provenanceOfWhole ?? Provenance(.file)))
    }
    // A call that is written in a script has no inputs, but the values of its steps and loops.
    for (reference, span) in place == nil ? [] : head.stateReferences
    where reference.name != StateDeclaration.name {
      let name = reference.text(upTo: reference.steps.count)
      guard !values.contains(where: { $0.name == name }),
        let binding = try? inputs.binding(of: reference, at: span),
        binding.provenance.secrecy == .open, binding.value?.isOfKey != false
      else { continue }
      values.append((name, binding.value ?? .null))
    }
    // No input has a name with a space. The values of another field are no state of this one.
    if let field = declaration.since?.field { values.append((" field", .text("\(field)"))) }
    if let place { values.append((" step", .text(place))) }
    let destination = resources.destination
    let known =
      address?.text ?? destination.mock?.description ?? destination.host?.text
    // What examples respond must not move what a server has.
    let isSent = resources.registry.isRemote(resources.requesterName(for: head))
    let source = isSent ? known ?? "its hosts" : "nothing is sent"
    guard let path = resources.world.files.canonicalPath(of: head.file),
      let key = SessionKey(
        spec: stateFile.map { Self.way(to: path, from: $0, in: resources.world.files) } ?? path,
        inputs: values,
        profile: head.profile?.name, origin: source)
    else {
      throw Failure(
        .badInput, "the state of '\(head.file)' has no place: it belongs to a file and to texts",
        at: declaration.mark,
        hint: "write a file, and name no file input under 'per'")
    }
    return (key, parts)
  }

  /// The way from the folder of a file to a path, behind a slash: `/jobs/a.yaml`, `/../b.yaml`.
  package static func way(
    to path: String, from stateFile: String, in files: any FileSystem
  ) -> String {
    let folder = FilePath.folder(of: FilePath.join(files.workingDirectory, stateFile))
    let start = (files.canonicalPath(of: folder) ?? folder).split(separator: "/")
    let end = path.split(separator: "/")
    let common = zip(start, end).prefix { $0 == $1 }.count
    let up = start.dropFirst(common).map { _ in Substring("..") }
    return "/" + (up + end.dropFirst(common)).joined(separator: "/")
  }
}

extension Value {
  /// Whether it can be part of a key: bytes and files have no text to compare.
  fileprivate var isOfKey: Bool {
    switch self {
    case .text, .json: true
    case .bytes, .file: false
    }
  }
}
