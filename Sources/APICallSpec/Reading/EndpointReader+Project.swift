import APICallBase
import YAMLTree

extension EndpointReader {
  /// Checks the auth of all profiles of a project and of its defaults, which an endpoint reads only
  /// where it has them.
  ///
  /// - Parameter project: the project, whose file is read already.
  /// - Throws: a ``Failure`` with exit status 78 that says all that is wrong.
  func checkAuth(of project: Project) throws(Failure) {
    let entries = [project.defaults?.entry("auth")] + project.profiles.map(\.auth)
    let written = entries.compactMap { $0 }.filter { !$0.value.isUnset }
    guard !written.isEmpty else { return }
    var reading = SpecReading(YAMLReader.spec.read(project.source))
    for entry in written {
      var endpoint = Endpoint(source: project.source)
      endpoint.auth = reading.auth(entry)
      reading.settleAuth(of: &endpoint, among: vocabulary)
    }
    if let failure = reading.failure(.badConfiguration, in: project.source) { throw failure }
  }
}
