import APICallCurl
import APICallHTTP
import Synchronization

/// Runs code of the program in the middle of a call, but not on the client's loop.
enum ProgramCode {
  /// Runs a stage.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - receiver: takes the response.
  ///   - loop: the client's loop.
  ///   - work: the stage.
  /// - Throws: the error of the stage, as the engine has it.
  nonisolated(nonsending) static func run(
    for request: Request, to receiver: any APICallHTTP.ResponseReceiver, on loop: CurlLoop,
    _ work: @escaping @Sendable (ResponseReceiver) async throws(RequestError) -> Void
  ) async throws(APICallHTTP.RequestError) {
    let lease = ReceiverLease(receiver, on: loop)
    // The program may keep the receiver longer than the exchange takes.
    defer { lease.end() }
    let error: RequestError?
    if let limit = request.content.limits.total {
      error = await result(within: limit, on: loop) { await result(of: work, lease) }
    } else {
      error = await withTaskExecutorPreference(globalConcurrentExecutor) {
        await result(of: work, lease)
      }
    }
    guard let error else { return }
    CallInProgress.current?.thrown.withLock { $0 = error }
    throw error.inEngine(for: request.content)
  }

  /// Runs a stage, and cancels it at a time limit.
  nonisolated(nonsending) private static func result(
    within limit: Duration, on loop: CurlLoop,
    _ work: @escaping @Sendable () async -> RequestError?
  ) async -> RequestError? {
    await withTaskGroup(of: RequestError?.self) { group in
      group.addTask(executorPreference: globalConcurrentExecutor, operation: work)
      group.addTask(executorPreference: loop) {
        // The call is cancelled: that must not look like a stage that has done its work.
        do throws(CancellationError) {
          try await loop.sleep(for: limit)
        } catch {
          return .cancelled
        }
        return .timedOut(.total, [])
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  nonisolated(nonsending) private static func result(
    of work: @Sendable (ResponseReceiver) async throws(RequestError) -> Void,
    _ lease: ReceiverLease
  ) async -> RequestError? {
    do throws(RequestError) {
      try await work(ResponseReceiver(lease))
      return nil
    } catch {
      return error
    }
  }
}
