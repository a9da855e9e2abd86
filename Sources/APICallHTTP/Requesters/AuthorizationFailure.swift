package import APICallBase

/// Why a request cannot be authorised.
package enum AuthorizationFailure: Error, Sendable, Hashable {
  /// A challenge would have to be answered by sending the body again, which can be read once only.
  case unrepeatableBody(scheme: String)
  /// The challenge asks for the digest of a body that is longer than can be held, in octets.
  case tooLongBody(scheme: String, limit: Int)
  /// The answer shows that the server does not know the secret.
  case forgedAnswer(Origin)
}
