import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec

/// Follows redirects as others have done it, and tells strangers what they should not know: what a
/// test that never fails has to be tried with.
struct LeakyFollower: Middleware {
  /// What is wrong with it.
  enum Fault: CaseIterable {
    /// All header fields and the body go along.
    case everything
    /// Authorization and Cookie stay behind, as curl and others have it.
    case unnamedFields
    /// Where the chain comes back, credentials do, too.
    case comesBack
    /// Another port counts as the same place.
    case ports
    /// Bodies go along, whatever they hold.
    case bodies
  }

  let fault: Fault

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    var current = request
    for _ in 0..<10 {
      let gate = HeadGate(before: receiver) { !RedirectRule.isRedirect($0) }
      try await next.send(current, to: gate)
      guard let head = gate.refused, let location = head.header("Location"),
        let url = try? URLReference(location).resolved(against: current.url),
        url.origin.scheme == .http
      else { return }
      let isHome =
        fault == .ports
        ? url.origin.host == request.url.origin.host : url.origin == request.url.origin
      var following = fault == .comesBack || fault == .ports ? request : current
      following.url = url
      if !isHome {
        following.headers.removeAll { field in
          switch fault {
          case .everything: false
          case .unnamedFields: field.isNamed("Authorization") || field.isNamed("Cookie")
          case .comesBack, .ports, .bodies:
            !["Host", "Accept", "Content-Length"].contains(field.name)
          }
        }
        if fault != .everything, fault != .bodies {
          following.body = nil
          following.headers.removeAll { $0.isNamed("Content-Length") }
          following.method = "GET"
        }
      }
      current = following
      receiver.note(further: FurtherExchange(.redirect, after: head, request: current))
    }
  }
}
