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
    /// The entry in the session; nil without one.
    var entry: SessionEntry?
    /// Whether a server has accepted the outputs, in this run or, if they are kept, before it.
    var isAccepted = false
    let taken: UTCTimestamp
    var expires: UTCTimestamp?

    /// Whether these are the outputs of the same call.
    func isSame(as other: Found) -> Bool { taken == other.taken && entry == other.entry }
  }

  /// The state of a run; a class, so that it is only allocated if a call needs others.
  private final class State {
    /// The outputs found or made in this run, the latest last.
    var known: [(key: SessionKey, found: Found)] = []
    /// The entries that a server refused, which are not used again.
    var refused: [(key: SessionKey, entry: SessionEntry)] = []
    var pending: Set<SessionKey> = []
    /// How often in a row new outputs were refused as the old ones were.
    var vain: [SessionKey: Int] = [:]
    /// The calls that failed in this run, and until when: a wrong password is not tried again in each
    /// iteration, and a server that cannot be reached not at once.
    var failed: [(key: SessionKey, failure: Failure, until: UTCTimestamp?)] = []

    /// Marks an entry as refused.
    ///
    /// Returns whether it was not marked before.
    func refuse(_ entry: SessionEntry, for key: SessionKey) -> Bool {
      if refused.contains(where: { $0.key == key && $0.entry == entry }) { return false }
      if refused.count >= OutputStore.most { refused.removeFirst() }
      refused.append((key, entry))
      return true
    }
  }

  /// The most elements of each list: a loop may need a different call in each iteration.
  static let most = 64
  /// The number of vain renewals after which a refusal is not taken for the end of a login.
  private static let mostVain = 3
  /// The time in which a token that is refused counts as a vain renewal.
  private static let vainTime = Duration.seconds(5)
  /// The time for which a failure that passes is not tried again.
  private static let pause = Duration.seconds(5)

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
  /// With `isRenewing`, `make` gets the outputs that it replaces, which stay stored until then.
  ///
  /// Throws the ``Failure`` of `make`, which later requests get too, or that of the session.
  func found(
    for key: SessionKey, _ freshness: SessionFreshness, isKept: Bool, isRenewing: Bool = false,
    outputs: [(name: String, isSecret: Bool)], untrusted distrust: Distrust?,
    in resources: CallResources,
    making make: (ScopeRecord?) async throws(Failure) -> (
      record: ScopeRecord, expires: UTCTimestamp?
    )
  ) async throws(Failure) -> Found {
    _ = try await resources.world.answer { () throws(Failure) in
      withState { $0.pending.insert(key).inserted } ? key : nil
    }
    defer { withState { _ = $0.pending.remove(key) } }
    let now = resources.world.now()
    let (failure, known) = withState { state in
      state.failed.removeAll { $0.until.map { !now.isBefore($0) } ?? false }
      return (
        state.failed.first { $0.key == key }?.failure,
        state.known.last { $0.key == key }?.found
      )
    }
    if let failure { throw failure }
    if let known, freshness.isMet(taken: known.taken, expires: known.expires, at: now) {
      return known
    }
    func find() async throws(Failure) -> Found {
      guard isKept, let session = try findSession() else {
        let taken = resources.world.now()
        let made = try await make(known?.record)
        return Found(record: made.record, taken: taken, expires: made.expires)
      }
      let useless = withState { $0.refused.filter { $0.key == key }.map(\.entry) }
      let store = resources.secrets
      let names = resources.namesOfKept(untrusted: distrust)
      var isMade = false
      let entry = try await session.holding(
        key, freshness, where: { $0.isUsable(with: store, only: names) && !useless.contains($0) }
      ) { () throws(Failure) in
        var previous: ScopeRecord?
        if isRenewing {
          previous = try session.entry(for: key).flatMap {
            $0.isUsable(with: store, only: names)
              ? $0.record(of: outputs, in: resources, untrusted: distrust) : nil
          }
        } else {
          for entry in useless { try session.forget(entry, for: key) }
        }
        isMade = true
        // The lifetime of outputs begins when the call begins.
        let taken = resources.world.now()
        let made = try await make(previous)
        return SessionEntry(made.record, taken: taken, expires: made.expires, in: resources)
      }
      // The secrets as they are stored now decide where the outputs may go.
      return Found(
        record: entry.record(of: outputs, in: resources, untrusted: distrust),
        entry: entry, isAccepted: !isMade, taken: entry.taken, expires: entry.expires)
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
        let until = error.status.isTransient ? resources.world.now().advanced(by: Self.pause) : nil
        withState { if $0.failed.count < Self.most { $0.failed.append((key, error, until)) } }
      }
      throw error
    }
  }

  /// Marks outputs as accepted by a server.
  func accept(_ found: Found, for key: SessionKey) {
    withState { state in
      for index in state.known.indices where state.known[index].key == key {
        if state.known[index].found.isSame(as: found) { state.known[index].found.isAccepted = true }
      }
    }
  }

  /// Whether a server has accepted outputs before: if it refuses them now, they have ended.
  ///
  /// Those that another call has replaced were accepted.
  func isAccepted(_ found: Found, for key: SessionKey) -> Bool {
    withState { state in
      if state.vain[key] ?? 0 >= Self.mostVain { return false }
      guard let known = state.known.last(where: { $0.key == key })?.found else { return true }
      return known.isAccepted || !known.isSame(as: found)
    }
  }

  /// Notes whether a call was refused again with new outputs.
  func noteRenewal(for key: SessionKey, isVain: Bool) {
    withState { $0.vain[key] = isVain ? ($0.vain[key] ?? 0) + 1 : nil }
  }

  /// Marks outputs as refused, so that they are not used again.
  ///
  /// Returns whether they were not marked before: other calls may have used them too.
  func refuse(_ found: Found, for key: SessionKey) -> Bool {
    withState { state in
      let index = state.known.firstIndex { $0.key == key }
      if let index {
        guard state.known[index].found.isSame(as: found) else { return false }
        state.known.remove(at: index)
      }
      return found.entry.map { state.refuse($0, for: key) } ?? (index != nil)
    }
  }

  /// Stores outputs that were made elsewhere, in place of those that are stored.
  ///
  /// Returns whether anything is kept between runs.
  func keep(
    _ record: ScopeRecord, until expires: UTCTimestamp?, for key: SessionKey,
    in resources: CallResources
  ) async throws(Failure) -> Bool {
    guard let session = try findSession() else { return false }
    try await session.withLock(key) { () throws(Failure) in
      try session.keep(
        SessionEntry(record, taken: resources.world.now(), expires: expires, in: resources),
        for: key)
    }
    return true
  }

  /// Removes what the session has for a call.
  func forget(for key: SessionKey) async throws(Failure) {
    guard let session = try findSession() else { return }
    try await session.withLock(key) { () throws(Failure) in try drop(key) }
  }

  /// Removes an entry from the session, unless it has changed in the meantime.
  func forget(_ entry: SessionEntry, for key: SessionKey) async throws(Failure) {
    guard let session = try findSession() else { return }
    try await session.withLock(key) { () throws(Failure) in try session.forget(entry, for: key) }
  }

  /// The stored entry of a call, even if it has expired; nil without one.
  func entry(for key: SessionKey) throws(Failure) -> SessionEntry? {
    try findSession()?.entry(for: key)
  }

  /// Removes the entry of a call; the caller has to hold its lock.
  func drop(_ key: SessionKey) throws(Failure) {
    guard let session = try findSession(), let entry = try session.entry(for: key) else { return }
    try session.forget(entry, for: key)
  }

  /// Marks outputs that meet a condition as refused, in this run and in the session.
  ///
  /// They can still be renewed. If several in a row are refused as soon as they were made, the latest
  /// are used for a while: a server that refuses everything is not asked for a token with each call.
  func refuse(
    for key: SessionKey, where isRefused: (ScopeRecord) -> Bool,
    restoring restore: (SessionEntry) -> ScopeRecord, at now: UTCTimestamp
  ) throws(Failure) {
    let isVain = withState { state in
      guard
        let index = state.known.firstIndex(where: { $0.key == key && isRefused($0.found.record) })
      else { return false }
      let found = state.known[index].found
      let isYoung = now.isBefore(found.taken.advanced(by: Self.vainTime))
      let count = isYoung ? (state.vain[key] ?? 0) + 1 : 0
      state.vain[key] = count
      if count > Self.mostVain { return true }
      state.known[index].found.expires = found.taken
      return false
    }
    guard !isVain else { return }
    guard let entry = try findSession()?.value(for: key), isRefused(restore(entry)) else { return }
    _ = withState { $0.refuse(entry, for: key) }
  }
}
