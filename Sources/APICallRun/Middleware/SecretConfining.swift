import APICallBase
import APICallHTTP

/// Withholds a request that would send a stored secret, or a part of a response, to an origin that
/// may not get it.
///
/// A response led to such a request: by a redirect, or as a further page. This is the last
/// middleware before the requester, so that every request passes it.
struct SecretConfining: Middleware {
  private let origin: Origin
  private let confinement: RequestConfinement

  /// Creates the middleware.
  ///
  /// - Parameters:
  ///   - confinement: the stored secrets in the call's own request.
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

  /// The secrets that may not be sent to the origin of a request.
  private func refused(_ request: Request) -> Confinement? {
    var secrecy = Secrecy.open
    if RequestRule.secretOrigins.holds { secrecy.join(request.secrecy) }
    if RequestRule.redirects.holds {
      // The URL is a part of the response.
      secrecy.join(confinement.echoes.secrecy(of: request.url.text.revealedBytes))
      if let distrust = confinement.distrust {
        secrecy = secrecy.confined(by: confinement.secrets.inResponse(untrusted: distrust))
      }
    }
    guard let secrets = secrecy.confinement, !secrets.allows(request.url.origin) else { return nil }
    return secrets
  }
}
