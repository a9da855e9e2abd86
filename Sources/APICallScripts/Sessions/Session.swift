package import APICallBase
import APICallSafety

/// The outputs of calls, kept for the calls that need them: in this run, in later runs, and in
/// other processes at the same time.
///
/// A call is made while the lock of its key is held: no other process, and no other task of this
/// one, makes it at the same time.
package struct Session: Sendable {
  /// The time limit on waiting for a call that another process makes.
  package static let longestWait = Duration.seconds(60)
  /// The length in bytes of the key for the names of files and the digests of inputs.
  package static let keyLength = 32

  package let storage: any SessionStorage
  let world: World

  package init(_ storage: any SessionStorage, in world: World) {
    self.storage = storage
    self.world = world
  }

  /// The kept outputs of a call.
  ///
  /// Returns the outputs; nil without one that meet the requirements. Throws a ``Failure`` if they
  /// cannot be read.
  func value(
    for key: SessionKey, _ freshness: SessionFreshness = SessionFreshness()
  ) throws(Failure) -> SessionEntry? {
    try entry(for: key).flatMap { freshness.isMet(by: $0, at: world.now()) ? $0 : nil }
  }

  /// What is kept for a call, whatever the clock says of it.
  func entry(for key: SessionKey) throws(Failure) -> SessionEntry? {
    guard let salt = try storage.key() else { return nil }
    return try record(key.name(with: salt, by: world.digests))?.entry
  }

  /// Keeps the outputs of a call, replacing earlier ones; the caller has to hold its lock.
  ///
  /// `isTidying` says that old entries may go.
  package func keep(
    _ entry: SessionEntry, for key: SessionKey, tidying isTidying: Bool = true
  ) throws(Failure) {
    guard entry.outputs.count <= SessionEntry.mostOutputs else {
      throw SessionProblem.tooMuch(key.spec, limit: SessionEntry.mostOutputs, unit: "outputs")
    }
    let record = try self.record(of: entry, for: key)
    let bytes = record.bytes
    let longest = storage.name.contents.longest
    guard bytes.count <= longest else {
      guard storage.name.contents != .state else {
        throw SessionProblem.tooLong(key.spec, limit: longest)
      }
      throw SessionProblem.tooMuch(key.spec, limit: longest, unit: "bytes")
    }
    try storage.write(bytes, to: record.name)
    // A failure to tidy up does not concern this call.
    if isTidying { try? tidy() }
  }

  /// An entry and its call, as a file has them.
  func record(of entry: SessionEntry, for key: SessionKey) throws(Failure) -> SessionRecord {
    let salt = try salt()
    return SessionRecord(
      name: try key.name(with: salt, by: world.digests), project: storage.name.project,
      spec: key.spec, profile: key.profile, origin: key.origin,
      inputs: try key.digest(with: salt, by: world.digests), entry: entry)
  }

  /// Removes the entry of a call, unless it has changed; the caller has to hold its lock.
  package func forget(_ entry: SessionEntry, for key: SessionKey) throws(Failure) {
    let name = try key.name(with: salt(), by: world.digests)
    if try record(name)?.entry == entry { try storage.remove(name, isAlone: true) }
  }

  package func withLock<Result>(
    _ key: SessionKey, within limit: Duration = Session.longestWait,
    _ work: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let name = try name(of: key)
    let lock = try await world.answer(within: limit) { () throws(Failure) in
      try storage.lock(name)
    }
    guard let lock else {
      throw SessionProblem.waited(key.spec, seconds: Int(limit.components.seconds))
    }
    defer { lock.release() }
    return try await work()
  }

  /// Gets the kept outputs of a call, or else makes the call and keeps its outputs; after waiting
  /// for another process, the outputs that it kept are used.
  func holding(
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

  /// The name of the file and of the lock of a call.
  func name(of key: SessionKey) throws(Failure) -> String {
    try key.name(with: salt(), by: world.digests)
  }

  /// The key of the session, which is created if there is none.
  private func salt() throws(Failure) -> ProtectedText {
    if let key = try storage.key() { return key }
    return try storage.makeKey(world.randomBytes(Self.keyLength))
  }
}
