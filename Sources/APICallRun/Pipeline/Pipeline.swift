package import APICallBase
package import APICallContracts
package import APICallModel
package import APICallRequests
package import APICallResponses

/// The stages of a call: request, requester, response, decoder, formatter and output.
package enum Pipeline {
  /// Sends a call and prints its response.
  ///
  /// `refusals` records that the server refuses stored outputs, and `poll` determines whether the
  /// call is made again.
  ///
  /// Returns the parts of the response that are used; nil if none are used and none is stored.
  @discardableResult
  package static func run(
    _ call: Call, at place: StepPlace = StepPlace(path: []), with requester: any RequestSender,
    in resources: CallResources, rules: OutputRules, streams: OutputStreams,
    observers: [any RunObserver] = [], taps: [any ExchangeTap] = [],
    using demand: ResponseDemand? = nil, storing: OutputStoring? = nil, poll: ResponsePoll? = nil,
    refusals: RefusalWatch? = nil, tokens: any TokenStore = NoTokens(), since sync: ListSync? = nil
  ) async throws(Failure) -> ResponseCapture? {
    var envelope: EnvelopePrinter?
    if rules.asked.content == .envelope {
      envelope = try EnvelopePrinter(
        rules, registry: resources.registry, output: streams.output)
    } else if let format = rules.asked.format {
      try rules.check(resources.registry.formatter(named: format))
    }
    for observer in observers { observer.observe(.sending(call)) }
    var capture: ResponseCapture?
    if demand != nil || storing != nil {
      capture = ResponseCapture(demand ?? ResponseDemand(), storing: storing?.names ?? [])
    }
    let receiver = JudgedReceiver(
      call, registry: resources.registry, rules: rules, streams: streams, observers: observers,
      capture: capture, poll: poll)
    sync?.lacksName = { receiver.lacksName }
    var outcome = RunOutcome()
    do throws(Failure) {
      let links = MiddlewareChain.links(
        for: call, in: resources, telling: refusals, keeping: tokens,
        tappedBy: taps.map {
          $0.middleware(for: call, at: place, usingHeaders: capture?.usesHeaders ?? false)
        }, since: sync)
      try receiver.begin()
      do throws(ExchangeError) {
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
        .caused(by: receiver.exchange(after: outcome.cause, at: resources.world.now()))
    }
    outcome.timings = receiver.timings
    outcome.progress = receiver.progress
    // The response is not the last one: the call is made again.
    let isMadeAnew = refusals?.refusal?.isRepeatable == true
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
    return capture
  }
}
