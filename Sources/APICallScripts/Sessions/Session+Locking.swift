import APICallBase

extension Session {
  /// The first wait for a lock, and the longest.
  private static let shortestPause = Duration.milliseconds(10)
  private static let longestPause = Duration.milliseconds(100)

  /// Takes the lock of a call, so that nobody else makes it.
  ///
  /// - Throws: a ``Failure`` where somebody has it for longer than the limit.
  func lock(
    for key: SessionKey, within limit: Duration
  ) async throws(Failure) -> any SessionLock {
    let salt = try await salt()
    let number = try SessionProblem.asFailure { () throws(SessionProblem) in
      try key.lockNumber(with: salt, by: world.digests)
    }
    return try await lock(
      number, within: limit,
      else: .waited(spec: key.spec, seconds: Int(limit.components.seconds)))
  }

  /// Takes the lock of the file, so that nobody else changes it.
  func lockFile() async throws(Failure) -> any SessionLock {
    let limit = Self.longestWrite
    return try await lock(
      SessionLockNumber.file, within: limit,
      else: .busy(storage.place, seconds: Int(limit.components.seconds)))
  }

  /// Changes the file, alone among all who do so.
  ///
  /// - Parameter change: changes what is in it; what it throws is thrown, and the file stays as it was.
  /// - Returns: what is in it now.
  /// - Throws: the ``Failure`` of a ``SessionProblem``.
  @discardableResult
  func changing(
    _ change: (inout SessionBook) throws(SessionProblem) -> Void
  ) async throws(Failure) -> SessionBook {
    let lock = try await lockFile()
    defer { lock.release() }
    return try SessionProblem.asFailure { () throws(SessionProblem) in
      var book =
        try book()
        ?? SessionBook(
          salt: world.randomOctets(SessionBook.saltLength), project: storage.name.project)
      try change(&book)
      try storage.replace(with: book.octets)
      return book
    }
  }

  /// The salt of the file, which is made where there is none.
  private func salt() async throws(Failure) -> ProtectedText {
    let known = try SessionProblem.asFailure { () throws(SessionProblem) in try book()?.salt }
    if let known { return known }
    return try await changing { _ throws(SessionProblem) in }.salt
  }

  /// Takes a lock; while somebody has it, it is asked for again and again, so that nothing else has
  /// to wait meanwhile.
  private func lock(
    _ number: UInt64, within limit: Duration, else problem: SessionProblem
  ) async throws(Failure) -> any SessionLock {
    var pause = Self.shortestPause
    var waited = Duration.zero
    while true {
      let lock = try SessionProblem.asFailure { () throws(SessionProblem) in
        try storage.lock(number)
      }
      if let lock { return lock }
      guard waited < limit else { throw problem.failure }
      do {
        try await world.wait(pause)
      } catch {
        throw SessionProblem.interrupted.failure
      }
      waited += pause
      pause = min(pause * 3 / 2, Self.longestPause)
    }
  }
}
