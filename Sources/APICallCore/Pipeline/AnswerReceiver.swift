/// Receives one answer: judges its status, and sends its body where the output rules say.
package final class AnswerReceiver: ResponseReceiver {
  private let call: Call
  private let registry: Registry
  private let rules: OutputRules
  private let streams: OutputStreams
  private let terminal: TerminalSink?
  private let output: any ByteSink
  private let observers: [any RunObserver]
  private var head: ResponseHead?
  private var route: (any BodyRoute)?
  private var failure: Failure?
  /// The body, where it is held for the envelope.
  private var envelopeBody: EnvelopeBody?
  /// How many octets of the body have come.
  private var count = 0
  /// Whether silences of any length belong to the answer.
  package private(set) var allowsSilence = false
  package let wantsProgress: Bool
  /// Where the time went, once the exchange is over.
  package private(set) var timings = Timings()
  /// How far the exchange has come, as far as anybody wanted to know.
  package private(set) var progress = TransferProgress()

  package init(
    _ call: Call, registry: Registry, rules: OutputRules, streams: OutputStreams,
    observers: [any RunObserver] = []
  ) {
    self.call = call
    self.registry = registry
    self.rules = rules
    self.streams = streams
    self.observers = observers
    wantsProgress = observers.contains { $0.wantsProgress }
    terminal =
      rules.isTerminal ? TerminalSink(streams.output, showsStyles: rules.showsStyles) : nil
    output =
      terminal ?? (rules.showsStyles ? ColourSink(streams.output) : streams.output)
  }

  /// Knows the secrets of the call; made anew each time, for what is hardly ever shown.
  package var redactor: Redactor {
    let redactor = Redactor(call)
    return head.map { redactor.knowing($0, of: call.endpoint) } ?? redactor
  }

  package func receive(_ head: ResponseHead) -> Demand {
    for observer in observers { observer.observe(.answered(head)) }
    let head = streams.file?.judge(head, of: call) ?? head
    self.head = head
    do {
      if let file = streams.file, call.endpoint.expectation.accepts(head.status),
        try file.begin(head, of: call) == .stop
      {
        return .stop
      }
      route = try route(for: head)
      return .more
    } catch {
      failure = error
      return .stop
    }
  }

  package func receive(_ octets: Span<UInt8>) -> Demand {
    count += octets.count
    if let limit = call.endpoint.maxBody, count > limit.octets {
      failure = Failure(tooLarge: limit.octets, call: call)
      // A part of it would be taken for the whole.
      envelopeBody = nil
      return .stop
    }
    do {
      try route?.receive(octets)
      return route?.wantsMore == false ? .stop : .more
    } catch {
      failure = Failure(error, call: call)
      return .stop
    }
  }

  package func pause() -> Demand {
    do {
      try streams.output.flush()
      return .more
    } catch {
      failure = Failure(error, call: call)
      return .stop
    }
  }

  package func note(_ peer: Peer) {
    for observer in observers { observer.observe(.connected(peer)) }
  }

  package func note(interim head: ResponseHead) {
    for observer in observers { observer.observe(.interim(head)) }
  }

  package func note(_ progress: TransferProgress) {
    self.progress = progress
    for observer in observers where observer.wantsProgress { observer.observe(.moved(progress)) }
  }

  package func note(_ timings: Timings) { self.timings = timings }

  /// Ends the answer: prints what was held, and judges.
  ///
  /// - Throws: a ``Failure``: what went wrong with the body, else an unexpected status.
  package func finish() throws(Failure) {
    guard let head else { throw Failure(.protocolError, "there was no answer") }
    if failure == nil {
      do { try route?.finish() } catch { failure = error }
    }
    guard !call.endpoint.expectation.accepts(head.status) else {
      if let failure { throw failure }
      return
    }
    // The status is judged first: an error page that cannot be shown is still an error page.
    var unexpected = Failure.unexpectedStatus(head, of: call)
    if let failure {
      guard failure.status == .decoding else { throw failure }
      unexpected.diagnostics += failure.diagnostics
    }
    throw unexpected
  }

  /// All there is to say of the run.
  func envelope(of outcome: RunOutcome) -> Envelope {
    Envelope(call: call, head: head, body: envelopeBody, outcome: outcome)
  }

  /// Lets out what was printed, however the answer ended, and leaves a terminal at the beginning of
  /// a line.
  package func close() {
    try? terminal?.endLine()
    try? streams.output.flush()
  }

  private func route(for head: ResponseHead) throws(Failure) -> any BodyRoute {
    let isExpected = call.endpoint.expectation.accepts(head.status)
    guard isExpected, case .graphql(let graphql) = call.endpoint.body else {
      return try route(for: head, isExpected: isExpected)
    }
    return GraphQLBody(call, at: graphql.mark) { (isExpected) throws(Failure) in
      try self.route(for: head, isExpected: isExpected)
    }
  }

  private func route(
    for head: ResponseHead, isExpected: Bool
  ) throws(Failure) -> any BodyRoute {
    let mediaType = head.header("Content-Type").flatMap { MediaType($0) }
    var decoder = mediaType.flatMap { registry.decoder(for: $0) }
    if let name = call.endpoint.decode?.text { decoder = try registry.decoder(named: name) }
    allowsSilence = decoder?.isLive ?? false
    let settings = DecodeSettings(mediaType: mediaType, limit: call.endpoint.heldLimit)
    switch rules.plan(isExpected: isExpected, decoder: decoder) {
    case .print(let format, let isDecoded):
      let stop = isExpected ? call.endpoint.stop : nil
      if let stop, let decoder, !isDecoded, decoder.isStream {
        let stage = DecodingStage(decoder, settings, isStrict: true)
        return StoppedOctets(call, decoder: stage, until: stop, output: output)
      }
      let printer = BodyPrinter(
        decoder: isDecoded ? decoder : nil, settings, formatter: try formatter(named: format),
        until: stop, output: output)
      return PrintedBody(call, printer: printer)
    case .selectValues(let path, let format):
      let form: ValueSelector.Form =
        switch format {
        case nil: .plain(try formatter(named: "json"))
        case "raw": .raw
        case let name?: .format(try formatter(named: name))
        }
      let selector = ValueSelector(
        path, as: form, in: AnswerContents(head, readBy: decoder?.name),
        isStream: decoder?.isStream ?? false, limit: settings.limit, output: output)
      let stage = decoder.map { DecodingStage($0, settings, isStrict: true) }
      let printer = BodyPrinter(
        stage, to: selector, until: call.endpoint.stop, limit: settings.limit)
      return PrintedBody(call, printer: printer)
    case .printIfDecodable(let format):
      return DecodableBody(
        call, decoder: decoder, mediaType: mediaType, formatter: try formatter(named: format),
        output: output)
    case .select:
      let printer = SelectionPrinter(
        selections: rules.asked.parts,
        formatter: rules.asked.format == "raw" ? nil : try rules.asked.format.map(formatter),
        output: output)
      return SelectedBody(
        call, head: head, decoder: decoder, mediaType: mediaType, printer: printer)
    case .showOnStandardError:
      return ErrorBody(call, mediaType: mediaType, redactor: redactor, output: streams.error)
    case .envelope:
      let body = EnvelopeBody(
        call, head: head, isExpected: isExpected, decoder: decoder, settings)
      envelopeBody = body
      return body
    }
  }

  private func formatter(named name: String) throws(Failure) -> any OutputFormatter {
    try registry.formatter(named: name).init(rules.settings(limit: call.endpoint.heldLimit))
  }
}

/// Where a run prints to.
package struct OutputStreams {
  package let output: any ByteSink
  package let error: any ByteSink
  /// The file that is the output; nil for standard output.
  package let file: (any OutputFile)?

  package init(output: any ByteSink, error: any ByteSink) {
    self.output = output
    self.error = error
    file = nil
  }

  package init(file: any OutputFile, error: any ByteSink) {
    output = file
    self.error = error
    self.file = file
  }
}
