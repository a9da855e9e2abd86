import APICallText
import JSONText

/// The steps and exchanges of a case in the JSON report.
enum JSONExchange {
  static func json(of step: ReportStep, bodies: Bool) -> BuiltJSON {
    .map([
      ("part", BuiltJSON(step.part)), ("step", BuiltJSON(step.label)),
      ("iteration", BuiltJSON(step.iteration)),
      ("state", .text(step.outcome.rawValue)),
      ("exchanges", .list(step.exchanges.map { json(of: $0, bodies) })),
    ])
  }

  private static func json(of exchange: ReportExchange, _ bodies: Bool) -> BuiltJSON {
    .map([
      ("reason", BuiltJSON(exchange.reason)),
      (
        "request",
        .map(
          [
            ("method", text(exchange.method)), ("url", text(exchange.url)),
            ("headers", pairs(exchange.headers)),
          ] + members(of: exchange.body, bodies))
      ),
      (
        "response",
        exchange.response.map { response in
          .map(
            [
              ("status", BuiltJSON(response.status)),
              ("reason", response.reason.isEmpty ? .null : text(response.reason)),
              ("http_version", text(response.version)), ("headers", pairs(response.headers)),
            ] + members(of: response.body, bodies))
        } ?? .null
      ),
      ("failure", exchange.failure.map(text) ?? .null),
      ("start_ms", BuiltJSON(milliseconds: exchange.start)),
      ("timings", exchange.timings?.json ?? .null),
    ])
  }

  private static func pairs(_ fields: [ReportField]) -> BuiltJSON {
    .list(fields.map { .list([text($0.name), text($0.value)]) })
  }

  private static func text(_ text: String) -> BuiltJSON { .text(ShownText.start(of: text)) }

  /// The members for a body, as in the envelope.
  ///
  /// JSON is unchanged, text is a string, and other bytes are in Base64. `body_cut` is true if the
  /// report has only the beginning, or nothing of it.
  private static func members(
    of body: ReportBody?, _ isShown: Bool
  ) -> [(key: String, value: BuiltJSON)] {
    guard let body else { return [] }
    let size = ("body_bytes", BuiltJSON(body.size))
    guard body.size > 0 else { return [size] }
    guard isShown else { return [size, ("body_cut", .boolean(true))] }
    let shown = body.bytes.prefix(ShownText.longestText)
    guard shown.count == body.size else {
      let text = BodyExcerpt(body).bytes
      let member: (key: String, value: BuiltJSON) =
        if let valid = String(validating: text, as: UTF8.self), !valid.isEmpty {
          ("body", .text(valid))
        } else {
          ("body_base64", .text(Base64.encode(Array(shown))))
        }
      return [size, ("body_cut", .boolean(true)), member]
    }
    if (try? JSONDocument(body.bytes)) != nil { return [size, ("body", .json(body.bytes))] }
    guard let text = String(validating: body.bytes, as: UTF8.self) else {
      return [size, ("body_base64", .text(Base64.encode(body.bytes)))]
    }
    return [size, ("body", .text(text))]
  }
}
