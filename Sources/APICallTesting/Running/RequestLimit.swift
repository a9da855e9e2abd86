import APICallContracts
import APICallHTTP
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import Synchronization

/// Ends a case that makes very many requests.
///
/// Nothing is sent and no pause takes time, so a loop that never ends would only use the processor.
final class RequestLimit: ExchangeTap, ExchangeMiddleware {
  static let most = 10_000

  private let count = Mutex(0)

  func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any ExchangeMiddleware { self }

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    let number = count.withLock { count in
      count += 1
      return count
    }
    guard number <= Self.most else {
      throw .transport(
        ConnectionFailure(
          .noResponse, origin: request.url.origin,
          reason: "the case has made \(Self.most) requests, the most that a case may make",
          hint: "test a shorter loop, or a response that ends it"))
    }
    try await next.send(request, to: receiver)
  }
}
