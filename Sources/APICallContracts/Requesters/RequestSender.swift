package import APICallHTTP
package import APICallText

/// Sends a request and delivers the response: exactly one exchange, without redirects and retries.
///
/// It delivers the response while it arrives: the head once, then the body in pieces, with content
/// and transfer codings decoded. A requester that decoded a content coding removes Content-Length.
///
/// This is a complete requester, which responds to every request with the request's own method:
///
/// ```swift
/// struct EchoRequester: NamedRequester {
///   static let name = "echo"
///   static let summary = "Answers with the request's own method."
///
///   func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver) async throws(ExchangeError) {
///     guard receiver.receive(ResponseHead(status: 200)) == .more else { return }
///     _ = receiver.receive(Array(request.method.utf8).span)
///   }
/// }
/// ```
package protocol RequestSender: Sendable {
  /// Sends a request and delivers the response to a receiver.
  ///
  /// Throws an ``ExchangeError`` if there is no complete response. A status of 400 or 500 is a
  /// response, not an error.
  func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
}

/// A requester that can be selected by name: `requester:` in a spec, `--requester`.
package protocol NamedRequester: RequestSender {
  /// The name that selects it.
  static var name: String { get }
  /// A one-line description of how it sends requests.
  static var summary: String { get }
}

/// Receives a response while it arrives.
///
/// Its methods are called on the thread that reads the network, so a receiver that blocks slows the
/// sender down.
package protocol ExchangeReceiver: AnyObject {
  /// Takes the head of the final response. Called once, before the body; interim responses (1xx) go
  /// to ``note(interim:)``.
  ///
  /// Returns whether the receiver wants the body.
  func receive(_ head: ResponseHead) -> Demand

  /// Takes the next piece of the body.
  ///
  /// Returns whether the receiver wants more.
  func receive(_ bytes: Span<UInt8>) -> Demand

  /// Records that everything received so far has been delivered, and that the requester waits for
  /// the server: any output that is due should be written now. Not called at the end.
  ///
  /// Returns whether the receiver wants more.
  func pause() -> Demand

  /// What a silence in the body means; read after the head, and after each piece of the body.
  var silence: Silence { get }

  /// Whether the receiver has no room for more at the moment: the sender delivers nothing until it
  /// has, and this time counts towards no limit.
  var isFull: Bool { get }

  /// Whether the receiver wants reports of the progress of the exchange.
  var wantsProgress: Bool { get }

  /// Records the connection that the request is about to use. Called only if ``wantsProgress`` is
  /// true, and again if the request is sent anew over another connection.
  func note(_ peer: Peer)

  /// Records an interim response (RFC 9110, section 15.2), before the final one.
  func note(interim head: ResponseHead)

  /// Records the trailer fields after the body (RFC 9110, section 6.5). Called at most once, at the
  /// end of the body, and only if there are any.
  func note(trailers fields: [ResponseHead.Field])

  /// Records the progress of the exchange, at most several times a second and once at the end.
  /// Called only if ``wantsProgress`` is true.
  func note(_ progress: ExchangeProgress)

  /// Records the timings. Called once at the end of each exchange, even if it failed.
  func note(_ timings: ExchangeTimings)

  /// Records the head of a further page, whose items follow those of the previous pages; never
  /// called by a requester.
  func note(page head: ResponseHead)

  /// Records a further exchange before its request is sent; never called by a requester, which
  /// makes only one exchange.
  func note(further exchange: FurtherExchange)
  /// Records a piece of the body of a page whose head was recorded and has an unexpected status.
  func note(unexpectedPage bytes: Span<UInt8>)
}

extension ExchangeReceiver {
  /// Does nothing by default: a receiver without a buffer has no use for it.
  package func pause() -> Demand { .more }

  /// Limited by default: a long pause means that the server is gone.
  package var silence: Silence { .limited }

  /// False by default: most receivers pass everything on at once.
  package var isFull: Bool { false }

  /// False by default: few receivers show the progress.
  package var wantsProgress: Bool { false }

  package func note(_ peer: Peer) {}

  package func note(interim head: ResponseHead) {}

  package func note(trailers fields: [ResponseHead.Field]) {}

  package func note(_ progress: ExchangeProgress) {}

  package func note(_ timings: ExchangeTimings) {}

  package func note(page head: ResponseHead) {}

  package func note(further exchange: FurtherExchange) {}
  package func note(unexpectedPage bytes: Span<UInt8>) {}
}

/// Whether a receiver wants more.
package enum Demand: Sendable {
  case more
  /// Stop here; this is not an error.
  case stop
}

/// Why another exchange is needed before the wanted response.
package struct FurtherExchange: Sendable, Hashable {
  /// The reason for the exchange.
  package enum Reason: Sendable, Hashable {
    /// The response redirected to another URL (RFC 9110, section 15.4).
    case redirect
    /// A transient failure: the request is sent again after this time, as the attempt with this
    /// number; the first one was 1.
    case retry(after: Duration, attempt: Int, of: Int)
    /// The server requires other credentials (RFC 9110, section 11.3).
    case challenge
    /// The response has a next page, with this number; the first one was 1.
    case page(Int)
    /// The auth type requests credentials with a request of its own, whose response it alone reads.
    case credentials

    /// The reason in a word, as events and reports have it.
    package var name: String {
      switch self {
      case .redirect: "redirect"
      case .retry: "retry"
      case .challenge: "challenge"
      case .page: "page"
      case .credentials: "credentials"
      }
    }
  }

  package var reason: Reason
  /// The response that led to it, if it was not delivered; nil if there was none.
  package var response: ResponseHead?
  package var request: OutgoingRequest

  package init(
    _ reason: Reason, after response: ResponseHead? = nil, request: OutgoingRequest
  ) {
    self.reason = reason
    self.response = response
    self.request = request
  }
}
