/// Why one more exchange follows, before the answer that is wanted.
package struct FurtherExchange: Sendable, Hashable {
  /// What makes it necessary.
  package enum Reason: Sendable, Hashable {
    /// The answer named another place (RFC 9110, section 15.4).
    case redirect
    /// The exchange failed in a way that may pass: after this time the request is sent again, for
    /// the attempt of this number; the first one was 1.
    case retry(after: Duration, attempt: Int, of: Int)
    /// The server wants other credentials (RFC 9110, section 11.3).
    case challenge
    /// The answer has a next page, of this number; the first one was 1.
    case page(Int)
  }

  /// What makes it necessary.
  package var reason: Reason
  /// The answer that led to it, where it was not handed on; nil where there was none.
  package var answer: ResponseHead?
  /// Why there was no answer; nil where there was one.
  package var error: RequestError?
  /// The request that follows.
  package var request: Request

  /// Creates a note of an exchange.
  ///
  /// - Parameters:
  ///   - reason: what makes it necessary.
  ///   - answer: the answer that led to it, where it was not handed on.
  ///   - error: why there was no answer.
  ///   - request: the request that follows.
  package init(
    _ reason: Reason, after answer: ResponseHead? = nil, error: RequestError? = nil,
    request: Request
  ) {
    self.reason = reason
    self.answer = answer
    self.error = error
    self.request = request
  }
}
