import Synchronization

/// The calls of a client in progress.
final class CallsInProgress: Sendable {
  private struct State {
    var tasks: [CallID: CallTask] = [:]
    /// Whether further calls are cancelled at once.
    var isRefusing = false
    /// Resumed when the last call has ended.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Begins a call.
  ///
  /// - Parameters:
  ///   - id: the number of the call.
  ///   - work: makes the call.
  ///   - start: starts the task of the call.
  /// - Returns: the task.
  func begin(
    _ id: CallID,
    _ work: @escaping CallWork, on start: (@escaping CallWork) -> CallTask
  ) -> CallTask {
    state.withLock { state in
      let isRefused = state.isRefusing
      // The lock is held until the task is noted, so it cannot end before.
      let task = start {
        let result = isRefused ? .failure(.cancelled) : await work()
        self.end(id)
        return result
      }
      state.tasks[id] = task
      return task
    }
  }

  private func end(_ id: CallID) {
    let waiting = state.withLock { state in
      state.tasks[id] = nil
      guard state.tasks.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Cancels all calls.
  func cancelAll() {
    for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
  }

  /// Cancels all further calls at once.
  func refuse() { state.withLock { $0.isRefusing = true } }

  /// Waits until all calls have ended.
  func allEnded() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.tasks.isEmpty { state.waiting.append(continuation) }
        return state.tasks.isEmpty
      }
      if isOver { continuation.resume() }
    }
  }
}

/// The work of a call, which stays where it is started: each change of isolation would cost a turn of
/// the loop.
typealias CallWork = nonisolated(nonsending) @Sendable () async -> Result<Response, RequestError>

/// The task of a call, with its result.
typealias CallTask = Task<Result<Response, RequestError>, Never>
