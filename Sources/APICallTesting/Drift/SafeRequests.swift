import APICallBase
import APICallHTTP
import APICallRun
import Synchronization

/// Lets only requests pass that are for reading, such as GET.
final class SafeRequests: ExchangeTap, Sendable {
  private let refused = Mutex<String?>(nil)

  /// The method of the first request that did not pass; nil if all passed.
  var refusedMethod: String? { refused.withLock { $0 } }

  func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any Middleware {
    SafeMiddleware(requests: self)
  }

  /// Checks a request.
  ///
  /// - Throws: an error for a method that may change something.
  fileprivate func check(_ request: Request) throws(RequestError) {
    guard !Request.isSafe(request.method) else { return }
    refused.withLock { $0 = $0 ?? request.method }
    throw .transport(
      TransportFailure(
        .noResponse, origin: request.url.origin,
        reason: "\(request.method) may change something there"))
  }
}

/// Lets only requests of one call pass that are for reading.
private struct SafeMiddleware: Middleware {
  let requests: SafeRequests

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    try requests.check(request)
    try await next.send(request, to: receiver)
  }
}
