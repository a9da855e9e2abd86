import APICallText

/// The steps and exchanges of a failed case on the page.
enum HTMLExchange {
  /// Writes a step: that of a script can be folded, and is open if it failed.
  static func write(_ step: ReportStep, to writer: inout MarkupWriter) {
    guard let words = step.words else {
      for exchange in step.exchanges { write(exchange, heading: "h3", to: &writer) }
      return
    }
    let isOpen = step.outcome == .failed
    writer.block("details", ["class": "step", "open": isOpen ? "" : nil]) { writer in
      writer.block("summary") { writer in
        writer.inline(
          "span", ["class": "state \(step.outcome.rawValue)"], text: step.outcome.rawValue)
        writer.write(" step ")
        writer.inline("span", ["class": "name"], text: ShownText.line(words))
      }
      if step.exchanges.isEmpty { writer.block("p", text: "Nothing was sent.") }
      for exchange in step.exchanges { write(exchange, heading: "h4", to: &writer) }
    }
  }

  static func line(of exchange: ReportExchange) -> String {
    "\(ShownText.line(exchange.method)) \(ShownText.line(exchange.url))"
  }

  static func outcome(of exchange: ReportExchange) -> String {
    var parts: [String] = []
    if let response = exchange.response { parts.append(ShownText.line(response.words)) }
    if let failure = exchange.failure { parts.append(ShownText.line(failure)) }
    if parts.isEmpty { parts.append("no response") }
    if let total = exchange.timings?.total { parts.append(ShownTime.words(total)) }
    return parts.joined(separator: ", ")
  }

  private static func write(
    _ exchange: ReportExchange, heading: String, to writer: inout MarkupWriter
  ) {
    let reason = exchange.reason.map { " (\(ShownText.line($0)))" } ?? ""
    writer.block(heading, text: "Request\(reason)")
    writer.block("pre") { $0.inline("code", text: line(of: exchange)) }
    write(exchange.headers, of: "request", to: &writer)
    write(exchange.body, of: "request", to: &writer)
    writer.block(heading, text: "Response")
    if let response = exchange.response {
      let line = "\(ShownText.line(response.version)) \(ShownText.line(response.words))"
      writer.block("pre") { $0.inline("code", text: line) }
      write(response.headers, of: "response", to: &writer)
      write(response.body, of: "response", to: &writer)
    }
    if let failure = exchange.failure {
      writer.block("p", ["class": "error"], text: ShownText.line(failure))
    } else if exchange.response == nil {
      writer.block("p", text: "There was no response.")
    }
  }

  private static func write(
    _ fields: [ReportField], of message: String, to writer: inout MarkupWriter
  ) {
    guard !fields.isEmpty else { return }
    writer.block("table", ["class": "fields"]) { writer in
      writer.block("caption", text: "Header fields of the \(message)")
      writer.block("tbody") { writer in
        for field in fields {
          writer.block("tr") { writer in
            writer.block("th", ["scope": "row"], text: ShownText.line(field.name))
            writer.block("td", text: ShownText.line(field.value))
          }
        }
      }
    }
  }

  /// The longest body that is not folded, in lines.
  private static let mostLines = 40

  private static func write(
    _ body: ReportBody?, of message: String, to writer: inout MarkupWriter
  ) {
    guard let body, body.size > 0 else { return }
    let shown = HTMLBody(body)
    let type = body.mediaType.map { " of \(ShownText.line($0))" } ?? ""
    let size = "Body of the \(message), \(body.size.counted("byte"))\(type)"
    guard !shown.isEmpty else {
      writer.block(
        "p", ["class": "soft"], text: "\(size): \(body.bytes.isEmpty ? "left out" : "not text")")
      return
    }
    let isOpen = shown.lineCount <= mostLines
    writer.block("details", ["class": "body", "open": isOpen ? "" : nil]) { writer in
      writer.block("summary", text: size)
      writer.block("pre") { shown.write(to: &$0) }
      if let note = shown.note {
        writer.block("p", ["class": "soft"], text: "This is only a part: \(note).")
      }
    }
  }
}
