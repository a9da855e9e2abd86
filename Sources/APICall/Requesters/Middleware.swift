import APICallCurl
import APICallRun

/// A stage of the program between the calls of a client and its requester.
///
/// It sees every exchange, also redirects, retries and the calls that others need, and may change
/// the request, send it again, or respond itself:
///
/// ```swift
/// struct Tracing: Middleware {
///   func send(
///     _ request: Request, to receiver: ResponseReceiver, by next: Next
///   ) async throws(RequestError) {
///     var request = request
///     request.setHeaderField(HTTPField.Name("traceparent")!, to: newTrace())
///     try await next.send(request, to: receiver)
///   }
/// }
/// ```
public protocol Middleware: Sendable {
  /// Sends a request and delivers one response.
  ///
  /// It runs on Swift's shared threads, or where the type is isolated to.
  ///
  /// - Parameters:
  ///   - request: the request, complete.
  ///   - receiver: takes the response.
  ///   - next: sends the request on; it may be used several times, one after the other, as long as
  ///     one response is delivered.
  /// - Throws: a ``RequestError`` if there is no complete response.
  func send(
    _ request: Request, to receiver: ResponseReceiver, by next: Next
  ) async throws(RequestError)
}

/// The rest of the way of a request: the next middleware, or the requester.
public struct Next: Sendable {
  let sender: NextSender
  let loop: CurlLoop

  /// Sends a request on, and delivers its response.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - receiver: takes the response.
  /// - Returns: the head of the response; nil if none was delivered.
  /// - Throws: a ``RequestError`` if there was no complete response.
  @discardableResult
  public func send(
    _ request: Request, to receiver: ResponseReceiver
  ) async throws(RequestError) -> HTTPResponse? {
    try await receiver.lease.receive(request.content, from: sender)
  }

  /// Sends a request on, and holds its response, so that it can be looked at before one is
  /// delivered.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - limit: the most bytes of the body; the rest is not received.
  /// - Returns: the head and the body of the response.
  /// - Throws: a ``RequestError`` if there was no complete response.
  public func response(
    to request: Request, limit: Int = 1 << 20
  ) async throws(RequestError) -> (head: HTTPResponse, body: [UInt8]) {
    let holder = ResponseHolder(limit: limit)
    let lease = ReceiverLease(holder, on: loop)
    try await lease.receive(request.content, from: sender)
    return await loop.carry { holder.response }
  }
}
