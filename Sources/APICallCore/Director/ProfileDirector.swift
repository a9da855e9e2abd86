/// Sends requests to the host of the project's profile: the service that the project is about.
package struct ProfileDirector: RequestDirector {
  private let endpoint: Endpoint
  private let project: Project?
  private let profileName: String?

  /// Creates a director for an endpoint that names no host.
  ///
  /// - Parameters:
  ///   - endpoint: the call, to point at in messages.
  ///   - project: the project it belongs to, if any.
  ///   - profileName: the profile to use; the project's default one when nil.
  package init(endpoint: Endpoint, project: Project?, profileName: String?) {
    self.endpoint = endpoint
    self.project = project
    self.profileName = profileName
  }

  package func host(in scope: Scope) throws(Diagnostic) -> HostAddress {
    guard let project else {
      throw noHost("and there is no \(Project.fileName) above it")
    }
    guard let name = profileName ?? project.defaultProfile?.text else {
      throw noHost("and \(project.file) names no profile")
    }
    guard let host = project.profile(named: name)?.host else {
      throw noHost("and neither does the profile '\(name)'")
    }
    return host
  }

  private func noHost(_ why: String) -> Diagnostic {
    Diagnostic(
      "\(endpoint.file) names no host, \(why)",
      hint: "add 'host: https://api.example.com' to the file, or give --host URL")
  }
}
