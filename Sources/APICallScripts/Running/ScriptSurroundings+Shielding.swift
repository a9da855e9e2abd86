import APICallBase
import APICallRun

extension ScriptSurroundings {
  /// Does something that is not given up where what waits for it is.
  ///
  /// - Parameters:
  ///   - limit: how long it may take; nil where that does not matter.
  ///   - work: what to do; it ends as cancelled where it takes too long.
  /// - Returns: whether it had the time that it took.
  func shielded(within limit: Duration?, _ work: @escaping () async -> Void) async -> Bool {
    // It is run by the one thread that runs the script, which waits for it.
    nonisolated(unsafe) let work = work
    let task = Task(executorPreference: executor) { await work() }
    guard let limit else {
      await task.value
      return true
    }
    let wait = resources.world.wait
    let timer = Task(executorPreference: executor) {
      do throws(CancellationError) {
        try await wait(limit)
        task.cancel()
        return false
      } catch {
        return true
      }
    }
    await task.value
    timer.cancel()
    return await timer.value
  }
}
