package import APICallContracts
package import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallSafety

/// One call, ready to be sent: the endpoint, the values of its inputs and the request built from
/// them.
///
/// All code that deals with a call refers to the same object, which is immutable.
package final class Call: Sendable {
  package let endpoint: EndpointSpec
  package let scope: Scope
  /// The request as the endpoint describes it.
  package let request: OutgoingRequest
  package let authorization: Authorization?
  /// What the response has to be like besides its status; nil if only the status is expected.
  package let expectation: CallExpectation?
  /// The responses that are a cause for a retry, in the order of the file.
  package let retryCauses: [CallExpectation?]
  /// The cookies besides those that the file sets; nil if none are kept.
  package let cookies: CallCookies?
  /// The server that gets the request in place of the real one.
  package let mock: Origin?
  /// The time by which the call and all its attempts have to end, as ``World/elapsed`` measures it;
  /// nil if there is no limit.
  package let deadline: Duration?
  /// Whether the guard of the project applies; requests that change nothing are not guarded.
  package let isGuarded: Bool
  /// The stored secrets in the request; nil if it contains none.
  package let confinement: RequestConfinement?
  /// What the run may do; nil without a limit.
  package let lock: RunLock?

  package init(
    endpoint: EndpointSpec, scope: Scope, request: OutgoingRequest,
    authorization: Authorization? = nil,
    expectation: CallExpectation? = nil, retryCauses: [CallExpectation?] = [],
    cookies: CallCookies? = nil, mock: Origin? = nil, deadline: Duration? = nil,
    isGuarded: Bool = false,
    confinement: RequestConfinement? = nil, lock: RunLock? = nil
  ) {
    self.endpoint = endpoint
    self.scope = scope
    self.request = request
    self.authorization = authorization
    self.expectation = expectation
    self.retryCauses = retryCauses
    self.cookies = cookies
    self.mock = mock
    self.deadline = deadline
    self.isGuarded = isGuarded
    self.confinement = confinement
    self.lock = lock
  }

  package func with(
    endpoint: EndpointSpec? = nil, request: OutgoingRequest? = nil,
    expectation: CallExpectation? = nil,
    deadline: Duration? = nil, isGuarded: Bool? = nil, confinement: RequestConfinement? = nil
  ) -> Call {
    Call(
      endpoint: endpoint ?? self.endpoint, scope: scope, request: request ?? self.request,
      authorization: authorization, expectation: expectation ?? self.expectation,
      retryCauses: retryCauses, cookies: cookies, mock: mock, deadline: deadline ?? self.deadline,
      isGuarded: isGuarded ?? self.isGuarded,
      confinement: confinement ?? self.confinement, lock: lock)
  }

  /// Whether the response may contain errors although its status is expected.
  package var isGraphQL: Bool { endpoint.isGraphQL }

  /// The request that a requester gets; with a mock server, the connection goes there over plain
  /// HTTP.
  ///
  /// The Host field still names the real host.
  package var sentRequest: OutgoingRequest {
    var request = request
    if let mock { request.url.origin = mock }
    return request
  }

  /// The method and the URL with secrets masked, and the server that got the request instead, if
  /// any.
  package var title: String {
    let title = "\(request.method) \(request.url.text)"
    return mock.map { "\(title) (sent to \($0))" } ?? title
  }
}
