import Synchronization

/// The calls of a client in progress.
final class CallsInProgress: Sendable {
  private struct State {
    var cancels: [CallID: @Sendable () -> Void] = [:]
    /// Whether further calls are cancelled at once.
    var isRefusing = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func begin<Value: Sendable>(
    _ id: CallID,
    _ work: @escaping CallWork<Value>,
    ending end: @escaping @Sendable (Result<Value, RequestError>) -> Void,
    on start: (@escaping CallWork<Value>) -> CallTask<Value>
  ) -> CallTask<Value> {
    state.withLock { state in
      let isRefused = state.isRefusing
      // The lock is held until the task is noted, so it cannot end before.
      let task = start {
        let result = isRefused ? .failure(.cancelled) : await work()
        end(result)
        self.end(id)
        return result
      }
      state.cancels[id] = { task.cancel() }
      return task
    }
  }

  private func end(_ id: CallID) {
    let waiting = state.withLock { state in
      state.cancels[id] = nil
      guard state.cancels.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func cancelAll() {
    for cancel in state.withLock({ Array($0.cancels.values) }) { cancel() }
  }

  /// Cancels all further calls at once.
  func refuse() { state.withLock { $0.isRefusing = true } }

  func allEnded() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.cancels.isEmpty { state.waiting.append(continuation) }
        return state.cancels.isEmpty
      }
      if isOver { continuation.resume() }
    }
  }
}

/// The work of a call, which stays where it is started: each change of isolation would cost a turn of
/// the loop.
typealias CallWork<Value: Sendable> =
  nonisolated(nonsending) @Sendable () async -> Result<Value, RequestError>

typealias CallTask<Value: Sendable> = Task<Result<Value, RequestError>, Never>
