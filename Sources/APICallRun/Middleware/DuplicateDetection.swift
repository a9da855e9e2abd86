import APICallContracts
import APICallHTTP
import APICallRequests

/// Refuses a request while the same one is in progress.
struct DuplicateDetection: ExchangeMiddleware {
  let inFlight: InFlightRequests

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    guard inFlight.enter(request) else { throw .duplicateRequest }
    defer { inFlight.leave(request) }
    try await next.send(request, to: receiver)
  }
}
