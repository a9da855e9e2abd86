import APICallBase

/// What the file of a session holds.
///
/// It prints neither secret outputs nor its salt.
package struct SessionBook: Sendable {
  /// The most octets of the file: 16 MiB.
  package static let limit = 16 << 20
  /// The most entries.
  package static let mostRecords = 1000
  /// How long an entry is kept: 30 days.
  package static let longestAge = Duration.seconds(30 * 86_400)
  /// How many arrays and objects may stand in one another: as in an answer, and those of the file.
  package static let depth = 512 + 8
  /// The version of the file's form.
  static let version = 2
  /// The version whose entries did not tell which secrets they were made with: they count as absent.
  static let oldVersion = 1
  /// The octets of the salt.
  static let saltLength = 32

  /// The canonical path of the project's root; nil for a session that has a name.
  package internal(set) var project: String?
  /// Octets that nobody else knows, which the digests of inputs are made with.
  let salt: ProtectedText
  /// The entries, in the order in which they were stored.
  package internal(set) var records: [SessionRecord] = []

  /// Creates a file without entries.
  ///
  /// - Parameters:
  ///   - salt: octets that nobody can foretell.
  ///   - project: the canonical path of the project's root; nil for a session that has a name.
  init(salt: [UInt8], project: String?) {
    self.salt = ProtectedText(octets: salt, isSecret: true)
    self.project = project
  }

  /// Finds the entry of a call.
  ///
  /// - Throws: ``SessionProblem/noDigest``.
  func entry(
    for key: SessionKey, by digests: World.Digests
  ) throws(SessionProblem) -> SessionEntry? {
    let digest = try key.digest(with: salt, by: digests)
    return records.last { $0.matches(key, digest) }?.entry
  }

  /// Adds an entry, in the place of one with the same key; what is over goes, and so does the oldest
  /// beyond ``mostRecords``.
  ///
  /// - Throws: a ``SessionProblem`` where there is too much of it.
  mutating func set(
    _ entry: SessionEntry, for key: SessionKey, in world: World
  ) throws(SessionProblem) {
    guard entry.outputs.count <= SessionEntry.mostOutputs else {
      throw .tooMuch(spec: key.spec, limit: SessionEntry.mostOutputs, unit: "outputs")
    }
    let octets = entry.outputs.reduce(0) { $0 + $1.json.revealedOctets.count }
    guard octets <= SessionEntry.longest else {
      throw .tooMuch(spec: key.spec, limit: SessionEntry.longest, unit: "octets")
    }
    let digest = try key.digest(with: salt, by: world.digests)
    removeOld(at: world.now())
    records.removeAll { $0.matches(key, digest) }
    records.append(
      SessionRecord(
        spec: key.spec, profile: key.profile, origin: key.origin, inputs: digest, entry: entry))
    if records.count > Self.mostRecords { records.removeFirst(records.count - Self.mostRecords) }
  }

  /// Removes an entry, unless it is another one by now.
  ///
  /// - Returns: whether it was there.
  /// - Throws: ``SessionProblem/noDigest``.
  mutating func remove(
    _ entry: SessionEntry, for key: SessionKey, by digests: World.Digests
  ) throws(SessionProblem) -> Bool {
    let digest = try key.digest(with: salt, by: digests)
    let count = records.count
    records.removeAll { $0.entry == entry && $0.matches(key, digest) }
    return records.count < count
  }

  /// Takes out what is expired or too old.
  mutating func removeOld(at now: Timestamp) { records.removeAll { $0.isOver(at: now) } }
}
