/// Makes credentials out of a request, anew for each that goes to the origin of the call.
package protocol RequestSigner: Sendable {
  /// Whether it has an answer to the challenges of a server that refused its credentials.
  var answersChallenges: Bool { get }

  /// Makes what authorises a request.
  ///
  /// - Parameters:
  ///   - request: the request, without credentials.
  ///   - challenges: the values of WWW-Authenticate (RFC 9110, section 11.6.1) with which a server
  ///     refused the same request before; none for the first time.
  /// - Returns: the credentials; none where there is nothing to add.
  /// - Throws: a ``RequestError`` where they cannot be made.
  func credentials(
    for request: Request, challenges: [String]
  ) async throws(RequestError) -> [AuthCredential]
}
