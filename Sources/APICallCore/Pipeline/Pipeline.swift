/// Sends a call and brings its answer to its reader: request, requester, answer, decoder,
/// formatter, output.
package struct Pipeline {
  private let registry: Registry
  private let rules: OutputRules
  private let streams: OutputStreams
  private let observers: [any RunObserver]

  /// Creates a pipeline.
  ///
  /// - Parameters:
  ///   - registry: the decoders and formatters to choose from.
  ///   - rules: what is printed, and how.
  ///   - streams: where it is printed to.
  ///   - observers: who reads the events of the run.
  package init(
    registry: Registry, rules: OutputRules, streams: OutputStreams,
    observers: [any RunObserver] = []
  ) {
    self.registry = registry
    self.rules = rules
    self.streams = streams
    self.observers = observers
  }

  /// Sends a call and prints its answer.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - requester: what sends it.
  /// - Throws: a ``Failure`` with the exit status of the first thing that went wrong.
  package func run(_ call: Call, with requester: any Requester) async throws(Failure) {
    if let format = rules.asked.format { try rules.check(registry.formatter(named: format)) }
    for observer in observers { observer.observe(.sending(call)) }
    let receiver = AnswerReceiver(
      call, registry: registry, rules: rules, streams: streams, observers: observers)
    var outcome = RunOutcome()
    do {
      try await exchange(call, with: requester, to: receiver)
    } catch {
      outcome.failure = error
    }
    receiver.close()
    outcome.timings = receiver.timings
    outcome.progress = receiver.progress
    for observer in observers { observer.observe(.ended(outcome)) }
    if let failure = outcome.failure { throw failure }
  }

  private func exchange(
    _ call: Call, with requester: any Requester, to receiver: AnswerReceiver
  ) async throws(Failure) {
    do {
      try await requester.send(call.sentRequest, to: receiver)
    } catch {
      throw Failure(error, call: call)
    }
    try receiver.finish()
  }
}
