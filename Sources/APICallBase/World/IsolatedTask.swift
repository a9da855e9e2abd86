extension Task where Success: Sendable, Failure == Never {
  /// Begins something that is isolated as its caller is, so that the compiler knows that the two take
  /// turns.
  ///
  /// The caller has an isolation: without one, the two would run at the same time.
  ///
  /// - Parameters:
  ///   - executor: what runs it between its waits; nil for whatever runs tasks anyway. The isolation
  ///     alone does not say it: a continuation is resumed on the executor of its task.
  ///   - isolation: that of the caller.
  ///   - work: what to do.
  /// - Returns: the task, for those who want to wait for it or to cancel it.
  @discardableResult
  package static func isolated(
    on executor: (any TaskExecutor)?, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping () async -> Success
  ) -> Self {
    Task {
      _ = isolation
      guard let executor else { return await work() }
      return await withTaskExecutorPreference(executor) {
        // What does not name the isolation leaves it.
        _ = isolation
        return await work()
      }
    }
  }
}
