import APICallBase
import APICallHTTP

/// Holds back a request that a response led to, where a stored secret of the call, or a part of that
/// response, would go where it may not: after a redirect, or for a further page.
///
/// It is the last one before the requester, so that nothing passes it by.
struct SecretConfining: Middleware {
  private let origin: Origin
  private let confinement: RequestConfinement

  /// Creates the middleware.
  ///
  /// - Parameters:
  ///   - confinement: the stored secrets that the call's own request holds.
  ///   - call: the call.
  init(_ confinement: RequestConfinement, of call: Call) {
    self.confinement = confinement
    origin = call.request.url.origin
  }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    if request.url.origin != origin, let refused = refused(request) {
      throw .confined(ConfinementFailure(refused, to: request.url.origin))
    }
    try await next.send(request, to: receiver)
  }

  /// The secrets that may not go to the origin of a request.
  private func refused(_ request: Request) -> Confinement? {
    var secrecy = Secrecy.open
    if RequestRule.secretOrigins.holds { secrecy.join(request.secrecy) }
    if RequestRule.redirects.holds {
      // The URL is a part of the response.
      secrecy.join(confinement.echoes.secrecy(of: request.url.text.revealedOctets))
      if let distrust = confinement.distrust {
        secrecy = secrecy.confined(by: confinement.secrets.inResponse(untrusted: distrust))
      }
    }
    guard let secrets = secrecy.confinement, !secrets.allows(request.url.origin) else { return nil }
    return secrets
  }
}
