package import APICallBase

/// The outputs of calls, kept for those who need them: in this run, in later ones, and in other
/// programs that run meanwhile.
///
/// Whoever makes a call takes the lock of its key first: no other program, and no other task of this
/// one, makes it at the same time.
package struct Session: Sendable {
  /// How long a call that another program makes is waited for.
  package static let longestWait = Duration.seconds(60)
  /// The bytes of the key that the names of files, and the digests of inputs, are made with.
  package static let keyLength = 32

  let storage: any SessionStorage
  let world: World

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - storage: what keeps it.
  ///   - world: the time, randomness, digests, and how to wait.
  package init(_ storage: any SessionStorage, in world: World) {
    self.storage = storage
    self.world = world
  }

  /// What is kept of a call.
  ///
  /// - Parameters:
  ///   - key: the call.
  ///   - freshness: what the outputs have to be like.
  /// - Returns: the outputs; nil where there are none like that.
  /// - Throws: a ``Failure`` where they cannot be read.
  package func value(
    for key: SessionKey, _ freshness: SessionFreshness = SessionFreshness()
  ) throws(Failure) -> SessionEntry? {
    guard let salt = try storage.key() else { return nil }
    let entry = try record(key.name(with: salt, by: world.digests))?.entry
    return entry.flatMap { freshness.isMet(by: $0, at: world.now()) ? $0 : nil }
  }

  /// Keeps the outputs of a call, in the place of what was kept of it; whoever does so holds its lock.
  ///
  /// - Throws: a ``Failure``; all is then as it was.
  package func keep(_ entry: SessionEntry, for key: SessionKey) throws(Failure) {
    guard entry.outputs.count <= SessionEntry.mostOutputs else {
      throw SessionProblem.tooMuch(key.spec, limit: SessionEntry.mostOutputs, unit: "outputs")
    }
    let salt = try salt()
    let name = try key.name(with: salt, by: world.digests)
    let record = SessionRecord(
      name: name, project: storage.name.project, spec: key.spec, profile: key.profile,
      origin: key.origin, inputs: try key.digest(with: salt, by: world.digests), entry: entry)
    let bytes = record.bytes
    guard bytes.count <= SessionEntry.longest else {
      throw SessionProblem.tooMuch(key.spec, limit: SessionEntry.longest, unit: "bytes")
    }
    try storage.write(bytes, to: name)
    // What is in the way of that is no matter of this call.
    try? tidy()
  }

  /// Removes what is kept of a call, unless it is something else by now; whoever does so holds its lock.
  ///
  /// - Throws: a ``Failure``; all is then as it was.
  package func forget(_ entry: SessionEntry, for key: SessionKey) throws(Failure) {
    let name = try key.name(with: salt(), by: world.digests)
    if try record(name)?.entry == entry { try storage.remove(name, isAlone: true) }
  }

  /// Does something that nobody else does for the same key meanwhile.
  ///
  /// - Parameters:
  ///   - key: the call.
  ///   - limit: how long another one who does so is waited for.
  ///   - work: what to do.
  /// - Returns: what comes of it.
  /// - Throws: the ``Failure`` of the work, or of the waiting.
  package func withLock<Result>(
    _ key: SessionKey, within limit: Duration = Session.longestWait,
    _ work: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let name = try key.name(with: salt(), by: world.digests)
    let lock = try await world.answer(within: limit) { () throws(Failure) in
      try storage.lock(name)
    }
    guard let lock else {
      throw SessionProblem.waited(key.spec, seconds: Int(limit.components.seconds))
    }
    defer { lock.release() }
    return try await work()
  }

  /// What is kept of a call, or else what is made and then kept: who waited for another one that made
  /// it finds what that one kept.
  ///
  /// - Parameters:
  ///   - key: the call.
  ///   - freshness: what the outputs have to be like.
  ///   - isUsable: tells whether outputs may be used that are like that.
  ///   - limit: how long another one that makes the call is waited for.
  ///   - make: makes the call, its lock held; what it throws is thrown, and nothing is kept.
  /// - Returns: the outputs that were kept, or those that were made.
  /// - Throws: the ``Failure`` of `make`, or of reading, waiting or writing.
  package func holding(
    _ key: SessionKey, _ freshness: SessionFreshness = SessionFreshness(),
    where isUsable: (SessionEntry) -> Bool = { _ in true },
    within limit: Duration = Session.longestWait,
    _ make: () async throws(Failure) -> SessionEntry
  ) async throws(Failure) -> SessionEntry {
    if let entry = try value(for: key, freshness), isUsable(entry) { return entry }
    return try await withLock(key, within: limit) { () async throws(Failure) in
      if let entry = try value(for: key, freshness), isUsable(entry) { return entry }
      let made = try await make()
      try keep(made, for: key)
      return made
    }
  }

  /// The key of the session, which is made where there is none.
  private func salt() throws(Failure) -> ProtectedText {
    if let key = try storage.key() { return key }
    return try storage.makeKey(world.randomBytes(Self.keyLength))
  }
}
