package import APICallBase
import APICallContracts
import APICallHTTP
package import APICallLanguage
package import APICallModel
package import APICallRequests
package import APICallResponses
import APICallRun
import APICallSafety

/// One call of a run: makes the calls that it needs, sends it, and delivers its response.
///
/// Every call is made here, whether of a file, a step, an iteration or a need.
package enum CallRun {
  /// The destination of a response, and the rules for printing it there.
  package typealias Target = (rules: OutputRules, streams: OutputStreams)

  /// Sends a call that exists already, or creates it from its inputs.
  ///
  /// `opening` opens the destination of the response once the call is created, and may change the
  /// request. `notingUnshown` gets the failure of a call that the pipeline has not shown. `demand`
  /// lists the parts of the response that other calls use, and `poll` decides whether the response
  /// is the last one.
  ///
  /// Returns the used parts of the response; nil if none are used.
  @discardableResult
  package static func perform(
    _ maker: CallMaker, sending made: Call? = nil, at place: StepPlace, in context: RunContext,
    errors: any ByteSink, using demand: ResponseDemand? = nil, polling poll: PollAttempt? = nil,
    inputs: () throws(Failure) -> Scope,
    opening open: (inout Call) throws(Failure) -> Target,
    notingUnshown note: (Failure) -> Void = { _ in }
  ) async throws(Failure) -> ResponseCapture? {
    let attempt = CallAttempt(
      maker, at: place, in: context, errors: errors, using: demand, polling: poll)
    attempt.report(
      .started(RunStart(file: maker.endpoint.file, summary: maker.endpoint.summary)))
    do throws(Failure) {
      let capture: ResponseCapture?
      if let made {
        capture = try await attempt.send(made, in: context, opening: open)
      } else {
        capture = try await attempt.make(with: inputs, in: context, opening: open)
      }
      attempt.report(.finished(RunEnd()))
      return capture
    } catch {
      await attempt.closeState(in: context)
      attempt.report(.finished(RunEnd(error, signal: context.signal())))
      if !attempt.isShown { note(error) }
      throw error
    }
  }
}

/// One call while it is made: its requests, of which a refused one is made again, and its state.
///
/// This is the only place where the pipeline is run.
private final class CallAttempt {
  private let maker: CallMaker
  private let place: StepPlace
  private let errors: any ByteSink
  private let observers: [any RunObserver]
  private let demand: ResponseDemand?
  private let poll: PollAttempt?
  private var state: KeptState?
  /// Whether the pipeline has shown the outcome of the latest request.
  private(set) var isShown = false

  init(
    _ maker: CallMaker, at place: StepPlace, in context: RunContext, errors: any ByteSink,
    using demand: ResponseDemand?, polling poll: PollAttempt?
  ) {
    self.maker = maker
    self.place = place
    self.errors = errors
    self.poll = poll
    observers = context.observers(place, errors)
    let endpoint = maker.endpoint
    self.demand = endpoint.state?.demand(besides: demand, of: endpoint) ?? demand
  }

  func report(_ event: RunEvent) {
    for observer in observers { observer.observe(event) }
  }

  /// Creates the call from its inputs, with the outputs of the calls that it needs, and sends it.
  func make(
    with inputs: () throws(Failure) -> Scope, in context: RunContext,
    opening open: (inout Call) throws(Failure) -> CallRun.Target
  ) async throws(Failure) -> ResponseCapture? {
    let endpoint = maker.endpoint
    if endpoint.needs.isEmpty, endpoint.state == nil {
      return try await send(maker.call(in: inputs()), in: context, opening: open)
    }
    var inputs = try inputs()
    try await openState(for: &inputs, in: context)
    let capture = try await context.needs.sending(
      endpoint, in: inputs, below: place.path,
      context.changed {
        $0.errors = errors
        $0.iteration = place.iteration
      }, observers: observers
    ) { (scope, refusals) throws(Failure) in
      try await send(maker.call(in: scope), in: context, opening: open, telling: refusals)
    }
    if let capture {
      for (name, output) in capture.record.members { inputs[name] = output }
      if let sync = state?.sync, !sync.isComplete { _ = sync.endPart() }
      state?.noteProgress()
      try state?.note(inputs)
    }
    return capture
  }

  func send(
    _ made: Call, in context: RunContext,
    opening open: (inout Call) throws(Failure) -> CallRun.Target,
    telling refusals: RefusalWatch? = nil
  ) async throws(Failure) -> ResponseCapture? {
    var call = poll?.prepared(made) ?? made
    let memory = context.resources.world.memory.map { MemoryBudget.Share(of: $0) }
    defer { memory?.clear() }
    try memory?.take(call.request.body?.heldBytes ?? 0)
    let storing = try OutputStoring(
      of: call, in: context.resources, knowing: context.storeAnswers
    ) { context.report([$0], to: errors) }
    if let state {
      try state.check(call)
      state.origin = ResponseOrigin(of: call, through: [])
    }
    let target = try open(&call)
    isShown = true
    do throws(Failure) {
      return try await Pipeline.run(
        call, at: place, with: maker.requester, in: context.resources, rules: target.rules,
        streams: target.streams, observers: observers, taps: context.taps, using: demand,
        storing: storing, poll: poll?.judge, refusals: refusals,
        tokens: tokens(for: call, in: context), since: state?.sync)
    } catch {
      // A pipeline does not show a response after which the call is made again.
      if refusals?.refusal?.isRepeatable == true { isShown = false }
      throw error
    }
  }

  /// Opens the state that the file keeps, if it keeps any, and gives its values a name.
  private func openState(
    for inputs: inout Scope, in context: RunContext
  ) async throws(Failure) {
    let endpoint = maker.endpoint
    state = try await context.states.open(
      endpoint, in: inputs, at: endpoint.isInline ? place.path.last : nil,
      from: endpoint.state.flatMap { [inputs] _ in maker.address(in: inputs) },
      with: context.resources, telling: { context.report($0, to: errors) })
    guard let state else { return }
    inputs.add(state.record, named: StateDeclaration.name)
    guard place.path == context.placeOfParts else { return state.noteBeginning() }
    guard let checkpoint = context.checkpoint else { return }
    if place.path.isEmpty { context.states.hold(allBut: state) }
    state.sync?.checkpoint = { [unowned state] () throws(Failure) in
      state.noteProgress()
      try await checkpoint()
    }
  }

  /// Ends the state after a failure: what the call has printed of it counts, the rest does not.
  func closeState(in context: RunContext) async {
    guard let state, await !keepPart(of: state, in: context) else { return }
    if context.isRound { state.takeBack() } else { context.states.close(state) }
  }

  /// Keeps which items a failed call has printed, so that the next run or round does not print them
  /// again; false if the state stays as it was.
  private func keepPart(of state: KeptState, in context: RunContext) async -> Bool {
    guard place.path == context.placeOfParts, let sync = state.sync, sync.endPart()
    else { return false }
    state.noteProgress()
    state.isInUse = false
    // The failure of the call says more than another one.
    try? await context.checkpoint?()
    return true
  }

  /// The store of the tokens of the call's auth type, if it signs requests.
  private func tokens(for call: Call, in context: RunContext) -> any TokenStore {
    guard call.authorization?.signer != nil else { return NoTokens() }
    return SessionTokens(for: call, of: maker, with: context.resources, in: context.needs.tokens)
  }
}

extension StateDeclaration {
  /// What is needed of a response, with the outputs that are kept.
  fileprivate func demand(besides demand: ResponseDemand?, of endpoint: EndpointSpec)
    -> ResponseDemand
  {
    var demand = demand ?? ResponseDemand()
    let names = endpoint.outputs.map(\.name)
    for template in values.flatMap(\.from.templates) {
      template.visitReferences { reference, _ in
        guard names.contains(reference.name), !demand.outputs.contains(reference.name) else {
          return
        }
        demand.outputs.append(reference.name)
      }
    }
    return demand
  }
}

extension EndpointSpec {
  /// Whether it is written in a script.
  fileprivate var isInline: Bool { around.source === source }
}
