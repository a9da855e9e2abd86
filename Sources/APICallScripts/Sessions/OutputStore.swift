package import APICallBase
import APICallLanguage
import APICallRequests
import APICallSafety
import APICallText
import Synchronization

/// The outputs of needed calls.
///
/// Each call is made once in a run for all calls that need it, or not at all if the session has its
/// outputs. No other task of this run, and no other process, makes it at the same time.
package final class OutputStore: Sendable {
  struct Found: Sendable {
    let record: ScopeRecord
    /// The entry in the session; nil if the call was made in this run.
    var kept: SessionEntry?
    let taken: Timestamp
    let expires: Timestamp?
  }

  /// The state of a run; a class, so that it is only allocated if a call needs others.
  private final class State {
    /// The outputs found or made in this run, the latest last.
    var known: [(key: SessionKey, found: Found)] = []
    /// The entries that a server refused, which are not used again.
    var refused: [(key: SessionKey, entry: SessionEntry)] = []
    var pending: Set<SessionKey> = []
    /// The calls that failed in this run: a wrong password is not tried again in each iteration.
    var failed: [(key: SessionKey, failure: Failure)] = []
  }

  /// The most elements of each list: a loop may need a different call in each iteration.
  private static let most = 64

  /// Finds the session; nil if nothing is kept between runs.
  private let findSession: @Sendable () throws(Failure) -> Session?
  private let state = Mutex<State?>(nil)

  package init(session: @escaping @Sendable () throws(Failure) -> Session? = noSession) {
    findSession = session
  }

  private func withState<Result: Sendable>(_ work: (State) -> Result) -> Result {
    state.withLock { state in
      let known = state ?? State()
      state = known
      return work(known)
    }
  }

  package static func noSession() throws(Failure) -> Session? { nil }

  /// Gets the outputs of a call from this run or the session, or else makes the call.
  ///
  /// Throws the ``Failure`` of `make`, which later requests get too, or that of the session.
  func found(
    for key: SessionKey, _ freshness: SessionFreshness, isKept: Bool,
    outputs: [(name: String, isSecret: Bool)], untrusted distrust: Distrust?,
    in resources: CallResources,
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
    func find() async throws(Failure) -> Found {
      guard isKept, let session = try findSession() else {
        let taken = resources.world.now()
        let made = try await make()
        return Found(record: made.record, taken: taken, expires: made.expires)
      }
      let useless = withState { $0.refused.filter { $0.key == key }.map(\.entry) }
      let store = resources.secrets
      let names = resources.namesOfKept(untrusted: distrust)
      var isMade = false
      let entry = try await session.holding(
        key, freshness, where: { $0.isUsable(with: store, only: names) && !useless.contains($0) }
      ) { () throws(Failure) in
        for entry in useless { try session.forget(entry, for: key) }
        isMade = true
        // The lifetime of outputs begins when the call begins.
        let taken = resources.world.now()
        let made = try await make()
        return SessionEntry(
          made.record.members.compactMap { name, binding in
            binding.value.map { SessionOutput(name, $0, from: binding.provenanceOfWhole) }
          }, taken: taken, expires: made.expires, secrets: resources.lock?.names ?? [])
      }
      // The secrets as they are stored now decide where the outputs may go.
      return Found(
        record: entry.record(of: outputs, in: resources, untrusted: distrust),
        kept: isMade ? nil : entry, taken: entry.taken, expires: entry.expires)
    }
    do throws(Failure) {
      let found = try await find()
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

  /// Marks an entry as refused, so that it is not used again.
  ///
  /// Returns whether it was not marked before: other calls may have used it too.
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

  /// Removes an entry from the session, unless it has changed in the meantime.
  func forget(_ entry: SessionEntry, for key: SessionKey) async throws(Failure) {
    guard let session = try findSession() else { return }
    try await session.withLock(key) { () throws(Failure) in try session.forget(entry, for: key) }
  }

  /// Marks outputs that meet a condition as refused, in this run and in the session.
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
