import APICallBase
import APICallHTTP
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem

/// What `-v` shows of an exchange on standard error: the request, the answer's head, and where the
/// time went, secrets masked.
final class ExchangeTrace: RunObserver {
  let wantsProgress = true
  private var shown: ShownFields?
  private let place: StepPlace?
  private let write: (String) -> Void

  /// Creates a trace.
  ///
  /// - Parameters:
  ///   - place: which call of a script it is, or which one that another needs; nil for neither.
  ///   - write: takes the lines of an event, with their line breaks.
  init(
    of place: StepPlace? = nil, write: @escaping (String) -> Void = { StandardStreams.report($0) }
  ) {
    self.place = place
    self.write = write
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .started:
      if let place { write("* \(place.title)\n") }
    case .sending(let call): shown = ShownFields(of: call)
    case .interim(let head), .answered(let head): shown?.learn(head)
    case .step, .iteration, .pausing, .connected, .trailed, .continuing, .renewing, .moved, .stored,
      .ended,
      .finished:
      break
    }
    guard let shown else { return }
    let lines = Self.lines(of: event, shown)
    guard !lines.isEmpty else { return }
    write(lines.map { TerminalText.escapingLine($0) + "\n" }.joined())
  }

  /// The lines that show an event.
  static func lines(of event: RunEvent, _ shown: ShownFields) -> [String] {
    switch event {
    case .sending(let call):
      ["> \(shown.text(call.title))"] + fields(of: call.request, shown)
    case .connected(let peer) where peer.port == 0: ["* connected to \(peer.address)"]
    case .connected(let peer):
      peer.address.contains(":")
        ? ["* connected to [\(peer.address)]:\(peer.port)"]
        : ["* connected to \(peer.address):\(peer.port)"]
    case .interim(let head), .answered(let head):
      ["< \(head.version) \(head.status) \(shown.text(head.reason))"]
        + shown.fields(of: head).map { "< \($0.name): \($0.value)" }
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
    case .started, .step, .iteration, .pausing, .renewing, .moved, .finished: []
    }
  }

  private static func fields(of request: Request, _ shown: ShownFields) -> [String] {
    shown.fields(of: request).map { "> \($0.name): \($0.value)" }
  }

  /// Why one more exchange follows.
  private static func announcement(of exchange: FurtherExchange, _ shown: ShownFields) -> String {
    switch exchange.reason {
    case .redirect: "following the redirect"
    case .challenge: "answering the challenge"
    case .credentials: "asking for credentials"
    case .page(let number): "page \(number)"
    case .retry(let pause, let attempt, let attempts):
      "attempt \(attempt) of \(attempts) in \(pause.written)"
    }
  }

  /// One line: how long it took and what for, and how much was moved.
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
      ("answer", timings.firstByte),
      ("body", timings.firstByte == nil ? nil : total),
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

extension StepPlace {
  /// The call as `-v` names it.
  fileprivate var title: String {
    let names = path.joined(separator: " > ")
    return iteration.map { "call \(names), iteration \($0)" } ?? "call \(names)"
  }
}
