package import APICallContracts
package import APICallHTTP

/// A stage between a call and its requester that may repeat or replace a request.
///
/// It works with every requester, since it sees only requests and responses. ``MiddlewareChain``
/// lists all middleware in order. This one passes everything on:
///
/// ```swift
/// struct Transparent: Middleware {
///   func send(
///     _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
///   ) async throws(RequestError) {
///     try await next.send(request, to: receiver)
///   }
/// }
/// ```
package protocol Middleware: Sendable {
  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError)
}

/// The rest of a request's way: the remaining middleware, and the requester at its end.
package struct NextSender: Sendable {
  private let links: ArraySlice<any Middleware>
  private let requester: any Requester

  package init(through links: ArraySlice<any Middleware>, to requester: any Requester) {
    self.links = links
    self.requester = requester
  }

  package func after(_ first: any Middleware) -> NextSender {
    NextSender(through: ([first] + links)[...], to: requester)
  }

  package func send(
    _ request: Request, to receiver: any ResponseReceiver
  ) async throws(RequestError) {
    guard let first = links.first else { return try await requester.send(request, to: receiver) }
    try await first.send(
      request, to: receiver, by: NextSender(through: links.dropFirst(), to: requester))
  }
}
