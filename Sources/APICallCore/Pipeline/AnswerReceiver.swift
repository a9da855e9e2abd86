/// Receives one answer: judges its status, and brings its body where the output rules say.
package final class AnswerReceiver: ResponseReceiver {
  /// Where the body goes.
  private enum Route {
    case print(BodyPrinter)
    case hold(BufferSink, then: Purpose)
  }

  /// What a held body is for.
  private enum Purpose {
    case printIfDecodable(format: String)
    case select
    case standardError
  }

  private let call: Call
  private let registry: Registry
  private let rules: OutputRules
  private let streams: OutputStreams
  private let observe: ExchangeObserver?
  private let terminal: TerminalSink?
  private var head: ResponseHead?
  private var route: Route?
  private var failure: Failure?

  package init(
    _ call: Call, registry: Registry, rules: OutputRules, streams: OutputStreams,
    observe: ExchangeObserver? = nil
  ) {
    self.call = call
    self.registry = registry
    self.rules = rules
    self.streams = streams
    self.observe = observe
    terminal = rules.isTerminal ? TerminalSink(streams.output) : nil
  }

  package func receive(_ head: ResponseHead) -> Demand {
    observe?(.answered(head))
    self.head = head
    do {
      route = try route(for: head)
      return .more
    } catch {
      failure = error
      return .stop
    }
  }

  package func receive(_ octets: Span<UInt8>) -> Demand {
    do {
      switch route {
      case .print(let printer): try printer.print(octets)
      case .hold(let buffer, _): try buffer.write(octets)
      case nil: return .stop
      }
      return .more
    } catch {
      failure = Failure(error, call: call)
      return .stop
    }
  }

  /// Ends the answer: prints what was held, and judges.
  ///
  /// - Throws: a ``Failure``: what went wrong with the body, else an unexpected status.
  package func finish() throws(Failure) {
    guard let head else { throw Failure(.protocolError, "there was no answer") }
    if failure == nil {
      do { try end(head) } catch { failure = error }
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

  /// Prints what is still to be printed.
  private func end(_ head: ResponseHead) throws(Failure) {
    do {
      switch route {
      case .print(let printer): try printer.finish()
      case .hold(let buffer, let purpose): try deliver(buffer.octets, purpose, head)
      case nil: break
      }
      try terminal?.finish()
    } catch let error as DeliveryError {
      throw Failure(error, call: call)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.bug, "\(error)")
    }
  }

  private var output: any ByteSink { terminal ?? streams.output }

  private func route(for head: ResponseHead) throws(Failure) -> Route {
    let decoder = decoder(for: head)
    let plan = rules.plan(
      isExpected: call.endpoint.expectation.accepts(head.status),
      isJSON: decoder?.name == "json")
    switch plan {
    case .print(let format, let decoded):
      let formatter = try registry.formatter(named: format)
      return .print(
        BodyPrinter(
          decoder: decoded ? decoder?.init() : nil, formatter: formatter.init(), output: output))
    case .printIfDecodable(let format):
      return .hold(BufferSink(limit: HeldAnswer.limit), then: .printIfDecodable(format: format))
    case .select: return .hold(BufferSink(limit: HeldAnswer.limit), then: .select)
    case .showOnStandardError:
      return .hold(BufferSink(limit: HeldAnswer.limit), then: .standardError)
    }
  }

  private func decoder(for head: ResponseHead) -> (any ResponseDecoder.Type)? {
    head.header("Content-Type").flatMap { MediaType($0) }.flatMap { registry.decoder(for: $0) }
  }

  private func deliver(_ body: [UInt8], _ purpose: Purpose, _ head: ResponseHead) throws {
    switch purpose {
    case .select:
      let answer = try HeldAnswer(Response(head: head, body: body), decoder: decoder(for: head))
      try SelectionPrinter(rules: rules, registry: registry, output: streams.output)
        .print(rules.selections, of: answer, in: call.endpoint)
    case .printIfDecodable(let format):
      let formatter = try registry.formatter(named: format)
      try print(body, with: formatter, decoder: decoder(for: head), to: output)
    case .standardError:
      try ErrorBody.show(body, on: streams.error)
    }
  }

  /// Prints a body in a format if it decodes, else as it came.
  private func print(
    _ body: [UInt8], with formatter: any OutputFormatter.Type,
    decoder: (any ResponseDecoder.Type)?, to output: any ByteSink
  ) throws(DeliveryError) {
    let formatted = BufferSink()
    do {
      let printer = BodyPrinter(
        decoder: decoder?.init(), formatter: formatter.init(), output: formatted)
      if !body.isEmpty { try printer.print(body.span) }
      try printer.finish()
      try output.write(formatted.octets.span)
    } catch .malformed, .unsuitable {
      try output.write(body.span)
    }
    try output.flush()
  }
}

/// Where a run prints to.
package struct OutputStreams {
  package let output: any ByteSink
  package let error: any ByteSink

  package init(output: any ByteSink, error: any ByteSink) {
    self.output = output
    self.error = error
  }
}
