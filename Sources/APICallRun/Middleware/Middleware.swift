package import APICallHTTP

/// Stands between a call and the requester that sends it, and may send a request more than once, or
/// another one in its place.
///
/// It works with every requester, since it sees nothing but requests and answers. Which ones there
/// are, and in which order, stands in ``MiddlewareChain``. One that passes everything on:
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
  /// Sends a request and hands one response to a receiver.
  ///
  /// - Parameters:
  ///   - request: the request, complete; its origin is the true one, also where a mock server gets
  ///     it.
  ///   - receiver: who gets the response: one head at most. A response that is looked at first goes
  ///     through a ``HeadGate``, and each further exchange is announced by
  ///     ``ResponseReceiver/note(further:)``.
  ///   - next: what sends it on; may be used any number of times, one after the other.
  /// - Throws: a ``RequestError`` if no complete response came.
  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError)
}

/// The rest of a request's way: the middleware that is still to come, and the requester at its end.
package struct NextSender: Sendable {
  private let links: ArraySlice<any Middleware>
  private let requester: any Requester

  /// Creates a way.
  ///
  /// - Parameters:
  ///   - links: the middleware, the outermost first.
  ///   - requester: what sends in the end.
  package init(through links: ArraySlice<any Middleware>, to requester: any Requester) {
    self.links = links
    self.requester = requester
  }

  /// Sends a request on its way.
  ///
  /// - Parameters:
  ///   - request: the request, complete.
  ///   - receiver: who gets the response.
  /// - Throws: a ``RequestError`` if no complete response came.
  package func send(
    _ request: Request, to receiver: any ResponseReceiver
  ) async throws(RequestError) {
    guard let first = links.first else { return try await requester.send(request, to: receiver) }
    try await first.send(
      request, to: receiver, by: NextSender(through: links.dropFirst(), to: requester))
  }
}
