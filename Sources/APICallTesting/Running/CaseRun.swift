import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallScripts

/// One run of a case, in a world of its own: nothing that it does is seen by another case.
struct CaseRun {
  let testCase: TestCase
  let resources: CallResources
  let taps: [any ExchangeTap]
  let log: CallLog?
  let executor: (any TaskExecutor)?

  /// The maximum number of bytes of the output of a case: 16 MiB.
  private static let longestOutput = 16 << 20

  func perform() async -> CaseOutcome {
    let output = BufferSink(limit: Self.longestOutput)
    let errors = BufferSink(limit: Self.longestOutput)
    let record = CallRecord()
    var context = RunContext(
      resources: resources, needs: NeedCaller(OutputStore()), permits: PoolPermits(),
      printing: ScriptOutputPlan(
        format: nil, color: .never, context: OutputContext(isTerminal: false), output: output),
      errors: errors,
      observers: { [log] _, _ in
        [CallObserver(record)] + (log.map { [$0.observer()] } ?? [])
      },
      reporter: { _, _ in })
    context.executor = executor
    context.taps = (log.map { [$0] } ?? []) + taps
    context.announce = { [context] in context.report($0.diagnostics) }
    context.save = { (_) throws(Failure) in UnkeptFile() }
    var outcome = CaseOutcome()
    do throws(Failure) {
      switch testCase.content {
      case .example(let endpoint, let example):
        try await call(endpoint, example, context, output, errors)
      case .script(let script):
        context.resources.world.memory = MemoryBudget()
        let inputs = try script.scope(from: [], with: context.resources)
        context.announce = nil
        _ = try await ScriptExecution(script, in: inputs, context).perform()
      }
    } catch {
      outcome.failure = error
    }
    outcome.output = output.bytes
    outcome.errors = errors.bytes
    outcome.call = record.failed ?? record.call
    outcome.status = record.status
    outcome.log = log
    outcome.redactor = resources.world.trail.redactor(besides: [])
    return outcome
  }

  private func call(
    _ endpoint: EndpointSpec, _ example: Example, _ context: RunContext, _ output: BufferSink,
    _ errors: BufferSink
  ) async throws(Failure) {
    // Its own response comes first, if another example has the same request.
    let endpoint = endpoint.with {
      $0.examples = [example] + $0.examples.filter { $0.name != example.name }
    }
    let maker = try CallMaker(endpoint, with: resources)
    let inputs = try inputs(of: endpoint, as: example)
    if !endpoint.storedNames.isEmpty {
      try Foresight.check(endpoint, in: inputs, with: resources)
    }
    let asked = OutputRequest(of: endpoint, format: nil, parts: [])
    var demand: ResponseDemand?
    if !endpoint.outputs.isEmpty, ![204, 205].contains(example.response.status) {
      // Each one has to lead somewhere in a response that the file itself describes.
      demand = ResponseDemand()
      demand?.outputs = endpoint.outputs.map(\.name)
    }
    try await CallRun.perform(
      maker, at: StepPlace(path: []), in: context, errors: errors, using: demand,
      inputs: { () throws(Failure) in inputs },
      opening: { (_) throws(Failure) in
        (
          OutputRules(asked, in: OutputContext(isTerminal: false)),
          OutputStreams(output: output, error: errors)
        )
      })
  }

  /// The inputs of an example.
  ///
  /// In a case that is sent, secrets come from their variables, if they are set: files hold dummies.
  private func inputs(of endpoint: EndpointSpec, as example: Example) throws(Failure) -> Scope {
    let resolver = InputResolver(endpoint, from: try sources(of: endpoint))
    var scope = try resolver.scope(ofExample: example, in: resources.world)
    guard !resources.destination.isOffline else { return scope }
    do throws(InputProblem) {
      for input in endpoint.inputs where input.isSecret {
        guard let found = try resolver.valueOfVariable(of: input, in: resources.world) else {
          continue
        }
        scope[input.name] = Scope.Binding(found.0, from: input.provenance(found.1))
      }
    } catch {
      throw Failure([error])
    }
    return scope
  }

  private func sources(of endpoint: EndpointSpec) throws(Failure) -> InputSources {
    var sources = resources.sources
    sources.profileInputs += try endpoint.profileInputs()
    return sources
  }
}

/// What the observers of a run have seen.
private final class CallRecord {
  var call: Call?
  /// The last call that failed; cleanups may come after it.
  var failed: Call?
  var status: Int?
}

/// Notes the calls of a run.
private final class CallObserver: RunObserver {
  private let record: CallRecord
  private var call: Call?

  init(_ record: CallRecord) { self.record = record }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call):
      self.call = call
      record.call = call
    case .answered(let head): record.status = head.status
    case .finished(let end) where end.failure != nil: record.failed = call ?? record.failed
    default: break
    }
  }
}

/// A file that takes what a step saves, and keeps nothing: a case changes no files.
private final class UnkeptFile: OutputFile {
  func write(_ bytes: Span<UInt8>) throws(DeliveryError) {}
  func flush() throws(DeliveryError) {}
  func keep() throws(Failure) {}
  func discard(after failure: Failure) -> Failure { failure }
}
