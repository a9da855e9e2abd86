package import APICallBase
package import APICallContracts
import APICallHTTP
import APICallLanguage
package import APICallModel
package import APICallRequests
package import APICallResponses
package import APICallRun

/// Asks before each exchange of a run whether it may be sent: at the rate that all workers share,
/// and only as long as no other attempt has taken over the rows.
package struct RowTap: ExchangeTap {
  let run: RowRun?
  let rate: (any SharedRate)?
  private let limit: ToldLimit?
  private let world: World

  /// `limit` names the fields in which the server tells what it still allows.
  package init(
    _ run: RowRun?, rate: (any SharedRate)?, _ limit: ToldLimit? = nil, in world: World
  ) {
    self.run = run
    self.rate = rate
    self.limit = limit
    self.world = world
  }

  package func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any ExchangeMiddleware {
    RowGate(
      run: run, rate: rate, limit: limit, world: world, number: World.iterations.first,
      mayTakeEffect: run.map { $0.isOfRow(place) && !call.mayBeRepeated(by: $0) } ?? false)
  }
}

extension Call {
  /// Whether it may be sent again: its method is idempotent (RFC 9110, section 9.2.2), the server
  /// recognises the repetition, or the file allows it.
  fileprivate func mayBeRepeated(by run: RowRun) -> Bool {
    request.isIdempotent || endpoint.retry?.allowsUnsafe == true
      || RetryRule.isRepeatable(request) && endpoint.hasLastingKey(of: run.lastingNames)
  }
}

extension EndpointSpec {
  /// Whether its Idempotency-Key is made of the row, and so the same in a later attempt.
  fileprivate func hasLastingKey(of names: Set<String>) -> Bool {
    let key = RetryRule.keyField.lowercased()
    let templates = headers.filter { $0.name.lowercased() == key }.flatMap(\.values)
    return templates.contains { !$0.placeholders.isEmpty } && templates.areLasting(of: names)
  }
}

extension [Template] {
  /// Whether all are made of some names, without a function that has another value each time.
  fileprivate func areLasting(of names: Set<String>) -> Bool {
    flatMap(\.placeholders).allSatisfy { placeholder in
      var isLasting = !placeholder.isVolatile
      placeholder.visitReferences { reference, _ in
        if !names.contains(reference.name) { isLasting = false }
      }
      return isLasting
    }
  }
}

extension Step {
  /// The names that its call may use whose values are the same in a later attempt.
  ///
  /// They are those of the row, and of inputs; for the calls of a script, no names are known.
  package func lastingNames(in script: ScriptSpec) -> Set<String> {
    let names = Set(Loop.names + script.head.inputs.map(\.name))
    switch callee {
    case .inline: return names
    case .endpoint(let endpoint):
      let passing = inputs.filter { !$0.value.templates.areLasting(of: names) }.map(\.name)
      return Set(endpoint.inputs.map(\.name)).subtracting(passing)
    case .script, .computed: return []
    }
  }
}

/// The gate before the exchanges of one call.
private struct RowGate: ExchangeMiddleware {
  let run: RowRun?
  let rate: (any SharedRate)?
  let limit: ToldLimit?
  let world: World
  /// The number of the iteration; nil outside the loop.
  let number: Int?
  let mayTakeEffect: Bool

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    if let rate {
      do throws(CancellationError) { try await rate.turn() } catch { throw .cancelled }
      if let fault = rate.fault {
        guard let run else { throw .ofRun(UnmadeValue(fault)) }
        run.end(with: fault)
      }
    }
    // The order matters: an attempt that takes over renames the journal and then reads it.
    if let number, mayTakeEffect { run?.begin(number) }
    guard run?.maySend() != false else { throw .cancelled }
    guard let rate else { return try await next.send(request, to: receiver) }
    try await next.send(request, to: RateReceiver(to: receiver, of: self, rate))
  }
}

/// Tells the shared rate of responses that ask for a pause.
private final class RateReceiver: PassingReceiver {
  let receiver: any ExchangeReceiver
  private let gate: RowGate
  private let rate: any SharedRate

  init(to receiver: any ExchangeReceiver, of gate: RowGate, _ rate: any SharedRate) {
    self.receiver = receiver
    self.gate = gate
    self.rate = rate
  }

  func receive(_ head: ResponseHead) -> Demand {
    rate.note(
      head,
      gate.limit?.told(by: head, gate.world.now()).map {
        RemainingRequests($0.remaining, until: $0.reset)
      })
    return receiver.receive(head)
  }

  func receive(_ bytes: Span<UInt8>) -> Demand { receiver.receive(bytes) }
}
