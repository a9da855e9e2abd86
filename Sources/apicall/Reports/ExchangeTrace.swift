import APICallCore
import APICallSystem

/// What `-v` shows of an exchange on standard error: the request, the answer's head, and where the
/// time went, secrets masked.
final class ExchangeTrace: RunObserver {
  let wantsProgress = true
  private var shown: ShownFields?

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call): shown = ShownFields(of: call)
    case .interim(let head), .answered(let head): shown?.learn(head)
    case .started, .connected, .moved, .ended, .finished: break
    }
    guard let shown else { return }
    let lines = Self.lines(of: event, shown)
    guard !lines.isEmpty else { return }
    StandardStreams.report(lines.map { TerminalText.escapingLine($0) + "\n" }.joined())
  }

  /// The lines that show an event.
  static func lines(of event: RunEvent, _ shown: ShownFields) -> [String] {
    switch event {
    case .sending(let call):
      ["> \(shown.text(call.title))"]
        + shown.fields(of: call.request).map { "> \($0.name): \($0.value)" }
    case .connected(let peer) where peer.port == 0: ["* connected to \(peer.address)"]
    case .connected(let peer):
      peer.address.contains(":")
        ? ["* connected to [\(peer.address)]:\(peer.port)"]
        : ["* connected to \(peer.address):\(peer.port)"]
    case .interim(let head), .answered(let head):
      ["< \(head.version) \(head.status) \(shown.text(head.reason))"]
        + shown.fields(of: head).map { "< \($0.name): \($0.value)" }
    case .ended(let outcome): [summary(of: outcome)]
    case .started, .moved, .finished: []
    }
  }

  /// One line: how long it took and what for, and how much was moved.
  private static func summary(of outcome: RunOutcome) -> String {
    let timings = outcome.timings
    let moved =
      "\(OctetAmount.text(outcome.progress.sent)) sent,"
      + " \(OctetAmount.text(outcome.progress.received)) received"
    guard let total = timings.total else { return "* \(moved)" }
    var parts: [String] = []
    var start = Duration.zero
    let points = [
      ("name", timings.nameLookup), ("connect", timings.connect), ("tls", timings.tls),
      ("answer", timings.firstOctet),
      ("body", timings.firstOctet == nil ? nil : total),
    ]
    for case (let name, let end?) in points {
      // There is no name to look up in an address.
      let time = milliseconds(end - start)
      if time != "0.0" { parts.append("\(name) \(time)") }
      start = end
    }
    let list = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
    return "* \(milliseconds(total)) ms\(list); \(moved)"
  }

  /// Milliseconds, with a decimal below 10.
  private static func milliseconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = max(duration, .zero).components
    let tenths = seconds * 10_000 + (attoseconds + 50_000_000_000_000) / 100_000_000_000_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : String((tenths + 5) / 10)
  }
}
