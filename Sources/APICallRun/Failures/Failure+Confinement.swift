import APICallBase
import APICallHTTP

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
