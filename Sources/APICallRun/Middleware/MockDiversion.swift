import APICallContracts
import APICallHTTP
import APICallSafety

/// Sends all requests to a mock server over plain HTTP, whatever their origin: `--mock`.
///
/// It is the innermost middleware, since the others depend on the real origins. The Host field
/// still names the real host.
struct MockDiversion: ExchangeMiddleware {
  let mock: Origin

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    var request = request
    request.url.origin = mock
    try await next.send(request, to: receiver)
  }
}
