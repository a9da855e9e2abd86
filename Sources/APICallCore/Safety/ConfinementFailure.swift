package import APICallBase

/// Why a request was not sent that a response led to: a stored secret, or what was made with it, may not
/// go where it leads.
package struct ConfinementFailure: Error, Sendable, Hashable {
  /// The stored secrets.
  let secrets: Confinement
  /// Where it leads.
  package let origin: Origin

  init(_ secrets: Confinement, to origin: Origin) {
    self.secrets = secrets
    self.origin = origin
  }
}

extension Failure {
  /// The failure of a request that would have taken a stored secret where it may not go.
  init(_ failure: ConfinementFailure, call: Call) {
    var problems = SecretRefusal(failure.secrets, to: failure.origin).diagnostics { _ in nil }
    if let first = problems.indices.first {
      problems[first].message =
        "the response leads to \(failure.origin): \(problems[first].message)"
    }
    self.init(.noPermission, problems)
  }
}
