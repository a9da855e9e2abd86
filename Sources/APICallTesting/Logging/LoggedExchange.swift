import APICallContracts
import APICallHTTP
import APICallText

/// One exchange of a run for reports, as it was: nothing is masked yet.
struct LoggedExchange: Sendable {
  let request: Request
  /// Why it follows the one before it, in a word; nil for the first one.
  var reason: String?
  /// When it began, from the beginning of the run; nil if the time does not count.
  var start: Duration?
  private(set) var sent: TappedExchange.Body
  private(set) var head: ResponseHead?
  private(set) var trailers: [ResponseHead.Field] = []
  private(set) var body = TappedExchange.Body.bytes([])
  /// The number of bytes of the body.
  private(set) var size = 0
  private(set) var timings: Timings?
  private(set) var error: RequestError?

  /// Notes a request.
  init(_ request: Request) {
    self.request = request
    sent = TappedExchange.Body(of: request, limit: TappedExchange.mostBytes)
  }

  /// Notes how the exchange ended.
  mutating func end(with copy: ResponseCopy, _ error: RequestError?, isTimed: Bool) {
    (head, trailers, body, size) = (copy.head, copy.trailers, copy.body, copy.size)
    timings = isTimed ? copy.timings : nil
    self.error = error
  }
}
