package import APICallBase
import APICallHTTP
package import APICallSpec

/// Keeps requests from what they may change by mistake: `guard:` of the project file.
package enum WriteGuard {
  /// Checks that a call may be sent.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - destination: where it goes, and whether it was allowed to.
  /// - Throws: a ``Failure`` with exit status 77 where the project file lists other methods for the
  ///   origin. What goes to a mock server changes nothing there.
  package static func check(_ call: Call, to destination: Destination) throws(Failure) {
    guard !destination.allowsWrites, destination.mock == nil, call.endpoint.project != nil
    else { return }
    if let refusal = refusal(of: call.request, in: call.endpoint) { throw refusal }
  }

  /// What there is against a request.
  ///
  /// - Parameters:
  ///   - request: the request, where it truly goes.
  ///   - endpoint: the endpoint that it is for.
  /// - Returns: a ``Failure`` with exit status 77, or nil where it may be sent.
  static func refusal(of request: Request, in endpoint: Endpoint) -> Failure? {
    guard let project = endpoint.project, !project.guards.isEmpty else { return nil }
    let origin = request.url.origin.withoutRootDot
    for rule in project.guards where rule.origin.withoutRootDot == origin {
      guard !rule.methods.contains(request.method) else { continue }
      let methods = rule.methods.joined(separator: " and ")
      return Failure(
        .noPermission,
        "\(request.method) to \(rule.origin) is not allowed: \(project.file) "
          + (methods.isEmpty ? "allows no methods there" : "allows only \(methods)"),
        at: rule.mark, hint: "--allow-write sends it anyway")
    }
    return nil
  }
}
