/// Why a secret cannot be had, kept or removed; nothing of any value is in it.
package struct SecretProblem: Error, Sendable, Hashable {
  /// What is wrong: lower case, no full stop.
  package var message: String
  /// The way out; nil where there is nothing to advise.
  package var hint: String?
  /// The exit status where nothing else is wrong: 77 where a store is locked or refuses, 7 where a
  /// plugin fails.
  package var status: ExitStatus

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - message: what is wrong, without anything of a secret.
  ///   - status: the exit status where nothing else is wrong.
  ///   - hint: the way out.
  package init(_ message: String, status: ExitStatus = .noPermission, hint: String? = nil) {
    self.message = message
    self.status = status
    self.hint = hint
  }

  /// The failure that a command ends with.
  package var failure: Failure { Failure(status, message, hint: hint) }

  /// Does something, and makes what goes wrong the failure that a command ends with.
  ///
  /// - Parameter work: what to do.
  /// - Returns: what came of it.
  /// - Throws: the ``Failure``.
  package static func asFailure<Result>(
    _ work: () throws(SecretProblem) -> Result
  ) throws(Failure) -> Result {
    do throws(SecretProblem) { return try work() } catch { throw error.failure }
  }
}
