package import APICallBase
import APICallContracts
package import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallSafety
import YAMLTree

/// Builds calls from endpoints.
package struct CallBuilder: Sendable {
  private let world: World
  private let destination: Destination
  /// The sources of input values, besides the given ones.
  package var sources = InputSources()
  /// Creates the source of stored secrets for calls that use any; nil if no request leaves this
  /// machine, and each secret is a dummy.
  package var secrets: (@Sendable () -> SecretStore)?

  /// What the run may do; nil without a limit.
  package var lock: RunLock?
  /// Where the cookies of the calls are kept; nil if they are not.
  var cookies: (any CookieStore)?
  /// Whether the guard of the project applies to the requests that the calls lead to.
  var isGuarding = false
  /// Whether the endpoint contains a stored secret; nil if that is not known yet.
  private var usesSecrets: Bool?
  /// The expectation for every response besides the status; nil if each call works it out.
  private var fixedExpectation: CallExpectation?

  package init(world: World, destination: Destination) {
    self.world = world
    self.destination = destination
  }

  /// Computes once what all calls of an endpoint have in common, if there are many.
  mutating func prepare(for endpoint: EndpointSpec) {
    usesSecrets = endpoint.usesSecrets
    // Each call reports the errors in an expectation itself.
    if endpoint.expectation.templates.allSatisfy({ $0.placeholders.isEmpty }) {
      fixedExpectation =
        (try? CallExpectation(endpoint.expectation, of: endpoint, in: Scope())) ?? nil
    }
  }

  /// Returns the call with its request.
  ///
  /// Throws a ``Failure`` with everything that is wrong with the inputs or the request; its status
  /// is 77 if only a secret is missing, or if one is for other origins than that of the request.
  package func call(
    _ endpoint: EndpointSpec, with assignments: [InputResolver.Assignment]
  ) throws(Failure) -> Call {
    try call(
      endpoint, in: inputs(of: endpoint, from: assignments), by: director(for: endpoint))
  }

  /// Returns a scope that binds every input.
  ///
  /// Throws a ``Failure`` with everything that is wrong with them.
  package func inputs(
    of endpoint: EndpointSpec, from assignments: [InputResolver.Assignment]
  ) throws(Failure) -> Scope {
    var sources = sources
    sources.profileInputs += try endpoint.profileInputs()
    return try InputResolver(endpoint, from: sources).scope(from: assignments, in: world)
  }

  /// Returns the call with its request.
  ///
  /// Throws as ``call(_:with:)``.
  package func call(
    _ endpoint: EndpointSpec, in inputs: Scope, by director: any HostDirector
  ) throws(Failure) -> Call {
    var scope = inputs
    if scope.secrets == nil, usesSecrets ?? endpoint.usesSecrets {
      scope.secrets = CallSecrets(from: destination.secrets { secrets?() }, under: lock) {
        endpoint.address(by: director, in: inputs)?.origin
      }
    }
    let call: Call
    do {
      try endpoint.bindLets(in: &scope)
      var (request, authorization) = try director.authorizedRequest(
        for: endpoint, in: scope,
        distrust: endpoint.auth.flatMap { distrust(for: $0, of: endpoint) },
        isMock: destination.isLocal, sends: secrets != nil)
      let cookies = try self.cookies.map { (store) throws(Failure) in
        try CallCookies(store.store(of: scope.cookieUser), of: &request, at: world.now())
      }
      request.identity = try identity(for: endpoint, at: request.url.origin)
      var expectation = fixedExpectation
      if expectation == nil {
        expectation = try CallExpectation(endpoint.expectation, of: endpoint, in: scope)
      }
      call = Call(
        endpoint: try endpoint.withOutputs(in: scope), scope: scope, request: request,
        authorization: authorization, expectation: expectation,
        retryCauses: try endpoint.retryCauses(in: scope), cookies: cookies, mock: destination.mock,
        isGuarded: isGuarding, lock: lock)
    } catch {
      throw error.withStatusOfResponses(in: endpoint.valueTemplates, scope: scope)
    }
    guard destination.mock == nil else { return call }
    let gate = RequestGate(
      call: call, host: director.hostProvenance(in: call.scope), trail: world.trail)
    let confinement = try gate.confinement(naming: sources.chain) {
      endpoint.distrust(after: sources.chain, in: world)
    }
    return confinement.map { call.with(confinement: $0) } ?? call
  }

  /// Why the user's own credential files are not read for an endpoint.
  ///
  /// It is nil if they may be read: the user allows that, or trusts all files of the endpoint.
  package func distrust(for auth: AuthDeclaration, of endpoint: EndpointSpec) -> Distrust? {
    guard let credentials = auth.userCredentials, !auth.mark.source.isOption,
      credentials.option == nil || !sources.allowsNetrc
    else { return nil }
    return endpoint.distrust(asking: auth.mark.source, after: sources.chain, in: world)
  }

  /// How the servers of the profile prove who they are, if it says so: also those to which a call
  /// of another origin leads.
  private func identity(
    for endpoint: EndpointSpec, at origin: Origin
  ) throws(Failure) -> ServerIdentity? {
    guard secrets != nil, !destination.isLocal, let project = endpoint.project,
      let profile = endpoint.profile, var identity = profile.identity
    else { return nil }
    guard identity.origins.contains(origin) else { return identity }
    if let key = profile.key, profile.certificate == nil {
      throw Failure(
        .badConfiguration, "'key' of a profile has no effect without 'cert'", at: key.mark,
        hint: "add 'cert: FILE', or remove it")
    }
    let distrust = endpoint.distrust(asking: project.source, after: sources.chain, in: world)
    func path(_ file: WrittenName?, _ name: String, _ option: String) throws(Failure) -> String? {
      guard let file else { return nil }
      if let distrust {
        throw Failure(
          .noPermission, "'\(name)' of a profile is used only in a trusted folder", at: file.mark,
          hint: distrust.hint("permits it") + "; or use \(option) FILE")
      }
      let path = FilePath.join(project.root, file.text)
      guard world.files.status(of: path)?.kind == .file else {
        throw Failure(
          .noInput, "'\(file.text)' is not a file", at: file.mark,
          hint: "the path is relative to \(project.file)")
      }
      return path
    }
    identity.authorities = try path(profile.authorities, "ca", "--cacert")
    identity.certificate = try path(profile.certificate, "cert", "--cert")
    identity.key = try path(profile.key, "key", "--key")
    return identity
  }

  package func director(for endpoint: EndpointSpec) -> any HostDirector {
    if let host = destination.host { return ExternalDirector(host) }
    if let url = endpoint.url { return ExternalDirector(url) }
    if let host = endpoint.host, endpoint.hostReference == nil { return ExternalDirector(host) }
    return ProfileDirector(endpoint)
  }
}

extension EndpointSpec {
  /// All templates that take values; for the text of a file, which is not part of the endpoint, its
  /// names.
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

  /// The host of a call, as far as it is known without its secrets.
  ///
  /// Returns the host; nil if it is invalid.
  package func address(by director: any HostDirector, in inputs: Scope) -> HostAddress? {
    var scope = inputs
    try? bindLets(in: &scope)
    return try? director.host(in: scope)
  }
}

extension Destination {
  /// The host that a call goes to, as far as it is known before the call is made; nil if it is not.
  package func address(
    of endpoint: EndpointSpec, by director: any HostDirector, in inputs: Scope
  ) -> HostAddress? {
    mock.map { HostAddress(origin: $0, basePath: "") }
      ?? endpoint.address(by: director, in: inputs)
  }
}

extension EndpointSpec {
  /// The responses that are a cause for a retry, with their values rendered.
  fileprivate func retryCauses(in scope: Scope) throws(Failure) -> [CallExpectation?] {
    guard let responses = retry?.responses, !responses.isEmpty else { return [] }
    var causes: [CallExpectation?] = []
    for response in responses {
      causes.append(try CallExpectation(response, of: self, in: scope))
    }
    return causes
  }
}
