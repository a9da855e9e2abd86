/// The service that keeps the to-dos.
package protocol TodoService: Sendable {
  /// Logs in; the other methods need that first.
  func logIn(name: String, password: String) async throws(ServiceError)

  /// Lists all to-dos.
  func todos() async throws(ServiceError) -> [Todo]

  /// Adds a to-do.
  func add(title: String) async throws(ServiceError) -> Todo

  /// Ticks off a to-do.
  func tick(id: Int) async throws(ServiceError) -> Todo

  /// Exports all to-dos as CSV.
  ///
  /// - Parameter progress: called with the bytes so far, and with all of them if that is known.
  /// - Returns: the CSV.
  /// - Throws: a ``ServiceError``, also if the task is cancelled.
  func export(
    progress: @escaping @Sendable (_ received: Int, _ total: Int?) async -> Void
  ) async throws(ServiceError) -> String

  /// Checks a name and a password without a request.
  ///
  /// - Returns: what is wrong, in words; empty if both can be sent.
  func problems(name: String, password: String) -> [String]
}

/// Why the service did not do something.
package enum ServiceError: Error, Equatable {
  /// Something that the user typed cannot be sent.
  case invalid([String])
  /// The service refused, with its reason.
  case refused(String)
  /// The service was not reached, or not in time.
  case unreachable(String)
  /// The user cancelled.
  case cancelled
  /// Anything else.
  case failed(String)
}
