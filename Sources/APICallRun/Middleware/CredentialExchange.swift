package import APICallContracts
import APICallHTTP
package import APICallRequests

/// The exchanges that an auth type makes itself, to get credentials.
package enum CredentialExchange {
  /// Sends a request of an auth type, and holds its response.
  ///
  /// It takes no longer than the request that waits for it may.
  static func response(
    to request: OutgoingRequest, within limits: TimeLimits, by next: NextSender,
    telling receiver: (any ExchangeReceiver)?
  ) async throws(ExchangeError) -> ReceivedResponse {
    var request = request
    if let total = limits.total { request.limits.cap(total: total) }
    request.limits.connect = min(request.limits.connect, limits.connect)
    request.isForCredentials = true
    let held = HeldResponse()
    receiver?.note(further: FurtherExchange(.credentials, request: request))
    do throws(ExchangeError) {
      try await next.send(request, to: held)
    } catch {
      if error == .cancelled { throw error }
      throw .authorization(.tokenRequest(error, request))
    }
    let response = try held.response()
    receiver?.note(page: response.head)
    return response
  }

  /// The means of the auth type of a call whose own request is not sent.
  package static func means(
    for call: Call, by requester: any RequestSender, keeping tokens: any TokenStore
  ) -> AuthMeans {
    let next = NextSender(through: [SecretConfining(call: call)], to: requester)
    return AuthMeans(
      tokens: tokens, secrets: call.authorization?.made ?? MadeSecrets()
    ) { (own) throws(ExchangeError) in
      try await response(to: own, within: call.request.limits, by: next, telling: nil)
    }
  }
}

/// Keeps the exchanges of auth types from a tap: a token must be in no recording.
struct CredentialBypass: ExchangeMiddleware {
  let tap: any ExchangeMiddleware

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    guard request.isForCredentials else {
      return try await tap.send(request, to: receiver, by: next)
    }
    try await next.send(request, to: receiver)
  }
}

/// Holds the response to a request that an auth type makes itself.
private final class HeldResponse: ExchangeReceiver {
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

  func response() throws(ExchangeError) -> ReceivedResponse {
    guard !isTooLong else { throw .decoding("it is longer than 1 MiB") }
    guard let head else { throw .noData }
    return ReceivedResponse(head: head, body: body)
  }
}
