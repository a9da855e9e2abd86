import Synchronization

/// Calls that belong together, as those of a screen: they are cancelled with the bag.
public final class CallBag: Sendable {
  private let calls = Mutex<[CallID: PendingCall]>([:])

  /// Creates an empty bag.
  public init() {}

  deinit { cancelAll() }

  /// Adds a call; it leaves the bag when it has ended.
  func insert(_ call: PendingCall) {
    calls.withLock { $0[call.id] = call }
    call.finally { [weak self] in self?.remove(call.id) }
  }

  private func remove(_ id: CallID) { calls.withLock { $0[id] = nil } }

  /// The number of calls that have not ended.
  public var count: Int { calls.withLock { $0.count } }

  /// Cancels all calls in the bag; more can be added afterwards.
  public func cancelAll() {
    let cancelled = calls.withLock { calls in
      defer { calls = [:] }
      return calls
    }
    for call in cancelled.values { call.cancel() }
  }
}
