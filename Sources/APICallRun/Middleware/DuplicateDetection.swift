import APICallContracts
import APICallHTTP
import APICallRequests

/// Refuses a request while the same one is in progress.
struct DuplicateDetection: Middleware {
  private let inFlight: InFlightRequests

  init(among inFlight: InFlightRequests) { self.inFlight = inFlight }

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    guard inFlight.enter(request) else { throw .duplicateRequest }
    defer { inFlight.leave(request) }
    try await next.send(request, to: receiver)
  }
}
