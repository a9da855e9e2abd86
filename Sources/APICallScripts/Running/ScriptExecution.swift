package import APICallBase
package import APICallLanguage
package import APICallModel
package import APICallRequests
import APICallResponses
import APICallSafety
import APICallText
import JSONText

/// One run of a script, on the thread of the loop that its calls are sent on.
package final class ScriptExecution {
  let script: ScriptSpec
  let context: RunContext
  let place: [String]
  private let printedStep: String?
  private let isPrinted: Bool
  private let inputs: Scope
  var scope: Scope
  private let cleanups = CleanupList()
  private var failed: Step?
  private let limit: ScriptLimit?
  private var state: KeptState?

  package init(
    _ script: ScriptSpec, in inputs: Scope, _ context: RunContext,
    below place: [String] = [], isPrinted: Bool = true
  ) throws(Failure) {
    self.script = script
    // Called scripts are checked together with it.
    var lock = context.resources.lock
    if place.isEmpty {
      if lock == nil {
        lock = try RunLock.close(over: [.script(script)], with: context.resources)
      }
      try Foresight.check(script, in: inputs, with: context.resources)
    }
    let limit = ScriptLimit(of: script)
    self.limit = limit
    let context = context.changed {
      if let limit { $0.limits.append(limit) }
      $0.resources.lock = lock
      $0.resources.sources.chain = CallChain(script, after: $0.resources.sources.chain)
    }
    self.context = context
    self.place = place
    self.isPrinted = isPrinted
    self.inputs = inputs
    var scope = inputs
    scope.secrets = context.resources.secretsOfCall()
    do {
      try script.head.bindLets(in: &scope)
    } catch {
      throw error.withStatusOfResponses(
        in: script.head.lets.flatMap(\.value.templates), scope: scope)
    }
    self.scope = scope
    printedStep = isPrinted ? script.printedStep : nil
  }

  package func perform() async throws(Failure) -> ScopeRecord {
    let hasEnding = !script.finally.isEmpty || script.steps.contains { $0.cleanup != nil }
    if hasEnding { RunInterruption.countEnding(1) }
    defer { if hasEnding { RunInterruption.countEnding(-1) } }
    var outputs = ScopeRecord()
    var failure: Failure?
    do throws(Failure) {
      outputs = try await context.limited(by: limit) { () throws(Failure) in
        try await self.runSteps()
      }
    } catch {
      // An expression that a signal ended has the status of the values it could not compute.
      let isInterrupted = error.diagnostics.contains { $0.status == .interrupted }
      failure = context.explaining(
        isInterrupted ? Failure(.interrupted, []) : error, in: failed)
    }
    guard cleanups.count > 0 || !script.onFailure.isEmpty || !script.finally.isEmpty else {
      if let failure { throw failure }
      return outputs
    }
    failure = failure.map { announced($0) }
    let ending = ScriptEnding(
      of: script, below: place, in: context.changed { $0.announce = nil }, cleanups: cleanups,
      after: failure)
    if let failed, let failure, !failure.endsRun {
      await ending.runOnFailure(of: failed, failure, in: scope)
    }
    await ending.cleanUp()
    await ending.runFinally(in: scope)
    if let failure = ending.failure { throw failure }
    return outputs
  }

  private func runSteps() async throws(Failure) -> ScopeRecord {
    state = try await context.states.open(
      script.head, in: inputs, with: context.resources, telling: context.report)
    guard let state else { return try await runAllSteps() }
    state.noteBeginning()
    scope.add(state.record, named: StateDeclaration.name)
    do throws(Failure) { return try await runAllSteps() } catch {
      context.states.close(state)
      throw error
    }
  }

  private func runAllSteps() async throws(Failure) -> ScopeRecord {
    for (index, step) in script.steps.enumerated() {
      // A step that only computes does not notice it.
      if Task.isCancelled {
        failed = step
        throw Failure(.interrupted, [])
      }
      try await run(step, number: index + 1)
    }
    // The last step may have been allowed to fail.
    if Task.isCancelled {
      failed = script.steps.last
      throw Failure(.interrupted, [])
    }
    let outputs = try self.outputs()
    try state?.note(scope)
    if isPrinted, case .value(let value, _) = script.printing { try print(value) }
    return outputs
  }

  /// Reports the failure of the script before the calls that follow it.
  ///
  /// Returns the failure, marked as reported.
  private func announced(_ failure: Failure) -> Failure {
    guard !failure.endsRun, let announce = context.announce else { return failure }
    announce(failure)
    return Failure(failure.status, failure.diagnostics.asTold)
  }

  /// The context of a step: a script that it calls reports its failure as this one would.
  private func context(of step: Step) -> RunContext {
    guard case .script = step.callee, let announce = context.announce else {
      return context
    }
    let context = context
    return context.changed {
      guard step.loop == nil, step.poll == nil, step.retry == nil else { return $0.announce = nil }
      $0.announce = { failure in
        let failure = failure.noting(step)
        if step.allowsFailure { context.warn(of: failure) } else { announce(failure) }
      }
    }
  }

  /// The context of the iterations of a step: they share a pace, and are observed for `results`.
  private func context(of loop: Loop, in step: Step, tracing traces: RowTraces?) -> RunContext {
    let context = context(of: step).changed {
      $0.isRound = $0.isRound || loop.rounds != nil
      if passesItems(of: step) { $0.placeOfParts = [step.name] }
      guard loop.parallel > 1 || loop.toldLimit != nil else { return }
      $0.resources.pace = RequestPace(loop.toldLimit)
    }
    return traces?.observing(context) ?? context
  }

  /// Whether the items of a step are printed as they arrive, round after round, and nothing follows.
  private func passesItems(of step: Step) -> Bool {
    place.isEmpty && step.loop?.rounds != nil && script.steps.last?.name == step.name
      && step.name == printedStep && step.passesItemsOn && step.callee.head.state?.since != nil
  }

  private func run(_ step: Step, number: Int) async throws(Failure) {
    var caller: StepCaller?
    do throws(Failure) {
      let keepsRows = step.loop.map { !$0.paths.isEmpty || $0.keepsResults } ?? false
      let traces = keepsRows ? RowTraces() : nil
      let new = try StepCaller(
        step, of: script, below: place, isPrinted: step.name == printedStep,
        in: step.loop.map { context(of: $0, in: step, tracing: traces) } ?? context(of: step))
      caller = new
      let record = try await record(of: step, number: number, by: new, tracing: traces)?
        .counted(in: context.resources.world.memory)
      scope.add(record ?? .empty(of: step.callee), named: step.name)
      if step.loop?.rounds != nil, let state {
        scope.add(state.record, named: StateDeclaration.name)
      }
    } catch {
      failed = step
      guard step.allowsFailure, !error.endsRun else { throw error }
      failed = nil
      context.warn(of: error)
      let record = ScopeRecord.empty(of: step.callee, from: Provenance(.response))
      scope.add(record.joining(caller?.secrecyOfFailures ?? .open), named: step.name)
    }
  }

  /// Runs a step, or all of its iterations; nil if it is skipped.
  private func record(
    of step: Step, number: Int, by caller: StepCaller, tracing traces: RowTraces?
  ) async throws(Failure) -> ScopeRecord? {
    let stepPlace = StepPlace(path: place + [step.name])
    var start = StepStart(number: number, of: script.steps.count)
    guard let loop = step.loop else {
      context.tell?(.step(start), stepPlace)
      return try await caller.perform(
        in: scope,
        to: OutputStreams(output: context.printing.output, error: context.errors),
        cleanups: cleanups)
    }
    let cleanups = cleanups
    let printer: IterationsPrinter?
    let iterations: LoopRun
    do throws(Failure) {
      printer =
        caller.plan.isPrinted
        ? try IterationsPrinter(caller.format, in: context)
        : nil
      iterations = try LoopRun(
        loop, of: step, in: script, demand: script.demand(for: step.name), scope: scope, context,
        printer: printer, tracing: traces, keeping: state, at: stepPlace,
        passingItems: passesItems(of: step)
      ) { (scope, iteration) throws(Failure) in
        try await caller.perform(
          in: scope, iteration: iteration.number,
          to: OutputStreams(output: iteration.output, error: iteration.errors), cleanups: cleanups)
      }
    } catch {
      throw error.noting(step)
    }
    iterations.secrecyOfFailures = { caller.secrecyOfFailures }
    if let tell = context.tell {
      start.iterations = iterations.known
      tell(.step(start), stepPlace)
    }
    do throws(Failure) {
      return try await iterations.perform()
    } catch {
      // The iterations that did not fail have results.
      guard step.allowsFailure, iterations.isComplete else { throw error }
      context.warn(of: error)
      return try iterations.record().joining(caller.secrecyOfFailures)
    }
  }

  private func outputs() throws(Failure) -> ScopeRecord {
    var record = ScopeRecord()
    var problems: [Message] = []
    for output in script.outputs {
      do throws(TemplateProblem) {
        record[output.name] = try output.value.binding(in: scope)
      } catch {
        problems += output.value.problems(in: scope)
      }
    }
    guard problems.isEmpty else { throw Failure(.decoding, problems) }
    return record
  }

  private func print(_ payload: Payload) throws(Failure) {
    let plan = context.printing
    let binding: Scope.Binding
    do throws(TemplateProblem) {
      binding = try payload.binding(in: scope)
    } catch {
      throw Failure(.decoding, payload.problems(in: scope))
    }
    guard let value = binding.value else { return }
    try context.print(
      value, as: script.format, iteration: plan.iteration, to: plan.output)
  }
}

extension ScriptSpec {
  /// The name of the step whose response is printed as it arrives; nil for none.
  var printedStep: String? {
    switch printing {
    case .last: steps.last { !$0.isCheck }?.name
    case .step(let name): name.text
    case .value, .nothing: nil
    }
  }

  /// The formatter of the call that is printed, if the script itself names none; nil for none.
  package var formatOfPrintedStep: WrittenName? {
    let step = steps.first { $0.name == printedStep && $0.save == nil }
    return step?.callee.format
  }
}

extension ScopeRecord {
  /// The results of a call that was not made, or failed.
  ///
  /// Returns null for each value.
  static func empty(of callee: Callee, from provenance: Provenance = .file) -> ScopeRecord {
    var record = ScopeRecord()
    record.hasResults = false
    for name in callee.members { record[name] = Scope.Binding(.null, from: provenance) }
    return record
  }
}

extension ScriptSpec {
  package func scope(
    from assignments: [InputResolver.Assignment], with resources: CallResources
  ) throws(Failure) -> Scope {
    var sources = resources.sources
    sources.profileInputs += try head.profileInputs()
    return try InputResolver(head, from: sources)
      .scope(from: assignments, in: resources.world)
  }
}
