package import APICallBase
package import APICallContracts
package import APICallModel
package import APICallRequests
package import APICallResponses

/// Sends a call and prints its response.
///
/// The stages are request, requester, response, decoder, formatter and output.
package struct Pipeline {
  private let registry: Registry
  private let rules: OutputRules
  private let streams: OutputStreams
  private let world: World
  private let observers: [any RunObserver]
  /// The requests in progress that are not sent twice at a time; nil if they may be.
  package var inFlight: InFlightRequests?
  package var capture: ResponseCapture?
  package var storing: OutputStoring?
  /// Determines whether the call is made again; nil if its response is final in any case.
  package var poll: ResponsePoll?
  /// Records that the server refuses stored outputs; nil if none were used.
  package var refusals: RefusalWatch?
  package var tokens: any TokenStore = NoTokens()
  package var taps: [any ExchangeTap] = []
  package var place = StepPlace(path: [])

  package init(
    registry: Registry, rules: OutputRules, streams: OutputStreams, world: World,
    observers: [any RunObserver] = []
  ) {
    self.registry = registry
    self.world = world
    self.rules = rules
    self.streams = streams
    self.observers = observers
  }

  package func run(_ call: Call, with requester: any Requester) async throws(Failure) {
    var envelope: EnvelopePrinter?
    if rules.asked.content == .envelope {
      envelope = try EnvelopePrinter(rules, registry: registry, output: streams.output)
    } else if let format = rules.asked.format {
      try rules.check(registry.formatter(named: format))
    }
    for observer in observers { observer.observe(.sending(call)) }
    let receiver = JudgedReceiver(
      call, registry: registry, rules: rules, streams: streams, observers: observers)
    receiver.capture = capture
    receiver.poll = poll
    var outcome = RunOutcome()
    do throws(Failure) {
      let links = MiddlewareChain.links(
        for: call, of: registry, in: world, sharing: inFlight, telling: refusals,
        keeping: tokens,
        tappedBy: taps.map {
          $0.middleware(for: call, at: place, usingHeaders: capture?.usesHeaders ?? false)
        })
      do throws(RequestError) {
        if links.isEmpty {
          try await requester.send(call.request, to: receiver)
        } else {
          try await NextSender(through: links[...], to: requester).send(call.request, to: receiver)
        }
      } catch {
        outcome.cause = error
        if error.endsWhole { try receiver.finish() }
        receiver.showUnexpectedPage()
        throw Failure(error, call: receiver.latestCall)
          .counting(receiver.attempts, of: call, error: error)
      }
      try receiver.finish()
      if let capture { try storing?.store(capture, telling: observers) }
    } catch {
      outcome.failure = error.masked(by: receiver.redactor)
    }
    outcome.timings = receiver.timings
    outcome.progress = receiver.progress
    // The response is not the last one: the call is made again.
    let isMadeAnew = refusals?.isRepeatable == true
    do {
      if !isMadeAnew { try envelope?.print(receiver.envelope(of: outcome)) }
    } catch {
      outcome.failure = outcome.failure?.followed(by: error) ?? error
    }
    receiver.close()
    if let file = streams.file {
      if case .again = poll?.verdict, outcome.failure == nil {
        // A later response may be saved instead.
        _ = file.discard(after: Failure(.other, []))
      } else {
        outcome.failure = file.end(after: outcome.failure)
      }
    }
    for observer in observers { observer.observe(.ended(outcome)) }
    if let failure = outcome.failure { throw failure }
  }
}
