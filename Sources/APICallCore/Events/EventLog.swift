import YAMLTree

/// Writes the events of a run as lines of JSON, for programs: apicall-events(5).
///
/// No body is in them, and no secret.
package final class EventLog: RunObserver {
  package let wantsProgress = true

  private let now: @Sendable () -> Timestamp
  private let elapsed: () -> Duration
  private let write: ([UInt8]) -> Void
  private let text = EventText()
  private var shown: ShownFields?
  /// What the last line of progress said.
  private var progress = TransferProgress()
  private var outcome: RunOutcome?

  /// Creates a log.
  ///
  /// - Parameters:
  ///   - now: tells the time.
  ///   - elapsed: tells how long the run has lasted, whatever happens to the clock.
  ///   - write: takes a line with its line break.
  package init(
    now: @escaping @Sendable () -> Timestamp, elapsed: @escaping () -> Duration,
    write: @escaping ([UInt8]) -> Void
  ) {
    self.now = now
    self.elapsed = elapsed
    self.write = write
  }

  package func observe(_ event: RunEvent) {
    switch event {
    case .started(let start):
      tell(.start) { line in
        line.add("apicall", APICall.version)
        line.add("file", start.file)
        line.add("summary", start.summary)
      }
    case .sending(let call):
      let shown = ShownFields(of: call)
      self.shown = shown
      tell(.request) { line in
        line.add("method", call.request.method)
        line.add("url", shown.text(call.request.url.text.masked))
        line.add("sent_to", call.mock?.description)
        line.add(fields: shown.fields(of: call.request))
        line.add("body_octets", call.request.body?.size.map { Int64($0) })
      }
    case .connected(let peer):
      tell(.connection) { line in
        line.add("address", peer.address)
        line.add("port", Int64(peer.port))
      }
    case .interim(let head): tell(.interim, head)
    case .answered(let head): tell(.response, head)
    case .moved(let progress): tell(progress)
    case .ended(let outcome): self.outcome = outcome
    case .finished(let end): tell(end)
    }
  }

  private func tell(_ name: EventFormat.Name, _ add: (inout EventObject) -> Void) {
    var line = EventObject(text)
    line.add("apicall_events", Int64(EventFormat.version))
    line.add("event", name.rawValue)
    line.add("time", now().iso8601Milliseconds)
    line.add("elapsed_ms", milliseconds: elapsed())
    add(&line)
    write(line.ended + [UInt8(ascii: "\n")])
  }

  private func tell(_ name: EventFormat.Name, _ head: ResponseHead) {
    shown?.learn(head)
    tell(name) { line in
      line.add("status", Int64(head.status))
      line.add("reason", head.reason.isEmpty ? nil : shown?.text(head.reason))
      line.add("http_version", head.version)
      line.add(fields: shown?.fields(of: head) ?? [])
    }
  }

  private func tell(_ progress: TransferProgress) {
    let octets = (progress.sent, progress.received)
    guard octets != (self.progress.sent, self.progress.received) else { return }
    self.progress = progress
    tell(.progress) { line in
      line.add("sent", progress.sent)
      line.add("to_send", progress.toSend)
      line.add("received", progress.received)
      line.add("to_receive", progress.toReceive)
    }
  }

  private func tell(_ end: RunEnd) {
    tell(.end) { line in
      line.add("exit", Int64(end.exit))
      line.add("exit_name", end.name)
      line.add("errors", listOf: end.failure?.diagnostics ?? []) { $0.add($1) }
      if let outcome {
        line.add("timings_ms") { $0.add(outcome.timings) }
        line.add("sent", outcome.progress.sent)
        line.add("received", outcome.progress.received)
      }
    }
  }
}

extension EventObject {
  fileprivate mutating func add(fields: [ResponseHead.Field]) {
    add("headers", listOf: fields) { object, field in
      object.add("name", field.name)
      object.add("value", field.value)
    }
  }

  /// Times, each from the beginning of the exchange.
  fileprivate mutating func add(_ timings: Timings) {
    add("name_lookup", milliseconds: timings.nameLookup)
    add("connect", milliseconds: timings.connect)
    add("tls", milliseconds: timings.tls)
    add("first_octet", milliseconds: timings.firstOctet)
    add("total", milliseconds: timings.total)
  }

  /// What a person is told, as data.
  fileprivate mutating func add(_ diagnostic: Diagnostic) {
    add("message", diagnostic.message)
    if let mark = diagnostic.mark { add(mark) }
    add("hint", diagnostic.hint)
    guard !diagnostic.notes.isEmpty else { return }
    add("notes", listOf: diagnostic.notes) { object, note in
      object.add("message", note.message)
      object.add(note.mark)
    }
  }

  private mutating func add(_ mark: Mark) {
    add("file", mark.source.name)
    add("line", Int64(mark.start.line))
    add("column", Int64(mark.start.column))
    add("end_line", Int64(mark.end.line))
    add("end_column", Int64(mark.end.column))
  }
}
