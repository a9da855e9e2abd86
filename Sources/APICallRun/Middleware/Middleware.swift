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
  /// Sends a request and delivers one response to a receiver.
  ///
  /// - Parameters:
  ///   - request: the complete request; its origin is the real one, also if a mock server gets it.
  ///   - receiver: gets the response, with at most one header. A response that is checked first
  ///     goes through a ``HeadGate``, and each further exchange is announced by
  ///     ``ResponseReceiver/note(further:)``.
  ///   - next: sends the request on; may be used any number of times, one after the other.
  /// - Throws: a ``RequestError`` if there was no complete response.
  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError)
}

/// The rest of a request's way: the remaining middleware, and the requester at its end.
package struct NextSender: Sendable {
  private let links: ArraySlice<any Middleware>
  private let requester: any Requester

  /// Creates a way.
  ///
  /// - Parameters:
  ///   - links: the middleware, the outermost first.
  ///   - requester: sends the request at the end.
  package init(through links: ArraySlice<any Middleware>, to requester: any Requester) {
    self.links = links
    self.requester = requester
  }

  /// The same way with one more stage at its beginning.
  package func after(_ first: any Middleware) -> NextSender {
    NextSender(through: ([first] + links)[...], to: requester)
  }

  /// Sends a request on its way.
  ///
  /// - Parameters:
  ///   - request: the complete request.
  ///   - receiver: gets the response.
  /// - Throws: a ``RequestError`` if there was no complete response.
  package func send(
    _ request: Request, to receiver: any ResponseReceiver
  ) async throws(RequestError) {
    guard let first = links.first else { return try await requester.send(request, to: receiver) }
    try await first.send(
      request, to: receiver, by: NextSender(through: links.dropFirst(), to: requester))
  }
}
