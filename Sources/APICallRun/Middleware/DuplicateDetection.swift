import APICallContracts
import APICallHTTP
import APICallRequests

/// Refuses a request while the same one is in progress.
struct DuplicateDetection: Middleware {
  let inFlight: InFlightRequests

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    guard inFlight.enter(request) else { throw .duplicateRequest }
    defer { inFlight.leave(request) }
    try await next.send(request, to: receiver)
  }
}
