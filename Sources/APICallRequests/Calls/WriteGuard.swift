package import APICallBase
package import APICallHTTP
package import APICallModel
import APICallSafety

/// Prevents requests from changing things by mistake: `guard` in the project file.
package enum WriteGuard {
  /// Throws a ``Failure`` with exit status 77 if the project file lists other methods for the
  /// origin.
  ///
  /// Requests to a mock server change nothing there and are not checked.
  package static func check(_ call: Call, to destination: Destination) throws(Failure) {
    guard !destination.allowsWrites, destination.mock == nil, call.endpoint.project != nil
    else { return }
    if let refusal = refusal(of: call.request, in: call.endpoint) { throw refusal }
  }

  /// Returns a ``Failure`` with exit status 77, or nil if it may be sent.
  package static func refusal(of request: OutgoingRequest, in endpoint: EndpointSpec) -> Failure? {
    guard let project = endpoint.project, !project.guards.isEmpty else { return nil }
    let origin = request.url.origin.withoutRootDot
    for rule in project.guards where rule.origin.withoutRootDot == origin {
      guard !rule.methods.contains(request.method) else { continue }
      let methods = rule.methods.joined(separator: " and ")
      return Failure(
        .noPermission,
        "\(request.method) to \(rule.origin) is not allowed: \(project.file) "
          + (methods.isEmpty ? "allows no methods there" : "allows only \(methods)"),
        at: rule.mark, hint: "check the host and the method: the project guards this server")
    }
    return nil
  }
}
