package import APICallBase
package import APICallHTTP
package import APICallLanguage
package import APICallModel

/// Sends requests to the host of the project's profile.
package struct ProfileDirector: HostDirector {
  private let endpoint: EndpointSpec

  /// Creates a director for an endpoint that names no host of its own.
  package init(_ endpoint: EndpointSpec) { self.endpoint = endpoint }

  package func host(in scope: Scope) throws(Message) -> HostAddress {
    if let reference = endpoint.hostReference {
      guard let host = endpoint.profile?.host(named: reference.name) else {
        throw reference.unknown(in: endpoint.project, endpoint.profile)
      }
      return try reference.address(at: host)
    }
    guard let project = endpoint.project else {
      throw noHost("and there is no \(ProjectFile.name) above it")
    }
    guard let profile = endpoint.profile else {
      let names = project.profiles.map(\.name)
      throw noHost(
        "and \(project.file) names no profile",
        hint: names.isEmpty
          ? nil
          : "give --profile \(names[0]), or write 'profile: \(names[0])' in \(project.file)"
            + (names.count > 1 ? "; the profiles are \(names.joined(separator: ", "))" : ""))
    }
    guard let host = profile.host else {
      throw noHost("and neither does the profile '\(profile.name)'")
    }
    return host.address
  }

  private func noHost(_ why: String, hint: String? = nil) -> Message {
    Message(
      "\(endpoint.file) names no host, \(why)",
      hint: hint ?? "add 'host: https://api.example.com' to the file, or give --host URL")
  }
}
