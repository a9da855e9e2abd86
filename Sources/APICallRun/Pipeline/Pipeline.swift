package import APICallBase
package import APICallHTTP
package import APICallSpec

/// Sends a call and brings its response to its reader: request, requester, answer, decoder,
/// formatter, output.
package struct Pipeline {
  private let registry: Registry
  private let rules: OutputRules
  private let streams: OutputStreams
  private let world: World
  private let observers: [any RunObserver]
  /// What is under way and is not to be sent twice at a time; nil if nobody minds.
  package var inFlight: InFlightRequests?
  /// What takes parts of the response for other calls; nil if nobody wants any.
  package var capture: AnswerCapture?
  /// What keeps outputs as stored secrets; nil if none is kept.
  package var storing: OutputStoring?
  /// What tells whether the call is made again; nil if its response is the one, whatever it is like.
  package var poll: AnswerPoll?
  /// What is told where the server does not take what was kept for the call; nil if nothing was.
  package var refusals: RefusalWatch?
  /// Where auth types keep the tokens that they get.
  package var tokens: any TokenStore = NoTokens()

  /// Creates a pipeline.
  ///
  /// - Parameters:
  ///   - registry: the decoders and formatters to choose from.
  ///   - rules: what is printed, and how.
  ///   - streams: where it is printed to.
  ///   - world: what is around the call: the time, digests.
  ///   - observers: who reads the events of the run.
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

  /// Sends a call and prints its response.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - requester: what sends it.
  /// - Throws: a ``Failure`` with the exit status of the first thing that went wrong.
  package func run(_ call: Call, with requester: any Requester) async throws(Failure) {
    var envelope: EnvelopePrinter?
    if rules.asked.content == .envelope {
      envelope = try EnvelopePrinter(rules, registry: registry, output: streams.output)
    } else if let format = rules.asked.format {
      try rules.check(registry.formatter(named: format))
    }
    for observer in observers { observer.observe(.sending(call)) }
    let receiver = AnswerReceiver(
      call, registry: registry, rules: rules, streams: streams, observers: observers)
    receiver.capture = capture
    receiver.poll = poll
    var outcome = RunOutcome()
    do throws(Failure) {
      let links = MiddlewareChain.links(
        for: call, of: registry, in: world, sharing: inFlight, telling: refusals,
        keeping: tokens)
      do throws(RequestError) {
        if links.isEmpty {
          try await requester.send(call.request, to: receiver)
        } else {
          try await NextSender(through: links[...], to: requester).send(call.request, to: receiver)
        }
      } catch {
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
    // The response is not the last one: the call is made anew.
    let isMadeAnew = refusals?.isRepeatable == true
    do {
      if !isMadeAnew { try envelope?.print(receiver.envelope(of: outcome)) }
    } catch {
      outcome.failure = outcome.failure?.followed(by: error) ?? error
    }
    receiver.close()
    if let file = streams.file {
      if case .again = poll?.verdict, outcome.failure == nil {
        // Another answer is saved, if any.
        _ = file.discard(after: Failure(.other, []))
      } else {
        outcome.failure = file.end(after: outcome.failure)
      }
    }
    for observer in observers { observer.observe(.ended(outcome)) }
    if let failure = outcome.failure { throw failure }
  }
}
