package import APICallBase

extension Session {
  /// Removes entries; the file goes with the last of them.
  ///
  /// - Parameter isMeant: says which.
  /// - Returns: those that were removed.
  /// - Throws: a ``Failure``; all is then as it was.
  package func clear(_ isMeant: (SessionRecord) -> Bool) async throws(Failure) -> [SessionRecord] {
    // Where there is none, nothing is created.
    guard storage.isThere else { return [] }
    let lock = try await lockFile()
    defer { lock.release() }
    return try SessionProblem.asFailure { () throws(SessionProblem) in
      guard var book = try book() else { return [] }
      let removed = book.records.filter(isMeant)
      guard !removed.isEmpty else { return [] }
      book.records.removeAll(where: isMeant)
      if book.records.isEmpty {
        try storage.remove()
      } else {
        try storage.replace(with: book.octets)
      }
      return removed
    }
  }

  /// Removes what a call has left, unless somebody stored something else in its place meanwhile.
  ///
  /// The file stays, and with it what its locks go by, for those who make the call now.
  ///
  /// - Parameters:
  ///   - entry: what is of no use any more.
  ///   - key: the call.
  /// - Throws: a ``Failure``; all is then as it was.
  package func forget(_ entry: SessionEntry, for key: SessionKey) async throws(Failure) {
    guard storage.isThere else { return }
    let lock = try await lockFile()
    defer { lock.release() }
    try SessionProblem.asFailure { () throws(SessionProblem) in
      guard var book = try book(), try book.remove(entry, for: key, by: world.digests) else {
        return
      }
      try storage.replace(with: book.octets)
    }
  }

  /// What became of a file that was removed as a whole.
  package enum Removal: Sendable {
    /// There was none.
    case nothing
    /// It had these entries.
    case removed([SessionRecord])
    /// It could not be read: it was broken, of a newer version, or others could read it.
    case unread
  }

  /// Removes the file, whatever it holds.
  ///
  /// - Throws: a ``Failure``; all is then as it was.
  package func clear() async throws(Failure) -> Removal {
    guard storage.isThere else { return .nothing }
    let lock = try await lockFile()
    defer { lock.release() }
    return try SessionProblem.asFailure { () throws(SessionProblem) in
      var removal = Removal.unread
      if let octets = try? storage.read() {
        removal =
          octets.isEmpty
          ? .removed([]) : (try? SessionBook(octets)).map { .removed($0.records) } ?? .unread
      }
      try storage.remove()
      return removal
    }
  }
}
