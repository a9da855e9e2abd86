import APICallBase
import APICallHTTP
import APICallModel
import APICallReports
import APICallRequests
import APICallResponses
import APICallSafety

/// Masks the exchanges of a call for a report: what the screen masks, and credentials by their names
/// and shapes, as in recordings.
struct ReportMask {
  private static let longestBody = 64 << 10

  private let call: Call
  private let registry: Registry
  private var shown: ShownFields
  private var named = RecordingMask(hiding: [], short: [])

  init(of call: Call, registry: Registry) {
    self.call = call
    self.registry = registry
    shown = ShownFields(of: call)
  }

  mutating func masked(
    _ exchange: LoggedExchange, showingBodies showsBodies: Bool
  ) -> ReportExchange {
    let request = exchange.request
    learn(exchange)
    var result = ReportExchange(request.method, url(of: request))
    result.headers = fields(shown.fields(of: request))
    result.body = body(
      sent(exchange), size: request.body?.size, request.contentType, .request,
      isShown: showsBodies)
    (result.reason, result.start, result.timings) =
      (exchange.reason, exchange.start, exchange.timings)
    result.failure = exchange.error.flatMap { error in
      Failure(error, call: call).diagnostics.first.map { shown.text($0.words) }
    }
    guard let head = exchange.head else { return result }
    var response = ReportResponse(head.status, shown.text(head.reason), version: head.version)
    response.headers = fields(shown.fields(of: head))
    response.body = body(
      exchange.body, size: exchange.size, head.header("Content-Type"), .response,
      isShown: showsBodies)
    result.response = response
    return result
  }

  private mutating func learn(_ exchange: LoggedExchange) {
    guard let head = exchange.head else { return }
    shown.learn(head, trailers: exchange.trailers)
    guard case .bytes(let bytes) = exchange.body,
      let found = try? call.endpoint.secretOutputs(
        in: ReceivedResponse(head: head, body: bytes, trailers: exchange.trailers), by: registry)
    else { return }
    shown.learn(found)
  }

  private mutating func url(of request: OutgoingRequest) -> String {
    let text = shown.text(request.url.text.masked)
    guard let mark = text.firstIndex(of: "?") else { return text }
    let query = named.masked(
      items: ProtectedText(String(text[text.index(after: mark)...])), .request)
    return text[...mark] + String(decoding: query, as: UTF8.self)
  }

  private func fields(_ fields: [ResponseHead.Field]) -> [ReportField] {
    fields.map { field in
      let isCredential = NamedSecrets.containHeader(field.name)
      return ReportField(field.name, isCredential ? ProtectedText.mask : field.value)
    }
  }

  /// The body of the request, with what it marks as secret masked whatever its length.
  private func sent(_ exchange: LoggedExchange) -> TappedExchange.Body {
    guard case .bytes(let bytes) = exchange.sent, let held = exchange.request.body?.held,
      held.holdsSecret, held.revealedBytes == bytes
    else { return exchange.sent }
    return .bytes(Array(held.masked.utf8))
  }

  private mutating func body(
    _ body: TappedExchange.Body, size: Int?, _ type: String?, _ side: RecordingMask.Side,
    isShown: Bool
  ) -> ReportBody? {
    let mediaType = type.map { shown.text($0) }
    guard case .bytes(let bytes) = body else {
      return size.map { ReportBody([], mediaType: mediaType, size: $0) }
    }
    guard !bytes.isEmpty else { return nil }
    guard isShown, let text = String(validating: bytes, as: UTF8.self) else {
      return ReportBody([], mediaType: mediaType, size: bytes.count)
    }
    let known = ProtectedText(shown.text(text))
    let masked = named.masked(
      body: known, as: type, side, keeping: call.endpoint.test.keep)
    guard masked.count > Self.longestBody else { return ReportBody(masked, mediaType: mediaType) }
    return ReportBody(
      Array(masked.prefix(Self.longestBody)), mediaType: mediaType, size: masked.count)
  }
}
