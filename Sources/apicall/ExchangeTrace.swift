import APICallCore
import APICallSystem

/// What `-v` shows of an exchange on standard error: the request and the answer's head, secrets
/// masked.
final class ExchangeTrace: RunObserver {
  private let endpoint: Endpoint

  init(of endpoint: Endpoint) { self.endpoint = endpoint }

  func observe(_ event: RunEvent) {
    let lines = Self.lines(of: event, in: endpoint)
    guard !lines.isEmpty else { return }
    StandardStreams.report(lines.map { TerminalText.escapingLine($0) + "\n" }.joined())
  }

  /// The lines that show an event.
  static func lines(of event: RunEvent, in endpoint: Endpoint) -> [String] {
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
    case .moved, .ended: return []
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
