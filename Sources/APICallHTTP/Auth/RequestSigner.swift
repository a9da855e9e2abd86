import APICallBase

/// Makes credentials for a request, anew for each that goes to the origin of the call.
///
/// It may send requests of its own, and keep the tokens that it gets.
package protocol RequestSigner: Sendable {
  /// Whether it may have other credentials after a response that refused those that it made.
  ///
  /// - Parameter refusal: the head of a response with the status 401.
  /// - Returns: whether it is asked for others.
  func answers(_ refusal: ResponseHead) -> Bool

  /// Makes what authorises a request.
  ///
  /// - Parameters:
  ///   - request: the request, without credentials.
  ///   - refusal: how a server refused the same request before; nil for the first time.
  ///   - means: what it may use.
  /// - Returns: the credentials; none where there is nothing to add.
  /// - Throws: a ``RequestError`` where they cannot be made.
  func credentials(
    for request: Request, after refusal: Refusal?, with means: AuthMeans
  ) async throws(RequestError) -> [AuthCredential]
}

/// How a server refused a request.
package struct Refusal: Sendable {
  /// The head of its response.
  package let head: ResponseHead
  /// The credentials that it refused.
  package let credentials: [AuthCredential]

  package init(_ head: ResponseHead, of credentials: [AuthCredential]) {
    self.head = head
    self.credentials = credentials
  }
}
