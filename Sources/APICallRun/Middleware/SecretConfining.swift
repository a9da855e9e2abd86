import APICallContracts
import APICallHTTP
import APICallRequests
import APICallSafety

/// Withholds a request that the run may not send, or that would send a stored secret, or a part of a
/// response, to an origin that may not get it.
///
/// A response led to such a request: by a redirect, or as a further page. This is the last
/// middleware before the requester, so that every request passes it.
struct SecretConfining: Middleware {
  private let origin: Origin
  /// The stored secrets in the call's own request; nil without any.
  private let confinement: RequestConfinement?
  private let call: Call

  init(of call: Call) {
    confinement = call.confinement
    self.call = call
    origin = call.request.url.origin
  }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    if let lock = call.lock,
      let refusal = lock.refusal(of: request, for: call.endpoint, with: request.secrecy)
    {
      throw .locked(refusal)
    }
    if let confinement, request.url.origin != origin, let refused = refused(request, confinement) {
      throw .confined(ConfinementFailure(refused, to: request.url.origin))
    }
    try await next.send(request, to: receiver)
  }

  private func refused(_ request: Request, _ confinement: RequestConfinement) -> Confinement? {
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
