import APICallContracts
import APICallHTTP
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import Synchronization

/// Lets only requests pass that are for reading, such as GET.
final class SafeRequests: ExchangeTap, ExchangeMiddleware {
  private let refused = Mutex<String?>(nil)

  /// The method of the first request that did not pass; nil if all passed.
  var refusedMethod: String? { refused.withLock { $0 } }

  func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any ExchangeMiddleware { self }

  /// The fields by which some servers take another method.
  private static let overrides = [
    "x-http-method-override", "x-http-method", "x-method-override",
  ]

  /// The method of a request that may change something; nil for one that is only for reading.
  private static func unsafeMethod(of request: OutgoingRequest) -> String? {
    if !OutgoingRequest.isSafe(request.method) { return request.method }
    let field = request.headers.first { overrides.contains($0.name.lowercased()) }
    return field?.name
  }

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    // After a request that was not sent, a script takes another way than it would.
    let isFirst = refusedMethod == nil
    guard let method = Self.unsafeMethod(of: request) ?? (isFirst ? nil : "it") else {
      return try await next.send(request, to: receiver)
    }
    refused.withLock { $0 = $0 ?? method }
    throw .transport(
      ConnectionFailure(
        .noResponse, origin: request.url.origin,
        reason: "\(method) may change something there"))
  }
}
