package import APICallHTTP

/// Makes the credentials for each request to the origin of the call.
///
/// It may send requests of its own, and store the tokens that it receives.
package protocol RequestSigner: Sendable {
  /// Whether an eavesdropper learns nothing that could authorise another request.
  var hidesSecrets: Bool { get }

  /// Returns whether it may have other credentials after a response that refused its credentials.
  func answers(_ refusal: ResponseHead) -> Bool

  /// Returns what may be wrong with the credentials that a server has refused; nil if it says nothing
  /// of them.
  func advice(on refusal: ResponseHead) -> String?

  /// Returns the credentials; empty without one to add.
  ///
  /// Throws an ``ExchangeError`` if they cannot be made.
  func credentials(
    for request: OutgoingRequest, after refusal: Refusal?, with means: AuthMeans
  ) async throws(ExchangeError) -> [AuthCredential]
}

extension RequestSigner {
  /// True by default: most of them sign.
  package var hidesSecrets: Bool { true }

  package func advice(on refusal: ResponseHead) -> String? { nil }
}

/// A response that refused a request.
package struct Refusal: Sendable {
  package let head: ResponseHead
  package let credentials: [AuthCredential]

  package init(_ head: ResponseHead, of credentials: [AuthCredential]) {
    self.head = head
    self.credentials = credentials
  }
}
