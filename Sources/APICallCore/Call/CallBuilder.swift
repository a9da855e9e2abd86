/// Makes calls out of endpoints.
package struct CallBuilder: Sendable {
  private let world: World
  private let destination: Destination
  /// Where the values of inputs may come from, besides what is given.
  package var sources = InputSources()

  package init(world: World, destination: Destination) {
    self.world = world
    self.destination = destination
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - endpoint: what to call.
  ///   - assignments: the inputs as the user gave them.
  ///   - director: what builds the request: ``director(for:)``.
  /// - Returns: the call, with its request.
  /// - Throws: a ``Failure`` that says all that is wrong with the inputs or the request.
  package func call(
    _ endpoint: Endpoint, with assignments: [InputResolver.Assignment],
    by director: any RequestDirector
  ) throws(Failure) -> Call {
    var sources = sources
    sources.profileInputs += try endpoint.profileInputs()
    var scope = try InputResolver(endpoint, from: sources).scope(from: assignments, in: world)
    try LetResolver(endpoint).bind(in: &scope)
    let request = try director.request(for: endpoint, in: scope)
    return Call(endpoint: endpoint, scope: scope, request: request, mock: destination.mock)
  }

  /// Makes a call, with the director that its endpoint asks for.
  ///
  /// - Parameters:
  ///   - endpoint: what to call.
  ///   - assignments: the inputs as the user gave them.
  /// - Returns: the call, with its request.
  /// - Throws: a ``Failure`` that says all that is wrong with the inputs or the request.
  package func call(
    _ endpoint: Endpoint, with assignments: [InputResolver.Assignment]
  ) throws(Failure) -> Call {
    try call(endpoint, with: assignments, by: director(for: endpoint))
  }

  /// The director that knows where an endpoint's requests go.
  package func director(for endpoint: Endpoint) -> any RequestDirector {
    if let host = destination.host { return ExternalDirector(host) }
    if let url = endpoint.url { return ExternalDirector(url) }
    if let host = endpoint.host, endpoint.hostReference == nil { return ExternalDirector(host) }
    return ProfileDirector(endpoint)
  }
}
