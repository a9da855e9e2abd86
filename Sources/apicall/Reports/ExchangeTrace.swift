import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallRequests
import APICallResponses
import APICallSafety
import APICallSystem
import APICallText

/// The lines that `-v` prints about an exchange on standard error: the request, the response head
/// and the timings, with secrets masked.
final class ExchangeTrace: RunObserver {
  let wantsProgress = true
  private var shown: ShownFields?
  private let place: StepPlace?
  private let write: (String) -> Void

  init(
    of place: StepPlace? = nil, write: @escaping (String) -> Void = { StandardStreams.report($0) }
  ) {
    self.place = place
    self.write = write
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .started:
      if let place { write(TerminalText.line("* \(place.title)") + "\n") }
    case .sending(let call): shown = ShownFields(of: call)
    case .interim(let head), .answered(let head): shown?.learn(head)
    case .step, .iteration, .reading, .pausing, .connected, .trailed, .continuing, .renewing,
      .moved, .stored, .ended, .finished:
      break
    }
    guard let shown else { return }
    let lines = Self.lines(of: event, shown)
    guard !lines.isEmpty else { return }
    write(lines.map { TerminalText.line($0) + "\n" }.joined())
  }

  static func lines(of event: RunEvent, _ shown: ShownFields) -> [String] {
    switch event {
    case .sending(let call):
      ["> \(shown.text(call.title))"] + fields(of: call.request, shown)
    case .connected(let peer):
      [peer.isReused ? "* reusing the connection to \(peer.place)" : "* connected to \(peer.place)"]
    case .interim(let head), .answered(let head):
      ["< \(head.version) \(head.status) \(shown.text(head.reason))"]
        + shown.fields(of: head).map { "< \($0.name): \($0.value)" }
        + (head.endsWithConnection ? ["* the body ends when the server closes the connection"] : [])
    case .trailed(let fields): shown.shown(fields).map { "< \($0.name): \($0.value)" }
    case .continuing(let exchange):
      [
        "* \(announcement(of: exchange, shown))",
        "> \(exchange.request.method) \(shown.text(exchange.request.url.text.masked))",
      ] + fields(of: exchange.request, shown)
    case .stored(let stored):
      [
        "* stored '\(stored.output)' as the secret '\(stored.secret)' in \(stored.source), for "
          + shown.text(stored.origins.joined(separator: " "))
      ]
    case .ended(let outcome): [summary(of: outcome)]
    case .started, .step, .iteration, .reading, .pausing, .renewing, .moved, .finished: []
    }
  }

  private static func fields(of request: OutgoingRequest, _ shown: ShownFields) -> [String] {
    shown.fields(of: request).map { "> \($0.name): \($0.value)" }
  }

  private static func announcement(of exchange: FurtherExchange, _ shown: ShownFields) -> String {
    switch exchange.reason {
    case .redirect: "following the redirect"
    case .challenge: "answering the challenge"
    case .credentials: "requesting credentials"
    case .page(let number): "page \(number)"
    case .retry(let pause, let attempt, let attempts):
      "attempt \(attempt) of \(attempts) in \(pause.written)"
    }
  }

  private static func summary(of outcome: RunOutcome) -> String {
    let timings = outcome.timings
    let moved =
      "\(ByteAmount.text(outcome.progress.sent)) sent,"
      + " \(ByteAmount.text(outcome.progress.received)) received"
    guard let total = timings.total else { return "* \(moved)" }
    var parts: [String] = []
    var start = Duration.zero
    let points = [
      ("name", timings.nameLookup), ("connect", timings.connect), ("tls", timings.tls),
      ("response", timings.firstByte),
      ("body", timings.firstByte == nil ? nil : total),
    ]
    for case (let name, let end?) in points {
      // With an address, no time is spent on a name lookup.
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

extension Peer {
  fileprivate var place: String {
    if port == 0 { return address }
    return address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}

extension StepPlace {
  fileprivate var title: String {
    let names = path.joined(separator: " > ")
    return iteration.map { "call \(names), iteration \($0)" } ?? "call \(names)"
  }
}
