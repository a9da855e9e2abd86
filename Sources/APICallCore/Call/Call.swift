/// One call, ready to be sent: the endpoint, the values of its inputs and the request they make.
package struct Call: Sendable {
  package var endpoint: Endpoint
  package var scope: Scope
  /// The request as the endpoint means it.
  package var request: Request
  /// How it is authorised; nil where it is not.
  package var authorization: Authorization?
  /// What the answer has to be like beside its status; nil where that is all.
  package var expectation: CallExpectation?
  /// The server that gets the request in place of the true one.
  package var mock: Origin?
  /// When it has to be over with all its attempts, as ``World/elapsed`` tells the time; nil where
  /// nothing says so.
  package var deadline: Duration?
  /// Whether its project's guard holds for it; it is not asked about what changes nothing.
  package var isGuarded = false

  package init(
    endpoint: Endpoint, scope: Scope, request: Request, authorization: Authorization? = nil,
    mock: Origin? = nil
  ) {
    self.endpoint = endpoint
    self.scope = scope
    self.request = request
    self.authorization = authorization
    self.mock = mock
  }

  /// The request as a requester gets it: the same but for the connection, which goes to the mock
  /// server over plain HTTP where there is one.
  ///
  /// The Host field names the true host all the same.
  package var sentRequest: Request {
    var request = request
    if let mock { request.url.origin = mock }
    return request
  }

  /// The method and the URL, secrets masked, and where the request went if it went elsewhere.
  package var title: String {
    let title = "\(request.method) \(request.url.text)"
    return mock.map { "\(title) (sent to \($0))" } ?? title
  }
}
