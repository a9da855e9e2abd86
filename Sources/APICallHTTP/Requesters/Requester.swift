/// Turns a request into an answer: exactly one exchange, no redirect followed, nothing tried twice.
///
/// It hands the answer on while it arrives: the head once, then the body piece by piece, with content and transfer
/// codings undone. One that undid a content coding leaves out Content-Encoding and Content-Length.
///
/// A complete one, which answers every request with its own method:
///
/// ```swift
/// struct EchoRequester: NamedRequester {
///   static let name = "echo"
///   static let summary = "Answers with the request's own method."
///
///   func send(_ request: Request, to receiver: any ResponseReceiver) async throws(RequestError) {
///     guard receiver.receive(ResponseHead(status: 200)) == .more else { return }
///     _ = receiver.receive(Array(request.method.utf8).span)
///   }
/// }
/// ```
package protocol Requester: Sendable {
  /// Sends a request and hands the answer to a receiver.
  ///
  /// - Parameters:
  ///   - request: the request, complete.
  ///   - receiver: who gets the answer. Once it returns ``Demand/stop``, nothing more is handed on
  ///     and the method returns without an error: the receiver knows why it stopped.
  /// - Throws: a ``RequestError`` where no complete answer came. A status of 400 or 500 is an
  ///   answer, not an error.
  func send(_ request: Request, to receiver: any ResponseReceiver) async throws(RequestError)
}

/// A requester that can be asked for by name: `requester:` in a spec, `--requester`.
package protocol NamedRequester: Requester {
  /// The name by which it is asked for.
  static var name: String { get }
  /// One line that says how it sends.
  static var summary: String { get }
}

/// Takes an answer while it arrives.
///
/// It is called on the thread that reads the network, and a receiver that blocks slows the sender
/// down.
package protocol ResponseReceiver: AnyObject {
  /// Takes the final answer's head. Called once, before any of the body; interim answers (1xx) go
  /// to ``note(interim:)``.
  ///
  /// - Parameter head: the status line and header fields.
  /// - Returns: whether the body is wanted.
  func receive(_ head: ResponseHead) -> Demand

  /// Takes the next piece of the body.
  ///
  /// - Parameter octets: the piece, never empty; valid only during the call.
  /// - Returns: whether more is wanted.
  func receive(_ octets: Span<UInt8>) -> Demand

  /// Takes note that all that has arrived was handed on, and that the sender is waited for: what a
  /// reader ought to see by now should be on its way. Not called at the end.
  ///
  /// - Returns: whether more is wanted.
  func pause() -> Demand

  /// Whether silences of any length belong to the answer, so that the limit on them no longer holds;
  /// asked once the head was taken.
  var allowsSilence: Bool { get }

  /// Whether it wants to be told how far the exchange has come.
  var wantsProgress: Bool { get }

  /// Takes note of the connection that the request is about to go over. Called only where
  /// ``wantsProgress`` says so; again where the request goes out anew over another connection.
  ///
  /// - Parameter peer: who is at the other end.
  func note(_ peer: Peer)

  /// Takes note of an interim answer (RFC 9110, section 15.2), before the final one.
  ///
  /// - Parameter head: its status line and header fields; the status is from 100 to 199.
  func note(interim head: ResponseHead)

  /// Takes note of the fields that came behind the body (RFC 9110, section 6.5). Called once at
  /// most, at the end of the body, and only where there are any.
  ///
  /// - Parameter fields: the fields in the order they came; they are no part of the head.
  func note(trailers fields: [ResponseHead.Field])

  /// Takes note of how far the exchange has come, several times a second at most. Called only where
  /// ``wantsProgress`` says so, and once at the end.
  ///
  /// - Parameter progress: what has gone out and come in.
  func note(_ progress: TransferProgress)

  /// Takes note of where the time went. Called once an exchange, when it is over, however it ended.
  ///
  /// - Parameter timings: the times that are known.
  func note(_ timings: Timings)

  /// Takes note of the head of a further page, whose items are handed on behind those of the pages
  /// before it; never called by a requester.
  ///
  /// - Parameter head: its status line and header fields.
  func note(page head: ResponseHead)

  /// Takes note that one more exchange follows, before its request is sent; never called by a
  /// requester, which makes one.
  ///
  /// - Parameter exchange: why it follows, and its request.
  func note(further exchange: FurtherExchange)
  /// Takes note of a piece of a page whose head was noted, and whose status is not one that is expected.
  func note(unexpectedPage octets: Span<UInt8>)
}

extension ResponseReceiver {
  /// Does nothing: a receiver that holds nothing back need not be told.
  ///
  /// - Returns: that more is wanted.
  package func pause() -> Demand { .more }

  /// No: who sends nothing for long has gone.
  package var allowsSilence: Bool { false }

  /// No: only few have somebody to tell.
  package var wantsProgress: Bool { false }

  /// Does nothing.
  ///
  /// - Parameter peer: what is left out.
  package func note(_ peer: Peer) {}

  /// Does nothing.
  ///
  /// - Parameter head: what is left out.
  package func note(interim head: ResponseHead) {}

  /// Does nothing.
  ///
  /// - Parameter fields: what is left out.
  package func note(trailers fields: [ResponseHead.Field]) {}

  /// Does nothing.
  ///
  /// - Parameter progress: what is left out.
  package func note(_ progress: TransferProgress) {}

  /// Does nothing.
  ///
  /// - Parameter timings: what is left out.
  package func note(_ timings: Timings) {}

  /// Does nothing.
  ///
  /// - Parameter head: what is left out.
  package func note(page head: ResponseHead) {}

  /// Does nothing.
  ///
  /// - Parameter exchange: what is left out.
  package func note(further exchange: FurtherExchange) {}
  package func note(unexpectedPage octets: Span<UInt8>) {}
}

/// Whether whoever is fed wants to be fed more.
package enum Demand: Sendable {
  /// Go on.
  case more
  /// Stop here; this is not an error.
  case stop
}

/// Why one more exchange follows, before the answer that is wanted.
package struct FurtherExchange: Sendable, Hashable {
  /// What makes it necessary.
  package enum Reason: Sendable, Hashable {
    /// The answer named another place (RFC 9110, section 15.4).
    case redirect
    /// The exchange failed in a way that may pass: after this time the request is sent again, for
    /// the attempt of this number; the first one was 1.
    case retry(after: Duration, attempt: Int, of: Int)
    /// The server wants other credentials (RFC 9110, section 11.3).
    case challenge
    /// The answer has a next page, of this number; the first one was 1.
    case page(Int)
    /// The auth type asks for credentials by a request of its own, whose answer is nobody else's.
    case credentials
  }

  /// What makes it necessary.
  package var reason: Reason
  /// The answer that led to it, where it was not handed on; nil where there was none.
  package var answer: ResponseHead?
  /// Why there was no answer; nil where there was one.
  package var error: RequestError?
  /// The request that follows.
  package var request: Request

  /// Creates a note of an exchange.
  ///
  /// - Parameters:
  ///   - reason: what makes it necessary.
  ///   - answer: the answer that led to it, where it was not handed on.
  ///   - error: why there was no answer.
  ///   - request: the request that follows.
  package init(
    _ reason: Reason, after answer: ResponseHead? = nil, error: RequestError? = nil,
    request: Request
  ) {
    self.reason = reason
    self.answer = answer
    self.error = error
    self.request = request
  }
}
