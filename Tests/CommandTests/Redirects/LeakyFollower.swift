import APICallContracts
import APICallHTTP
import APICallModel
import APICallRun
import APICallSafety

/// Follows redirects with known mistakes, and leaks credentials: a test that never fails has to be
/// tested too.
struct LeakyFollower: ExchangeMiddleware {
  /// The mistake.
  enum Fault: CaseIterable {
    /// All header fields and the body are sent along.
    case everything
    /// Only Authorization and Cookie are removed, as in curl and others.
    case unnamedFields
    /// If the chain comes back, so do the credentials.
    case comesBack
    /// Another port counts as the same place.
    case ports
    /// Bodies are sent along, whatever they contain.
    case bodies
  }

  let fault: Fault

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
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
