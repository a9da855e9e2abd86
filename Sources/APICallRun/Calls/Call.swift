package import APICallBase
package import APICallHTTP
package import APICallSpec

/// One call, ready to be sent: the endpoint, the values of its inputs and the request they make.
///
/// All that has to do with a call holds it: its parts are shared until one of them changes.
package struct Call: Sendable {
  private struct Parts: Sendable {
    var held: HeldEndpoint
    var scope: Scope
    var request: Request
    var authorization: Authorization?
    var expectation: CallExpectation?
    var mock: Origin?
    var deadline: Duration?
    var isGuarded = false
    var confinement: RequestConfinement?
  }

  private final class Shared: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private var shared: Shared

  package init(
    endpoint: Endpoint, scope: Scope, request: Request, authorization: Authorization? = nil,
    mock: Origin? = nil
  ) {
    self.init(
      of: HeldEndpoint(unprepared: endpoint), scope: scope, request: request,
      authorization: authorization, expectation: nil, mock: mock)
  }

  /// Creates a call of an endpoint that others call, too.
  init(
    of held: HeldEndpoint, scope: Scope, request: Request, authorization: Authorization?,
    expectation: CallExpectation?, mock: Origin?, isGuarded: Bool = false
  ) {
    shared = Shared(
      Parts(
        held: held, scope: scope, request: request, authorization: authorization,
        expectation: expectation, mock: mock, isGuarded: isGuarded))
  }

  private mutating func change(_ change: (inout Parts) -> Void) {
    var parts = shared.parts
    change(&parts)
    shared = Shared(parts)
  }

  // What is read is lent, not copied.

  package var endpoint: Endpoint {
    _read { yield shared.parts.held.endpoint }
    set { change { $0.held = HeldEndpoint(unprepared: newValue) } }
  }

  package var scope: Scope {
    _read { yield shared.parts.scope }
    set { change { $0.scope = newValue } }
  }

  /// The request as the endpoint means it.
  package var request: Request {
    _read { yield shared.parts.request }
    set { change { $0.request = newValue } }
  }

  /// How it is authorised; nil where it is not.
  package var authorization: Authorization? {
    _read { yield shared.parts.authorization }
    set { change { $0.authorization = newValue } }
  }

  /// What the answer has to be like beside its status; nil where that is all.
  package var expectation: CallExpectation? {
    _read { yield shared.parts.expectation }
    set { change { $0.expectation = newValue } }
  }

  /// The server that gets the request in place of the true one.
  package var mock: Origin? {
    get { shared.parts.mock }
    set { change { $0.mock = newValue } }
  }

  /// When it has to be over with all its attempts, as ``World/elapsed`` tells the time; nil where
  /// nothing says so.
  package var deadline: Duration? {
    get { shared.parts.deadline }
    set { change { $0.deadline = newValue } }
  }

  /// Whether its project's guard holds for it; it is not asked about what changes nothing.
  package var isGuarded: Bool {
    get { shared.parts.isGuarded }
    set { change { $0.isGuarded = newValue } }
  }

  /// The stored secrets that its request holds; nil where it holds none.
  package var confinement: RequestConfinement? {
    get { shared.parts.confinement }
    set { change { $0.confinement = newValue } }
  }

  /// Whether its answer may hold errors though its status is good.
  var isGraphQL: Bool { shared.parts.held.isGraphQL }

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
