extension Task where Success: Sendable, Failure == Never {
  /// Starts a task with the isolation of its caller, so that the compiler knows that the two never
  /// run at the same time.
  ///
  /// The caller must have an isolation; without one, they would run at the same time.
  @discardableResult
  package static func isolated(
    on executor: (any TaskExecutor)?, isolation: isolated (any Actor)? = #isolation,
    _ work: @escaping () async -> Success
  ) -> Self {
    Task {
      _ = isolation
      guard let executor else { return await work() }
      return await withTaskExecutorPreference(executor) {
        // A closure that does not mention the isolation would leave it.
        _ = isolation
        return await work()
      }
    }
  }
}
