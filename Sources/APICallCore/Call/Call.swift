/// One call, ready to be sent: the endpoint, the values of its inputs and the request they make.
package struct Call: Sendable {
  package var endpoint: Endpoint
  package var scope: Scope
  /// The request as the endpoint means it.
  package var request: Request
  /// The server that gets the request in place of the true one.
  package var mock: Origin?

  package init(endpoint: Endpoint, scope: Scope, request: Request, mock: Origin? = nil) {
    self.endpoint = endpoint
    self.scope = scope
    self.request = request
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

/// Where a user wants a call to go, over what the file says.
package struct Destination: Sendable {
  /// The host in place of the spec's or the profile's.
  package var host: HostAddress?
  /// The profile in place of the project's default one.
  package var profile: String?
  /// The server that gets every request in place of the true one.
  package var mock: Origin?

  package init(host: HostAddress? = nil, profile: String? = nil, mock: Origin? = nil) {
    self.host = host
    self.profile = profile
    self.mock = mock
  }
}

/// Makes calls out of endpoints.
package struct CallBuilder: Sendable {
  private let files: any FileSystem
  private let destination: Destination

  package init(files: any FileSystem, destination: Destination) {
    self.files = files
    self.destination = destination
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - endpoint: what to call.
  ///   - assignments: the inputs as the user gave them.
  ///   - director: the endpoint's ``director(for:)``, where it is at hand.
  /// - Returns: the call, with its request.
  /// - Throws: a ``Failure`` that says all that is wrong with the inputs or the request.
  package func call(
    _ endpoint: Endpoint, with assignments: [InputResolver.Assignment],
    by director: (any RequestDirector)? = nil
  ) throws(Failure) -> Call {
    let scope = try InputResolver(endpoint).scope(from: assignments)
    let director = if let director { director } else { try self.director(for: endpoint) }
    let request = try director.request(for: endpoint, in: scope)
    return Call(endpoint: endpoint, scope: scope, request: request, mock: destination.mock)
  }

  /// The director that knows where an endpoint's requests go.
  ///
  /// - Throws: a ``Failure`` where the project file, or the name of the profile, is wrong.
  package func director(for endpoint: Endpoint) throws(Failure) -> any RequestDirector {
    let project = try ProjectReader(files: files)
      .project(above: FilePath.folder(of: endpoint.file))
    if let name = destination.profile, project?.profile(named: name) == nil {
      throw Failure(
        .usage, "there is no profile '\(name)'",
        hint: Nearest.hint(
          for: name, among: project?.profiles.map(\.name) ?? [], noun: "profiles"))
    }
    if let host = destination.host { return ExternalDirector(host) }
    if let host = endpoint.host { return ExternalDirector(host) }
    return ProfileDirector(
      endpoint: endpoint, project: project, profileName: destination.profile)
  }
}
