/// An exchange as plain text: the lines of the request begin with `>`, those of the response with
/// `<`, and bodies are indented.
enum ExchangeText {
  /// The text of the exchanges of some steps.
  static func text(of steps: [ReportStep], limit: Int = ShownText.longestText) -> String {
    var text = ""
    for step in steps {
      if let words = step.words, !step.exchanges.isEmpty {
        text +=
          "\(text.isEmpty || text.hasSuffix("\n\n") ? "" : "\n")step \(ShownText.line(words)):\n"
      }
      for exchange in step.exchanges {
        append(exchange, to: &text, limit: limit)
        if text.utf8.count > limit { return ShownText.lines(text, limit: limit) + "\n" }
      }
    }
    return text
  }

  private static func append(_ exchange: ReportExchange, to text: inout String, limit: Int) {
    text += "> \(ShownText.line(exchange.method)) \(ShownText.line(exchange.url))\n"
    append(exchange.headers, ">", to: &text)
    append(exchange.body, to: &text, limit: limit)
    if let response = exchange.response {
      text += "< \(ShownText.line(response.version)) \(ShownText.line(response.words))\n"
      append(response.headers, "<", to: &text)
      append(response.body, to: &text, limit: limit)
    }
    if let failure = exchange.failure { text += "failed: \(ShownText.line(failure))\n" }
  }

  private static func append(_ fields: [ReportField], _ sign: String, to text: inout String) {
    for field in fields {
      text += "\(sign) \(ShownText.line(field.name)): \(ShownText.line(field.value))\n"
    }
  }

  private static func append(_ body: ReportBody?, to text: inout String, limit: Int) {
    guard let body, body.size > 0 else { return }
    let excerpt = BodyExcerpt(body, limit: limit)
    text += "\n"
    var lines = excerpt.text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { text += line.isEmpty ? "\n" : "  \(line)\n" }
    if let note = excerpt.note { text += "  (\(note))\n" }
    text += "\n"
  }
}
