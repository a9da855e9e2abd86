package import APICallBase

/// A way to authorise requests, made for one call: ``AuthType`` says how.
package protocol Authorizing: Sendable {
  /// What goes with each request to the origin of the call; nil for nothing.
  var credential: AuthCredential? { get }
  /// What answers the challenges of that origin; nil where they are left unanswered.
  var responder: (any ChallengeResponder)? { get }
  /// What it made or found that is secret, besides its credential and the values of its secret
  /// options.
  var secrets: [ProtectedText] { get }
  /// What makes credentials out of each request; nil where they are the same for all.
  var signer: (any RequestSigner)? { get }
}

extension Authorizing {
  /// Nothing.
  package var credential: AuthCredential? { nil }

  /// Nobody.
  package var responder: (any ChallengeResponder)? { nil }

  /// None.
  package var secrets: [ProtectedText] { [] }

  /// Nobody.
  package var signer: (any RequestSigner)? { nil }
}

/// Answers the challenges of a server with credentials (RFC 9110, section 11.4).
///
/// A value that learns: the conversation with one server goes on in it from request to request.
package protocol ChallengeResponder: Sendable {
  /// The scheme that it speaks, such as `Digest`.
  var scheme: String { get }

  /// The user's name, a colon and the password, for curl's option `--user`; nil where there is none.
  var userAndPassword: ProtectedText? { get }

  /// Tells what is wrong with a request before it is sent for the first time.
  ///
  /// - Parameter request: the request, without credentials.
  /// - Returns: why no challenge could be answered for it; nil where one can.
  func objection(to request: Request) -> RequestError?

  /// The field that authorises a request, by what the server said before.
  ///
  /// - Parameter request: the request, without credentials.
  /// - Returns: the value of Authorization; nil where the server has to be heard first.
  /// - Throws: a ``RequestError`` where it cannot be made.
  mutating func authorization(
    for request: Request
  ) throws(RequestError) -> ProtectedText?

  /// Learns what a server asks for.
  ///
  /// - Parameter head: an answer with the status 401.
  /// - Returns: whether to send the request again: not where the server has refused these very
  ///   credentials.
  mutating func learn(_ head: ResponseHead) -> Bool

  /// Checks that a server knows the secret, too, where it says so, and learns what to go on with.
  ///
  /// - Parameters:
  ///   - head: an answer that is not refused.
  ///   - request: the request that it answers.
  /// - Returns: whether the answer may be from the true server.
  mutating func trusts(_ head: ResponseHead, to request: Request) -> Bool
}
