import APICallCurl
import Synchronization

/// Work of the program's code in the middle of a call, which ends for the call at the latest when a
/// time limit passes or the call is cancelled, even if the code itself goes on.
final class ProgramWork<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, RequestError>?
    var waiting: CheckedContinuation<Result<Value, RequestError>, Never>?
  }

  private let state = Mutex(State())

  private init() {}

  /// Does work on Swift's shared threads, and waits for its result.
  ///
  /// Returns the result; ``RequestError/timedOut(_:_:)`` or ``RequestError/cancelled`` if that came
  /// first.
  nonisolated(nonsending) static func result(
    within limit: Duration? = nil, on loop: CurlLoop,
    of work: @escaping @Sendable () async -> Result<Value, RequestError>
  ) async -> Result<Value, RequestError> {
    let own = ProgramWork()
    let task = Task(executorPreference: globalConcurrentExecutor) { own.end(await work()) }
    let timer = limit.map { limit in
      Task(executorPreference: loop) {
        do throws(CancellationError) { try await loop.sleep(for: limit) } catch { return }
        own.end(.failure(.timedOut(.total, [])))
      }
    }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { own.wait($0) }
    } onCancel: {
      own.end(.failure(.cancelled))
    }
    // What has not ended by itself is not waited for.
    task.cancel()
    timer?.cancel()
    return result
  }

  private func wait(_ continuation: CheckedContinuation<Result<Value, RequestError>, Never>) {
    let result = state.withLock { state in
      if state.result == nil { state.waiting = continuation }
      return state.result
    }
    if let result { continuation.resume(returning: result) }
  }

  /// Ends the waiting with a result, unless there is one already.
  private func end(_ result: Result<Value, RequestError>) {
    let waiting = state.withLock { state in
      guard state.result == nil else {
        return CheckedContinuation<Result<Value, RequestError>, Never>?.none
      }
      state.result = result
      return state.waiting.take()
    }
    waiting?.resume(returning: result)
  }
}
