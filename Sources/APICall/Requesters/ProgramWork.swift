import APICallCurl
import Synchronization

/// Work of the program's code in the middle of a call, which ends for the call at the latest when a
/// time limit passes or the call is cancelled, even if the code itself goes on.
final class ProgramWork: Sendable {
  private typealias Ending = Result<Void, RequestError>

  private struct State {
    var ending: Ending?
    var waiting: CheckedContinuation<Ending, Never>?
  }

  private let state = Mutex(State())

  private init() {}

  /// Does work on Swift's shared threads, and waits for its end.
  ///
  /// Throws its error; ``RequestError/timedOut(_:_:)`` or ``RequestError/cancelled`` if that came
  /// first.
  nonisolated(nonsending) static func perform(
    within limit: Duration? = nil, on loop: CurlLoop,
    _ work: @escaping @Sendable () async throws(RequestError) -> Void
  ) async throws(RequestError) {
    let own = ProgramWork()
    let task = Task(executorPreference: globalConcurrentExecutor) {
      do throws(RequestError) {
        try await work()
        own.end(.success(()))
      } catch {
        own.end(.failure(error))
      }
    }
    let timer = limit.map { limit in
      Task(executorPreference: loop) {
        do throws(CancellationError) { try await loop.sleep(for: limit) } catch { return }
        own.end(.failure(.timedOut(.total, [])))
      }
    }
    let ending = await withTaskCancellationHandler {
      await withCheckedContinuation { own.wait($0) }
    } onCancel: {
      own.end(.failure(.cancelled))
    }
    // What has not ended by itself is not waited for.
    task.cancel()
    timer?.cancel()
    try ending.get()
  }

  private func wait(_ continuation: CheckedContinuation<Ending, Never>) {
    let ending = state.withLock { state in
      if state.ending == nil { state.waiting = continuation }
      return state.ending
    }
    if let ending { continuation.resume(returning: ending) }
  }

  /// Ends the waiting, unless it has ended already.
  private func end(_ ending: Ending) {
    let waiting = state.withLock { state -> CheckedContinuation<Ending, Never>? in
      guard state.ending == nil else { return nil }
      state.ending = ending
      return state.waiting.take()
    }
    waiting?.resume(returning: ending)
  }
}
