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
