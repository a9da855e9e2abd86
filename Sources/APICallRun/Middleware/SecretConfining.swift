import APICallContracts
import APICallHTTP
import APICallRequests
import APICallSafety

/// Withholds a request that the run may not send, or that would send a stored secret, or a part of a
/// response, to an origin that may not get it.
///
/// A response led to such a request: by a redirect, or as a further page. This is the last
/// middleware before the requester, so that every request passes it.
struct SecretConfining: ExchangeMiddleware {
  let call: Call

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    if let lock = call.lock,
      let refusal = lock.refusal(of: request, for: call.endpoint, with: request.secrecy)
    {
      throw .locked(refusal)
    }
    // Another origin than that of the call's own request may not get its stored secrets, and a token
    // and cookies may have come since that was made.
    let isElsewhere = request.url.origin != call.request.url.origin
    let hasMore = call.cookies != nil || call.authorization?.signer != nil
    if isElsewhere || hasMore, let refused = refused(request, isElsewhere) {
      throw .confined(ConfinementFailure(refused, to: request.url.origin))
    }
    // A server may send back what was added to the request: a token or a cookie. A signature is of
    // no use for another request.
    if call.authorization?.signer?.hidesSecrets != true {
      call.confinement?.echoes.add(request.texts)
    }
    try await next.send(request, to: receiver)
  }

  private func refused(_ request: OutgoingRequest, _ isElsewhere: Bool) -> Confinement? {
    var secrecy = Secrecy.open
    if RequestRule.secretOrigins.holds { secrecy.join(request.secrecy) }
    if isElsewhere, let confinement = call.confinement, RequestRule.redirects.holds {
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
