package import APICallBase
import APICallHTTP
package import APICallSpec
import YAMLTree

/// Makes calls out of endpoints.
package struct CallBuilder: Sendable {
  private let world: World
  private let destination: Destination
  /// Where the values of inputs may come from, besides what is given.
  package var sources = InputSources()
  /// Makes what stored secrets come from, for calls that use any; nil where nothing leaves this
  /// machine, and a dummy stands in for each.
  package var secrets: (@Sendable () -> SecretShelf)?

  /// Whether the project's guard holds for what the calls lead to.
  var isGuarding = false

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
  /// - Throws: a ``Failure`` that says all that is wrong with the inputs or the request; 77 where
  ///   nothing but a secret is missing, or where one is for other origins than the request's.
  package func call(
    _ endpoint: Endpoint, with assignments: [InputResolver.Assignment],
    by director: any RequestDirector
  ) throws(Failure) -> Call {
    try call(endpoint, binding: inputs(of: endpoint, from: assignments), by: director)
  }

  /// Gives every input of an endpoint its value.
  ///
  /// - Parameters:
  ///   - endpoint: what to call.
  ///   - assignments: the inputs as the user gave them.
  /// - Returns: a scope that binds every input.
  /// - Throws: a ``Failure`` that says all that is wrong with them.
  package func inputs(
    of endpoint: Endpoint, from assignments: [InputResolver.Assignment]
  ) throws(Failure) -> Scope {
    var sources = sources
    sources.profileInputs += try endpoint.profileInputs()
    return try InputResolver(endpoint, from: sources).scope(from: assignments, in: world)
  }

  /// Makes a call of inputs that have their values.
  ///
  /// - Parameters:
  ///   - endpoint: what to call.
  ///   - inputs: the inputs by name; the secrets that went into them, if any is a stored one.
  ///   - director: what builds the request: ``director(for:)``.
  /// - Returns: the call, with its request.
  /// - Throws: as ``call(_:with:by:)``.
  package func call(
    _ endpoint: Endpoint, binding inputs: Scope, by director: any RequestDirector
  ) throws(Failure) -> Call {
    try call(HeldEndpoint(endpoint), binding: inputs, by: director)
  }

  /// Makes a call of an endpoint that others call, too.
  func call(
    _ held: HeldEndpoint, binding inputs: Scope, by director: any RequestDirector
  ) throws(Failure) -> Call {
    var scope = inputs
    if scope.secrets == nil, held.usesSecrets {
      let inputs = scope
      scope.secrets = CallSecrets(from: destination.secrets { secrets?() }) {
        held.endpoint.origin(by: director, in: inputs)
      }
    }
    var call: Call
    do {
      call = try self.call(held, in: scope, by: director)
    } catch {
      throw error.withOwnStatus
    }
    guard destination.mock == nil else { return call }
    let gate = RequestGate(
      call, host: director.hostProvenance(in: call.scope), after: world.trail
    ) {
      [sources, world] in
      held.endpoint.distrust(after: sources.chain, in: world)
    }
    call.confinement = try gate.confinement(naming: sources.chain)
    return call
  }

  /// Makes the call of inputs that have their values.
  private func call(
    _ held: HeldEndpoint, in inputs: Scope, by director: any RequestDirector
  ) throws(Failure) -> Call {
    var scope = inputs
    if !held.endpoint.lets.isEmpty { try LetResolver(held.endpoint).bind(in: &scope) }
    let rights = AuthRights(
      distrust: held.endpoint.auth.flatMap { distrust(for: $0, of: held.endpoint) },
      isMock: destination.mock != nil)
    let (request, authorization) = try director.authorizedRequest(
      for: held.endpoint, in: scope, with: rights)
    return Call(
      of: held, scope: scope, request: request, authorization: authorization,
      expectation: try held.expectation(in: scope), mock: destination.mock, isGuarded: isGuarding)
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

  /// Why no credentials are read out of the user's own files for an endpoint; nil where they may be: the
  /// user asks for them, or trusts all that the endpoint is made of.
  package func distrust(for auth: AuthDeclaration, of endpoint: Endpoint) -> Distrust? {
    guard auth.kind?.readsUserFiles == true, !sources.allowsNetrc,
      !auth.mark.source.isOption
    else { return nil }
    return endpoint.distrust(asking: auth.mark.source, after: sources.chain, in: world)
  }

  /// The director that knows where an endpoint's requests go.
  package func director(for endpoint: Endpoint) -> any RequestDirector {
    if let host = destination.host { return ExternalDirector(host) }
    if let url = endpoint.url { return ExternalDirector(url) }
    if let host = endpoint.host, endpoint.hostReference == nil { return ExternalDirector(host) }
    return ProfileDirector(endpoint)
  }
}

extension Endpoint {
  /// Where a call goes, as far as that is known before its secrets are.
  ///
  /// - Parameters:
  ///   - director: knows the host.
  ///   - inputs: the values of the inputs; dummies stand in for secrets, which no host holds.
  /// - Returns: the origin; nil where the host is wrong.
  func origin(by director: any RequestDirector, in inputs: Scope) -> Origin? {
    var scope = inputs
    try? LetResolver(self).bind(in: &scope)
    return try? director.host(in: scope).origin
  }
}
