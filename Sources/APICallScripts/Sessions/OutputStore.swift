package import APICallBase
import APICallRun
import APICallSpec
import Synchronization

/// What calls have left for others.
///
/// It is got once in a run for all who need the same, and not at all where the session has it. Nobody
/// else gets the same meanwhile, be it a task of this run or another program.
package final class OutputStore: Sendable {
  /// What was got.
  struct Found: Sendable {
    let record: ScopeRecord
    /// What the session had of it; nil where it was made in this run.
    var kept: SessionEntry?
    let taken: Timestamp
    let expires: Timestamp?
  }

  /// A class, since a run without such calls makes none of it.
  private final class State {
    /// What was found or made in this run, the last one last.
    var known: [(key: SessionKey, found: Found)] = []
    /// What was kept and is of no use, as a server said: it is not taken out of the session again.
    var refused: [(key: SessionKey, entry: SessionEntry)] = []
    /// What is being got.
    var pending: Set<SessionKey> = []
    /// What failed in this run: a password that is wrong is not tried again for each iteration.
    var failed: [(key: SessionKey, failure: Failure)] = []
  }

  /// The most of each: a loop may need another one for each of its iterations.
  private static let most = 64

  /// Finds what is kept between runs; nil where nothing is.
  private let findSession: @Sendable () throws(Failure) -> Session?
  private let state = Mutex<State?>(nil)

  /// Creates the store of a run.
  ///
  /// - Parameter session: finds what is kept between runs, once something is to be kept; nil where
  ///   nothing is.
  package init(session: @escaping @Sendable () throws(Failure) -> Session? = noSession) {
    findSession = session
  }

  /// Looks at what is known, and changes it.
  private func withState<Result: Sendable>(_ work: (State) -> Result) -> Result {
    state.withLock { state in
      let known = state ?? State()
      state = known
      return work(known)
    }
  }

  /// Keeps nothing between runs.
  package static func noSession() throws(Failure) -> Session? { nil }

  /// What is known of a call, or what the session has of it, or else what is made.
  ///
  /// - Parameters:
  ///   - key: the call.
  ///   - freshness: what the outputs have to be like.
  ///   - isKept: whether the session may have them, and keeps those that are made.
  ///   - resources: the time, and what stores secrets.
  ///   - restore: makes outputs of what the session has.
  ///   - make: makes the call.
  /// - Returns: the outputs.
  /// - Throws: the ``Failure`` of `make`, also for those who ask again; that of the session.
  func found(
    for key: SessionKey, _ freshness: SessionFreshness, isKept: Bool,
    in resources: CallResources, restoring restore: (SessionEntry) -> ScopeRecord,
    making make: () async throws(Failure) -> (record: ScopeRecord, expires: Timestamp?)
  ) async throws(Failure) -> Found {
    _ = try await resources.world.answer { () throws(Failure) in
      withState { $0.pending.insert(key).inserted } ? key : nil
    }
    defer { withState { _ = $0.pending.remove(key) } }
    let (failure, known) = withState { state in
      (
        state.failed.first { $0.key == key }?.failure,
        state.known.last { $0.key == key }?.found
      )
    }
    if let failure { throw failure }
    let now = resources.world.now()
    if let known, freshness.isMet(taken: known.taken, expires: known.expires, at: now) {
      return known
    }
    do throws(Failure) {
      let found = try await get(
        key, freshness, isKept: isKept, in: resources, restoring: restore, making: make)
      withState { state in
        state.known.removeAll { $0.key == key }
        if state.known.count >= Self.most { state.known.removeFirst() }
        state.known.append((key, found))
      }
      return found
    } catch {
      if !error.endsRun {
        withState { if $0.failed.count < Self.most { $0.failed.append((key, error)) } }
      }
      throw error
    }
  }

  private func get(
    _ key: SessionKey, _ freshness: SessionFreshness, isKept: Bool, in resources: CallResources,
    restoring restore: (SessionEntry) -> ScopeRecord,
    making make: () async throws(Failure) -> (record: ScopeRecord, expires: Timestamp?)
  ) async throws(Failure) -> Found {
    let world = resources.world
    guard isKept, let session = try findSession() else {
      let taken = world.now()
      let made = try await make()
      return Found(record: made.record, taken: taken, expires: made.expires)
    }
    let useless = withState { $0.refused.filter { $0.key == key }.map(\.entry) }
    let shelf = resources.secrets
    var isMade = false
    let entry = try await session.holding(
      key, freshness, where: { $0.isUsable(with: shelf) && !useless.contains($0) }
    ) { () throws(Failure) in
      for entry in useless { try session.forget(entry, for: key) }
      isMade = true
      // What is good for a time is good from the moment when it was asked for.
      let taken = world.now()
      let made = try await make()
      return SessionEntry(
        made.record.members.compactMap { name, binding in
          binding.value.map { SessionOutput(name, $0, from: binding.provenanceOfWhole) }
        }, taken: taken, expires: made.expires)
    }
    return Found(
      record: restore(entry), kept: isMade ? nil : entry, taken: entry.taken,
      expires: entry.expires)
  }

  /// Sees to it that what was kept is not used again.
  ///
  /// - Returns: whether it was not known to be refused: others may have used it, too.
  func refuse(_ entry: SessionEntry, for key: SessionKey) -> Bool {
    withState { state in
      if let index = state.known.firstIndex(where: { $0.key == key }) {
        guard state.known[index].found.kept == entry else { return false }
        state.known.remove(at: index)
      }
      if state.refused.contains(where: { $0.key == key && $0.entry == entry }) { return false }
      if state.refused.count >= Self.most { state.refused.removeFirst() }
      state.refused.append((key, entry))
      return true
    }
  }

  /// Forgets what the session has, unless it is something else by now.
  func forget(_ entry: SessionEntry, for key: SessionKey) async throws(Failure) {
    guard let session = try findSession() else { return }
    try await session.withLock(key) { () throws(Failure) in try session.forget(entry, for: key) }
  }

  /// Sees to it that outputs are not used again which a condition holds for: in this run, and out of
  /// the session.
  func refuse(
    for key: SessionKey, where isRefused: (ScopeRecord) -> Bool,
    restoring restore: (SessionEntry) -> ScopeRecord
  ) throws(Failure) {
    withState { state in
      state.known.removeAll { $0.key == key && isRefused($0.found.record) }
    }
    guard let entry = try findSession()?.value(for: key), isRefused(restore(entry)) else { return }
    _ = refuse(entry, for: key)
  }
}
