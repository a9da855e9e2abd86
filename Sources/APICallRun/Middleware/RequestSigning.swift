import APICallContracts
import APICallHTTP
import APICallSafety

/// Adds new credentials to each request to the call's own origin.
///
/// If the server refuses them and others are available, the request is sent once more. A request to
/// another origin, to which a redirect led, gets no credentials, and neither do later requests to
/// the own origin.
struct RequestSigning: ExchangeMiddleware {
  let signer: any RequestSigner
  let made: MadeSecrets
  let tokens: any TokenStore
  let origin: Origin

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    guard request.isOwn(at: origin) else {
      return try await next.send(request, to: receiver)
    }
    let means = AuthMeans(tokens: tokens, secrets: made) { (own) throws(ExchangeError) in
      try await CredentialExchange.response(
        to: own, within: request.limits, by: next, telling: receiver)
    }
    let (first, credentials) = try await signed(request, after: nil, with: means)
    var refusal: ResponseHead?
    let mayRepeat = request.body?.isRepeatable ?? true
    let gate = HeadGate(before: receiver) { [signer] head in
      guard mayRepeat, head.status == 401, signer.answers(head) else { return true }
      refusal = head
      return false
    }
    try await next.send(first, to: gate)
    guard let refusal else { return }
    let (second, _) = try await signed(
      request, after: Refusal(refusal, of: credentials), with: means)
    receiver.note(further: FurtherExchange(.challenge, after: refusal, request: second))
    try await next.send(second, to: receiver)
  }

  private func signed(
    _ request: OutgoingRequest, after refusal: Refusal?, with means: AuthMeans
  ) async throws(ExchangeError) -> (request: OutgoingRequest, credentials: [AuthCredential]) {
    var signed = request
    let credentials = try await signer.credentials(for: request, after: refusal, with: means)
    for credential in credentials {
      made.add(credential.value)
      // A field of the request itself takes precedence.
      if case .header(let name) = credential.place,
        request.headers.contains(where: { $0.isNamed(name) })
      {
        continue
      }
      credential.add(to: &signed)
    }
    return (signed, credentials)
  }
}
