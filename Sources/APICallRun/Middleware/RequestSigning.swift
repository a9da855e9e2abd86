import APICallBase
import APICallHTTP

/// Has each request to the call's own origin authorised anew, by a plugin that makes credentials out of
/// the request; once more where the server refuses them with a challenge.
///
/// A request to another origin, to which a redirect led, goes on without, and so do those to the own
/// origin from there on.
struct RequestSigning: Middleware {
  private let signer: any RequestSigner
  private let origin: Origin

  /// Creates it for the requests of one call.
  ///
  /// - Parameters:
  ///   - signer: what makes the credentials.
  ///   - request: the call's own request.
  init(by signer: any RequestSigner, for request: Request) {
    self.signer = signer
    origin = request.url.origin
  }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    guard !request.hasLeftOrigin, request.url.origin == origin else {
      return try await next.send(request, to: receiver)
    }
    let first = try await signed(request, challenges: [])
    var refusal: ResponseHead?
    let mayRepeat = signer.answersChallenges && request.body?.isRepeatable ?? true
    let gate = HeadGate(before: receiver) { head in
      guard mayRepeat, head.status == 401, !head.values(of: "WWW-Authenticate").isEmpty else {
        return true
      }
      refusal = head
      return false
    }
    try await next.send(first, to: gate)
    guard let refusal else { return }
    let second = try await signed(request, challenges: refusal.values(of: "WWW-Authenticate"))
    receiver.note(further: FurtherExchange(.challenge, after: refusal, request: second))
    try await next.send(second, to: receiver)
  }

  private func signed(
    _ request: Request, challenges: [String]
  ) async throws(RequestError) -> Request {
    var signed = request
    for credential in try await signer.credentials(for: request, challenges: challenges) {
      // What the request says itself comes first.
      if case .header(let name) = credential.place,
        request.headers.contains(where: { $0.isNamed(name) })
      {
        continue
      }
      credential.add(to: &signed)
    }
    return signed
  }
}
