/// Sends a call and brings its answer to its reader: request, requester, answer, decoder,
/// formatter, output.
package struct Pipeline {
  private let registry: Registry
  private let rules: OutputRules
  private let streams: OutputStreams
  private let observe: ExchangeObserver?

  /// Creates a pipeline.
  ///
  /// - Parameters:
  ///   - registry: the decoders and formatters to choose from.
  ///   - rules: what is printed, and how.
  ///   - streams: where it is printed to.
  ///   - observe: who is told of the exchange while it goes on.
  package init(
    registry: Registry, rules: OutputRules, streams: OutputStreams,
    observe: ExchangeObserver? = nil
  ) {
    self.registry = registry
    self.rules = rules
    self.streams = streams
    self.observe = observe
  }

  /// Sends a call and prints its answer.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - requester: what sends it.
  /// - Throws: a ``Failure`` with the exit status of the first thing that went wrong.
  package func run(_ call: Call, with requester: any Requester) async throws(Failure) {
    if let format = rules.format { try rules.check(registry.formatter(named: format)) }
    observe?(.sending(call))
    let receiver = AnswerReceiver(
      call, registry: registry, rules: rules, streams: streams, observe: observe)
    defer { receiver.close() }
    do {
      try await requester.send(call.sentRequest, to: receiver)
    } catch {
      throw Failure(error, call: call)
    }
    try receiver.finish()
  }
}

/// What goes on between the two sides.
package enum ExchangeEvent: Sendable {
  /// The request of a call is about to be sent.
  case sending(Call)
  /// The head of an answer came.
  case answered(ResponseHead)
}

/// Is told of an exchange while it goes on.
package typealias ExchangeObserver = (ExchangeEvent) -> Void
