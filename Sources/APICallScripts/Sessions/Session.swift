package import APICallBase

/// The outputs of calls, kept for those who need them: in this run, in later ones, and in other
/// programs that run meanwhile.
package struct Session: Sendable {
  /// How long a call that another program makes is waited for.
  package static let longestWait = Duration.seconds(60)
  /// How long a file that another program writes is waited for.
  static let longestWrite = Duration.seconds(10)

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

  /// Reads all of it.
  ///
  /// - Returns: what is kept; nil where nothing is.
  /// - Throws: a ``SessionProblem``.
  package func book() throws(SessionProblem) -> SessionBook? {
    let octets = try storage.read()
    guard !octets.isEmpty else { return nil }
    let clearing = storage.name.clearing
    do {
      return try SessionBook(octets)
    } catch {
      switch error {
      case .broken(let reason):
        throw .broken(storage.place, reason: reason, clearing: clearing)
      case .newer(let version):
        throw .newer(storage.place, version: version, clearing: clearing)
      }
    }
  }

  /// Finds the outputs of a call that was made.
  ///
  /// - Parameters:
  ///   - key: the call.
  ///   - freshness: what the outputs have to be like.
  /// - Returns: the outputs; nil where there are none like that.
  /// - Throws: a ``SessionProblem``.
  package func entry(
    for key: SessionKey, _ freshness: SessionFreshness = SessionFreshness()
  ) throws(SessionProblem) -> SessionEntry? {
    guard let entry = try book()?.entry(for: key, by: world.digests),
      freshness.isMet(by: entry, at: world.now())
    else { return nil }
    return entry
  }

  /// Finds the outputs of a call, and makes the call where there are none: no other program, and no
  /// other task of this one, makes it at the same time; who waited finds what the first one stored.
  ///
  /// - Parameters:
  ///   - key: the call.
  ///   - freshness: what the outputs have to be like.
  ///   - isUsable: tells whether outputs may be used that are like that.
  ///   - limit: how long another program that makes the call is waited for.
  ///   - make: makes the call; what it throws is thrown, and nothing is stored.
  /// - Returns: the outputs that were kept, or those that were made and stored.
  /// - Throws: the ``Failure`` of `make` or of a ``SessionProblem``.
  package func holding(
    _ key: SessionKey, _ freshness: SessionFreshness = SessionFreshness(),
    where isUsable: (SessionEntry) -> Bool = { _ in true },
    within limit: Duration = Session.longestWait,
    _ make: () async throws(Failure) -> SessionEntry
  ) async throws(Failure) -> SessionEntry {
    func find() throws(Failure) -> SessionEntry? {
      let found = try SessionProblem.asFailure { () throws(SessionProblem) -> SessionEntry? in
        try entry(for: key, freshness)
      }
      return found.flatMap { isUsable($0) ? $0 : nil }
    }
    if let entry = try find() { return entry }
    let lock = try await lock(for: key, within: limit)
    defer { lock.release() }
    if let entry = try find() { return entry }
    let made = try await make()
    try await changing { (book) throws(SessionProblem) in try book.set(made, for: key, in: world) }
    return made
  }
}
