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
  /// Whether a stored secret stands in the endpoint; nil where that is to be found out.
  private var usesSecrets: Bool?
  /// What every answer has to be like beside its status; nil where each call finds that out.
  private var fixedExpectation: CallExpectation?

  package init(world: World, destination: Destination) {
    self.world = world
    self.destination = destination
  }

  /// Finds out once what is the same for all calls of an endpoint, where many are made.
  mutating func prepare(for endpoint: Endpoint) {
    usesSecrets = endpoint.usesSecrets
    // What is wrong with an expectation, each call says for itself.
    if endpoint.expectation.templates.allSatisfy({ $0.placeholders.isEmpty }) {
      fixedExpectation = (try? CallExpectation(of: endpoint, in: Scope())) ?? nil
    }
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - endpoint: what to call.
  ///   - assignments: the inputs as the user gave them.
  /// - Returns: the call, with its request.
  /// - Throws: a ``Failure`` that says all that is wrong with the inputs or the request; 77 where
  ///   nothing but a secret is missing, or where one is for other origins than the request's.
  package func call(
    _ endpoint: Endpoint, with assignments: [InputResolver.Assignment]
  ) throws(Failure) -> Call {
    try call(
      endpoint, in: inputs(of: endpoint, from: assignments), by: director(for: endpoint))
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
  /// - Throws: as ``call(_:with:)``.
  package func call(
    _ endpoint: Endpoint, in inputs: Scope, by director: any RequestDirector
  ) throws(Failure) -> Call {
    var scope = inputs
    if scope.secrets == nil, usesSecrets ?? endpoint.usesSecrets {
      scope.secrets = CallSecrets(from: destination.secrets { secrets?() }) {
        endpoint.origin(by: director, in: inputs)
      }
    }
    let call: Call
    do {
      try endpoint.bindLets(in: &scope)
      let rights = AuthRights(
        distrust: endpoint.auth.flatMap { distrust(for: $0, of: endpoint) },
        isMock: destination.mock != nil)
      let (request, authorization) = try director.authorizedRequest(
        for: endpoint, in: scope, with: rights)
      var expectation = fixedExpectation
      if expectation == nil { expectation = try CallExpectation(of: endpoint, in: scope) }
      call = Call(
        endpoint: endpoint, scope: scope, request: request, authorization: authorization,
        expectation: expectation, mock: destination.mock, isGuarded: isGuarding)
    } catch {
      throw error.blamingResponses(for: endpoint.valueTemplates, in: scope)
    }
    guard destination.mock == nil else { return call }
    let gate = RequestGate(
      call, host: director.hostProvenance(in: call.scope), after: world.trail
    ) {
      [sources, world] in
      endpoint.distrust(after: sources.chain, in: world)
    }
    let confinement = try gate.confinement(naming: sources.chain)
    return confinement.map { call.with(confinement: $0) } ?? call
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
  /// All that values go into; for the text of a file, which is no part of the endpoint, the names in it.
  fileprivate var valueTemplates: [Template] {
    var templates: [Template] = []
    visitTemplates { template, place in if place != .needs { templates.append(template) } }
    if case .file(let file) = body {
      templates += file.names.map { name in
        Template(
          parts: [.placeholder(Placeholder(name: name.text, container: name.mark))], mark: name.mark
        )
      }
    }
    return templates
  }

  /// Where a call goes, as far as that is known before its secrets are.
  ///
  /// - Parameters:
  ///   - director: knows the host.
  ///   - inputs: the values of the inputs; dummies stand in for secrets, which no host holds.
  /// - Returns: the origin; nil where the host is wrong.
  func origin(by director: any RequestDirector, in inputs: Scope) -> Origin? {
    var scope = inputs
    try? bindLets(in: &scope)
    return try? director.host(in: scope).origin
  }
}
