import APICallCore
import APICallSystem

/// What `-v` shows of an exchange on standard error: the request and the answer's head, secrets
/// masked.
enum ExchangeTrace {
  /// Prints an event of a call to an endpoint.
  static func print(_ event: ExchangeEvent, in endpoint: Endpoint) {
    StandardStreams.report(
      lines(of: event, in: endpoint).map { TerminalText.escapingLine($0) + "\n" }.joined())
  }

  /// The lines that show an event.
  static func lines(of event: ExchangeEvent, in endpoint: Endpoint) -> [String] {
    switch event {
    case .sending(let call):
      return ["> \(call.title)"] + call.request.headers.map { "> \($0.name): \($0.shownValue)" }
    case .answered(let head):
      let secrets = secretFields(of: endpoint)
      return ["< \(head.version) \(head.status) \(head.reason)"]
        + head.headers.map { field in
          let isSecret = secrets.contains(field.name.lowercased())
          return "< \(field.name): \(isSecret ? ProtectedText.mask : field.shownValue)"
        }
    }
  }

  /// The header fields, in lower case, that the endpoint takes secret outputs from.
  private static func secretFields(of endpoint: Endpoint) -> [String] {
    endpoint.outputs.compactMap { output in
      guard output.isSecret, case .header(let name) = output.place else { return nil }
      return name.lowercased()
    }
  }
}
