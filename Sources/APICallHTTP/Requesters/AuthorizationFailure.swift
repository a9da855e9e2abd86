package import APICallBase

/// Why a request cannot be authorised.
package enum AuthorizationFailure: Error, Sendable, Hashable {
  /// A challenge would have to be answered by sending the body again, which can be read once only.
  case unrepeatableBody(scheme: String)
  /// The challenge asks for the digest of a body that is longer than can be held, in octets.
  case tooLongBody(scheme: String, limit: Int)
  /// The answer shows that the server does not know the secret.
  case forgedAnswer(Origin)
  /// A request that was sent for a token brought no complete response.
  indirect case tokenRequest(RequestError, Request)
  /// There is no token, or it cannot be kept.
  case noToken(TokenFailure)
}

/// Why there is no token.
package struct TokenFailure: Error, Sendable, Hashable {
  package let status: ExitStatus
  package let reason: String
  package let hint: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - status: the exit status that it leads to.
  ///   - reason: why, for people.
  ///   - hint: what to do about it.
  package init(_ status: ExitStatus, _ reason: String, hint: String? = nil) {
    self.status = status
    self.reason = reason
    self.hint = hint
  }

  /// Takes what a failure says first.
  package init(_ failure: Failure) {
    let first = failure.diagnostics.first
    self.init(failure.status, first?.message ?? failure.status.name, hint: first?.hint)
  }
}
