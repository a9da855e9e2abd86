extension Result where Failure == RequestError {
  /// What work returns, or throws.
  nonisolated(nonsending) static func of(
    _ work: nonisolated(nonsending) () async throws(RequestError) -> Success
  ) async -> Result {
    do throws(RequestError) { return .success(try await work()) } catch { return .failure(error) }
  }
}
