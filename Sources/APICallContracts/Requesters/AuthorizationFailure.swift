package import APICallBase
package import APICallHTTP
package import APICallSafety

/// Why a request cannot be authorised.
package enum AuthorizationFailure: Error, Sendable, Hashable {
  /// A challenge would require sending the body again, but it can be read only once.
  case unrepeatableBody(scheme: String)
  /// The challenge asks for the digest of a body that is longer than the limit, in bytes.
  case tooLongBody(scheme: String, limit: Int)
  /// The response shows that the server does not know the secret.
  case forgedAnswer(Origin)
  /// The request for a token did not get a complete response.
  indirect case tokenRequest(ExchangeError, OutgoingRequest)
  /// There is no token, or it cannot be stored.
  case noToken(TokenFailure)
}

/// Why there is no token.
package struct TokenFailure: Error, Sendable, Hashable {
  package let status: ExitStatus
  package let reason: String
  package let hint: String?
  /// Whether the stored token cannot be renewed any more.
  package var endsLogin = false
  /// Whether only the user can change that: `apicall auth login`.
  package var needsLogin = false

  package init(_ status: ExitStatus, _ reason: String, hint: String? = nil) {
    self.status = status
    self.reason = reason
    self.hint = hint
  }

  /// Takes the first message and the hint of a failure.
  package init(_ failure: Failure) {
    let first = failure.diagnostics.first
    self.init(failure.status, first?.message ?? failure.status.name, hint: first?.hint)
  }
}

extension ExchangeError {
  /// A token for the request is missing.
  package static func noToken(_ failure: TokenFailure) -> ExchangeError {
    .authorization(.noToken(failure))
  }
}
