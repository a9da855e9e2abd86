import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallRequests
import APICallSafety
package import APICallText
import JSONText

/// Writes the events of a run as lines of JSON: apicall-events(5).
///
/// They contain neither bodies nor secrets.
package final class EventLog: RunObserver {
  package let wantsProgress = true

  private let now: @Sendable () -> UTCTimestamp
  private let elapsed: () -> Duration
  private let call: Int?
  private let place: StepPlace?
  private let write: ([UInt8]) -> Void
  private var shown: ShownFields?
  private var mock: Origin?
  /// The progress in the last line about it.
  private var progress = ExchangeProgress()
  private var outcome: RunOutcome?

  package init(
    now: @escaping @Sendable () -> UTCTimestamp, elapsed: @escaping () -> Duration,
    call: Int? = nil, at place: StepPlace? = nil, write: @escaping ([UInt8]) -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.call = call
    self.place = place
    self.write = write
  }

  package func observe(_ event: RunEvent) {
    switch event {
    case .started(let start):
      tell(
        .start,
        [
          ("apicall", .text(Release.version)), ("file", .text(start.file)),
          ("summary", BuiltJSON(start.summary)), ("steps", BuiltJSON(start.steps)),
        ])
    case .step(let step):
      tell(
        .step,
        [
          ("number", BuiltJSON(step.number)), ("steps", BuiltJSON(step.count)),
          ("iterations", BuiltJSON(step.iterations)), ("part", BuiltJSON(step.part?.rawValue)),
        ])
    case .iteration(let state): tell(.iteration, [("state", .text(state.rawValue))])
    case .sending(let call):
      shown = ShownFields(of: call)
      mock = call.mock
      tell(call.request)
    case .connected(let peer):
      tell(
        .connection,
        [
          ("address", .text(peer.address)), ("port", BuiltJSON(peer.port)),
          ("reused", .boolean(peer.isReused)),
        ])
    case .interim(let head): tell(.interim, head)
    case .answered(let head): tell(.response, head)
    case .trailed(let fields):
      guard let shown else { return }
      tell(.trailers, [("headers", .pairs(shown.shown(fields)))])
    case .continuing(let exchange):
      tell(exchange.reason)
      tell(exchange.request)
    case .renewing(let need):
      tell(.next, [("reason", .text("need")), ("need", .text(need))])
    case .moved(let progress): tell(progress)
    case .stored: break
    case .ended(let outcome): self.outcome = outcome
    case .finished(let end): tell(end)
    // The event of the next call shows that the pause has ended.
    case .reading, .pausing: break
    }
  }

  private func tell(_ name: EventFormat.Name, _ members: [(key: String, value: BuiltJSON)]) {
    let common: [(key: String, value: BuiltJSON)] = [
      ("apicall_events", BuiltJSON(EventFormat.version)), ("event", .text(name.rawValue)),
      ("time", .text(now().iso8601Milliseconds)),
      ("elapsed_ms", BuiltJSON(milliseconds: elapsed())), ("call", BuiltJSON(call)),
      ("step", BuiltJSON(place?.path.joined(separator: "/"))),
      ("iteration", BuiltJSON(place?.iteration)),
    ]
    var line: [UInt8] = []
    BuiltJSON.map(common + members).withoutNulls.append(to: &line)
    write(TerminalText.escaping(json: line) + [UInt8(ascii: "\n")])
  }

  private func tell(_ name: EventFormat.Name, _ head: ResponseHead) {
    guard var shown else { return }
    shown.learn(head)
    self.shown = shown
    var head = head
    head.headers = shown.fields(of: head)
    head.reason = shown.text(head.reason)
    tell(name, head.jsonMembers)
  }

  private func tell(_ request: OutgoingRequest) {
    guard let shown else { return }
    tell(
      .request,
      [
        ("method", .text(request.method)), ("url", .text(shown.text(request.url.text.masked))),
        ("sent_to", BuiltJSON(mock?.description)),
        ("headers", .pairs(shown.fields(of: request))),
        ("body_bytes", BuiltJSON(request.body?.size)),
      ])
  }

  private func tell(_ reason: FurtherExchange.Reason) {
    var members: [(key: String, value: BuiltJSON)] = [("reason", .text(reason.name))]
    switch reason {
    case .redirect, .challenge, .credentials: break
    case .page(let number): members.append(("page", BuiltJSON(number)))
    case .retry(let pause, let attempt, let attempts):
      members += [
        ("attempt", BuiltJSON(attempt)), ("attempts", BuiltJSON(attempts)),
        ("after_ms", BuiltJSON(milliseconds: pause)),
      ]
    }
    tell(.next, members)
  }

  private func tell(_ progress: ExchangeProgress) {
    let bytes = (progress.sent, progress.received)
    guard bytes != (self.progress.sent, self.progress.received) else { return }
    self.progress = progress
    tell(
      .progress,
      [
        ("sent", BuiltJSON(progress.sent)), ("to_send", BuiltJSON(progress.toSend)),
        ("received", BuiltJSON(progress.received)),
        ("to_receive", BuiltJSON(progress.toReceive)),
      ])
  }

  private func tell(_ end: RunEnd) {
    tell(
      .end,
      [
        ("exit", BuiltJSON(end.exit)), ("exit_name", .text(end.name)),
        ("diagnostics", .list((end.failure?.diagnostics ?? []).map(\.json))),
        ("timings", outcome?.timings.json ?? .null),
        ("sent", BuiltJSON(outcome?.progress.sent)),
        ("received", BuiltJSON(outcome?.progress.received)),
      ])
  }
}
