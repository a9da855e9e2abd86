package import APICallBase
package import APICallHTTP
package import APICallSpec

/// One call, ready to be sent: the endpoint, the values of its inputs and the request they make.
///
/// All that has to do with a call refers to the same one, which nothing changes.
package final class Call: Sendable {
  package let endpoint: Endpoint
  package let scope: Scope
  /// The request as the endpoint means it.
  package let request: Request
  /// How it is authorised; nil where it is not.
  package let authorization: Authorization?
  /// What the answer has to be like beside its status; nil where that is all.
  package let expectation: CallExpectation?
  /// The server that gets the request in place of the true one.
  package let mock: Origin?
  /// When it has to be over with all its attempts, as ``World/elapsed`` tells the time; nil where
  /// nothing says so.
  package let deadline: Duration?
  /// Whether its project's guard holds for it; it is not asked about what changes nothing.
  package let isGuarded: Bool
  /// The stored secrets that its request holds; nil where it holds none.
  package let confinement: RequestConfinement?

  package init(
    endpoint: Endpoint, scope: Scope, request: Request, authorization: Authorization? = nil,
    expectation: CallExpectation? = nil, mock: Origin? = nil, deadline: Duration? = nil,
    isGuarded: Bool = false, confinement: RequestConfinement? = nil
  ) {
    self.endpoint = endpoint
    self.scope = scope
    self.request = request
    self.authorization = authorization
    self.expectation = expectation
    self.mock = mock
    self.deadline = deadline
    self.isGuarded = isGuarded
    self.confinement = confinement
  }

  /// The same call but for what is given.
  package func with(
    endpoint: Endpoint? = nil, request: Request? = nil, expectation: CallExpectation? = nil,
    deadline: Duration? = nil, isGuarded: Bool? = nil, confinement: RequestConfinement? = nil
  ) -> Call {
    Call(
      endpoint: endpoint ?? self.endpoint, scope: scope, request: request ?? self.request,
      authorization: authorization, expectation: expectation ?? self.expectation, mock: mock,
      deadline: deadline ?? self.deadline, isGuarded: isGuarded ?? self.isGuarded,
      confinement: confinement ?? self.confinement)
  }

  /// Whether its answer may hold errors though its status is good.
  var isGraphQL: Bool { endpoint.isGraphQL }

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
