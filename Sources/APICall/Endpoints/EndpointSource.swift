/// What a call can be made of: an ``Endpoint``, or the name of one in the client's project.
public protocol EndpointSource: Sendable {
  /// Finds the endpoint.
  ///
  /// - Parameter project: the client's project.
  /// - Returns: the endpoint.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` if there is none, or it has problems.
  func endpoint(in project: Project?) throws(RequestError) -> Endpoint
}

extension Endpoint: EndpointSource {
  /// Returns the endpoint itself.
  public func endpoint(in project: Project?) -> Endpoint { self }
}

extension String: EndpointSource {
  /// Finds the endpoint of this name in the project, such as `todos/list`.
  public func endpoint(in project: Project?) throws(RequestError) -> Endpoint {
    try self.project(project).endpoint(named: self)
  }

  func project(_ project: Project?) throws(RequestError) -> Project {
    if let project { return project }
    throw .invalidEndpoint([
      Diagnostic(
        "the client has no project in which to find '\(self)'",
        hint: "create it with Client(project: Project(at: \"FOLDER\"))")
    ])
  }
}
