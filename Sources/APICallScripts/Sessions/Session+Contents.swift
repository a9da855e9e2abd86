package import APICallBase
import APICallModel
import APICallText

extension Session {
  package static let mostRecords = 1000
  static let longest = 16 << 20

  /// Reads all entries, in the order of their times.
  ///
  /// Returns the entries, and the failure of the first one that cannot be read. Throws a
  /// ``Failure`` if nothing can be read.
  package func contents() throws(Failure) -> (records: [SessionRecord], problem: Failure?) {
    var records: [SessionRecord] = []
    var problem: Failure?
    for name in try storage.names() {
      do throws(Failure) {
        if let record = try record(name) { records.append(record) }
      } catch {
        problem = problem ?? error
      }
    }
    records.sort { $0.entry.taken.isBefore($1.entry.taken) }
    return (records, problem)
  }

  /// Replaces some of the kept values of a file, as the user asks.
  ///
  /// Throws a ``Failure`` if a run is using them.
  package func change(
    _ key: SessionKey, to values: [SessionOutput], besides parts: [SessionOutput]
  ) throws(Failure) {
    guard let lock = try storage.lock(name(of: key)) else { throw Self.inUse(key.spec) }
    defer { lock.release() }
    let before = try entry(for: key)
    var names = (values + parts).map(\.name)
    // After going back, the items that were there already are read again.
    if names.contains(SinceRule.value) { names.append(SinceRule.seen) }
    let kept = before?.outputs.filter { !names.contains($0.name) } ?? []
    try keep(
      SessionEntry(parts + kept + values, taken: world.now(), secrets: before?.secrets ?? []),
      for: key, tidying: false)
  }

  private static func inUse(_ spec: String) -> Failure {
    Failure(
      .incomplete, "a run is using the state of '\(spec)'",
      hint: "change it when that run has ended")
  }

  package func remove(_ record: SessionRecord) throws(Failure) {
    // A process that makes the call now will keep a new entry.
    let lock = try? storage.lock(record.name)
    defer { lock?.release() }
    if lock == nil, storage.name.contents == .state { throw Self.inUse(record.spec) }
    try storage.remove(record.name, isAlone: lock != nil)
  }

  func record(_ name: String) throws(Failure) -> SessionRecord? {
    guard let bytes = try storage.read(name) else { return nil }
    return try rethrowing(SessionRecord(name, bytes)) { (error: SessionRecord.Problem) in
      error.failure(of: storage.path(of: name), in: storage.name)
    }
  }

  /// Removes expired entries, the oldest ones above the limits, and files left by killed processes;
  /// unreadable entries remain.
  func tidy() throws(Failure) {
    let records = try contents().records
    var room = Self.longest
    for (number, record) in records.reversed().enumerated() {
      room -= record.length
      if number >= Self.mostRecords || room < 0 || record.isOver(at: world.now()) {
        try? discard(record.name, record)
      }
    }
    let known = Set(records.map(\.name))
    for name in try storage.names() where !known.contains(name) { try? discard(name, nil) }
  }

  /// Removes a useless file, unless it has changed, or its call is in progress.
  private func discard(_ name: String, _ known: SessionRecord?) throws(Failure) {
    guard let lock = try storage.lock(name) else { return }
    defer { lock.release() }
    if try record(name) == known { try storage.remove(name, isAlone: true) }
  }
}
