package import APICallContracts
package import APICallHTTP

/// A stage between a call and its requester that may repeat or replace a request.
///
/// It works with every requester, since it sees only requests and responses. ``MiddlewareChain``
/// lists all middleware in order. This one passes everything on:
///
/// ```swift
/// struct Transparent: ExchangeMiddleware {
///   func send(
///     _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
///   ) async throws(ExchangeError) {
///     try await next.send(request, to: receiver)
///   }
/// }
/// ```
package protocol ExchangeMiddleware: Sendable {
  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError)
}

/// The rest of a request's way: the remaining middleware, and the requester at its end.
package struct NextSender: Sendable {
  private let links: ArraySlice<any ExchangeMiddleware>
  private let requester: any RequestSender

  package init(through links: ArraySlice<any ExchangeMiddleware>, to requester: any RequestSender) {
    self.links = links
    self.requester = requester
  }

  package func after(_ first: any ExchangeMiddleware) -> NextSender {
    NextSender(through: ([first] + links)[...], to: requester)
  }

  package func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver
  ) async throws(ExchangeError) {
    guard let first = links.first else { return try await requester.send(request, to: receiver) }
    try await first.send(
      request, to: receiver, by: NextSender(through: links.dropFirst(), to: requester))
  }
}
