package import APICallHTTP
package import APICallSafety

/// The authorisation of a call, created by an ``AuthType``.
package protocol Authorizing: Sendable {
  /// The credential for each request to the origin of the call; nil for none.
  var credential: AuthCredential? { get }
  /// Answers the challenges of that origin; nil if it does not.
  var responder: (any ChallengeResponder)? { get }
  /// Secrets that it made or found, in addition to its credential and the values of its secret
  /// options.
  var secrets: [ProtectedText] { get }
  /// Makes the credentials for each request; nil if they are the same for all requests.
  var signer: (any RequestSigner)? { get }
}

extension Authorizing {
  package var credential: AuthCredential? { nil }

  package var responder: (any ChallengeResponder)? { nil }

  package var secrets: [ProtectedText] { [] }

  package var signer: (any RequestSigner)? { nil }
}

/// Answers the challenges of a server with credentials (RFC 9110, section 11.4).
///
/// A value with state: it carries the conversation with one server from request to request.
package protocol ChallengeResponder: Sendable {
  /// The scheme that it implements, such as `Digest`.
  var scheme: String { get }

  /// The user name, a colon and the password, for curl's option `--user`.
  var userAndPassword: ProtectedText? { get }

  /// Checks a request before it is sent for the first time.
  ///
  /// Returns why a challenge could not be answered for it; nil if it could.
  func objection(to request: OutgoingRequest) -> ExchangeError?

  /// Returns the value of Authorization; nil if a challenge is needed first. Throws a
  /// ``ExchangeError`` if it cannot be made.
  mutating func authorization(
    for request: OutgoingRequest
  ) throws(ExchangeError) -> ProtectedText?

  /// Returns whether to send the request again: false if the server refused these same credentials.
  mutating func learn(_ head: ResponseHead) -> Bool

  /// Checks whether a server that offers proof knows the secret, and updates the state for the next
  /// request.
  ///
  /// Returns whether the response may come from the real server.
  mutating func trusts(_ head: ResponseHead, to request: OutgoingRequest) -> Bool
}
