package import APICallBase
package import YAMLTree

extension Endpoint {
  /// Tells whether the project file wrote something.
  package func isOfProject(_ mark: Mark) -> Bool { mark.source === project?.source }

  /// The endpoint as a request to an origin has it: what the project file says of headers, query and
  /// auth may be a credential, and goes to the profile's own hosts alone.
  ///
  /// - Parameter origin: where the request goes; nil for anywhere but there.
  /// - Returns: the endpoint with all header fields, items of the query and credentials that go to
  ///   the origin.
  package func addressed(to origin: Origin?) -> Endpoint {
    guard hasProjectLayer else { return self }
    if let origin, profile?.owns(origin) == true { return self }
    var endpoint = self
    endpoint.headers.removeAll { isOfProject($0.mark) }
    endpoint.query.removeAll { isOfProject($0.mark) }
    if let auth, isOfProject(auth.mark) { endpoint.auth = nil }
    return endpoint
  }

  /// Whether the project file says anything for all its endpoints.
  package var hasProjectLayer: Bool {
    project?.defaults != nil || profile?.headers != nil || profile?.auth != nil
  }
}
