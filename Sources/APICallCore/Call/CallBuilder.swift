/// Makes calls out of endpoints.
package struct CallBuilder: Sendable {
  private let world: World
  private let destination: Destination

  package init(world: World, destination: Destination) {
    self.world = world
    self.destination = destination
  }

  /// Makes a call.
  ///
  /// - Parameters:
  ///   - endpoint: what to call.
  ///   - assignments: the inputs as the user gave them.
  /// - Returns: the call, with its request.
  /// - Throws: a ``Failure`` that says all that is wrong with the inputs or the request.
  package func call(
    _ endpoint: Endpoint, with assignments: [InputResolver.Assignment]
  ) throws(Failure) -> Call {
    var scope = try InputResolver(endpoint).scope(from: assignments, in: world)
    try LetResolver(endpoint).bind(in: &scope)
    let request = try director(for: endpoint).request(for: endpoint, in: scope)
    return Call(endpoint: endpoint, scope: scope, request: request, mock: destination.mock)
  }

  /// The director that knows where an endpoint's requests go.
  ///
  /// - Throws: a ``Failure`` where the project file, or the name of the profile, is wrong.
  package func director(for endpoint: Endpoint) throws(Failure) -> any RequestDirector {
    let project = try ProjectReader(files: world.files)
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
