import APICallContracts
import APICallHTTP
import APICallSafety

/// Adds new credentials to each request to the call's own origin.
///
/// If the server refuses them and others are available, the request is sent once more. A request to
/// another origin, to which a redirect led, gets no credentials, and neither do later requests to
/// the own origin.
struct RequestSigning: Middleware {
  let signer: any RequestSigner
  let made: MadeSecrets
  let tokens: any TokenStore
  let origin: Origin

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    guard request.isOwn(at: origin) else {
      return try await next.send(request, to: receiver)
    }
    let means = AuthMeans(tokens: tokens) { (own) throws(RequestError) in
      let held = HeldResponse()
      receiver.note(further: FurtherExchange(.credentials, request: own))
      do throws(RequestError) {
        try await next.send(own, to: held)
      } catch {
        if error == .cancelled { throw error }
        throw .authorization(.tokenRequest(error, own))
      }
      let response = try held.response()
      receiver.note(page: response.head)
      return response
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
    _ request: Request, after refusal: Refusal?, with means: AuthMeans
  ) async throws(RequestError) -> (request: Request, credentials: [AuthCredential]) {
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

/// Holds the response to a request that an auth type makes itself.
private final class HeldResponse: ResponseReceiver {
  private static let limit = 1 << 20

  private var head: ResponseHead?
  private var body: [UInt8] = []
  private var isTooLong = false

  func receive(_ head: ResponseHead) -> Demand {
    self.head = head
    return .more
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    isTooLong = body.count + bytes.count > Self.limit
    if isTooLong { return .stop }
    bytes.withUnsafeBufferPointer { body.append(contentsOf: $0) }
    return .more
  }

  func response() throws(RequestError) -> Response {
    guard !isTooLong else { throw .decoding("it is longer than 1 MiB") }
    guard let head else { throw .noData }
    return Response(head: head, body: body)
  }
}
