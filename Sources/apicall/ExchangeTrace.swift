import APICallCore
import APICallSystem

/// What `-v` shows of an exchange on standard error: the request and the answer's head, secrets
/// masked.
enum ExchangeTrace {
  /// Prints an event.
  static func print(_ event: ExchangeEvent) {
    switch event {
    case .sending(let call):
      var lines = [call.title]
      lines += call.request.headers.map { "\($0.name): \($0.shownValue)" }
      write(lines, prefix: "> ")
    case .answered(let head):
      var lines = ["\(head.version) \(head.status) \(head.reason)"]
      lines += head.headers.map { "\($0.name): \($0.shownValue)" }
      write(lines, prefix: "< ")
    }
  }

  private static func write(_ lines: [String], prefix: String) {
    let text = lines.map { prefix + TerminalText.escaping($0) + "\n" }.joined()
    StandardStreams.report(text)
  }
}
