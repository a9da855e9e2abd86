import YAMLTree

/// Calls what one step of a script calls, as often as is wanted.
final class StepCaller {
  let step: Step
  let script: Script
  let surroundings: ScriptSurroundings
  private let place: [String]
  private let maker: CallMaker?
  /// What of the answers is used.
  let demand: AnswerDemand
  /// What of the answers is printed.
  private let asked: OutputRequest
  /// The formatter of what is printed, as the files name it; nil where none does.
  let format: Endpoint.Name?

  /// Prepares the calls of a step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - script: its script.
  ///   - place: the names of the steps that lead to the script.
  ///   - isPrinted: whether what it answers is what the script prints.
  ///   - isUsed: whether what it leaves has a name that others may use.
  ///   - surroundings: what the script is run in.
  /// - Throws: a ``Failure`` where the endpoint's requester cannot be had.
  init(
    _ step: Step, of script: Script, below place: [String], isPrinted: Bool, isUsed: Bool = true,
    in surroundings: ScriptSurroundings
  ) throws(Failure) {
    self.step = step
    self.script = script
    self.place = place + [step.name]
    self.surroundings = surroundings
    demand = isUsed ? script.demand(for: step.name) : AnswerDemand()
    let plan = surroundings.printing
    switch step.callee {
    case .endpoint(let endpoint), .inline(let endpoint):
      format = script.format ?? endpoint.format
      maker = try CallMaker(endpoint, with: surroundings.resources)
    case .script(let callee):
      format = script.format ?? callee.format
      maker = nil
    }
    let isRound = step.loop != nil || plan.round != nil
    asked =
      isPrinted
      ? plan.request(
        for: step.callee, of: script,
        round: isRound ? plan.round ?? RoundForm(for: plan.format ?? format?.text) : nil)
      : OutputRequest(content: .nothing)
  }

  /// Whether anything of the answers is printed.
  var isPrinted: Bool { asked.content != .nothing }

  /// Makes one call.
  ///
  /// - Parameters:
  ///   - scope: the script's names, with their values.
  ///   - round: the round of the loop that it is made for, counted from 1; nil where there is none.
  ///   - output: where what is printed goes.
  ///   - errors: where the body of an unexpected answer is shown.
  ///   - poll: what tells whether the answer is the last one; nil where it is, whatever it is like.
  /// - Returns: what of the answer is used.
  /// - Throws: a ``Failure`` that says in which step it failed.
  func call(
    in scope: Scope, round: Int? = nil, output: any ByteSink, errors: any ByteSink,
    polling poll: PollAttempt? = nil
  ) async throws(Failure) -> ScopeRecord {
    do throws(Failure) {
      switch step.callee {
      case .endpoint(let endpoint):
        return try await send(
          in: inputs(of: endpoint, from: scope), round, output: output, errors: errors, poll)
      case .inline:
        return try await send(in: scope, round, output: output, errors: errors, poll)
      case .script(let script):
        return try await run(script, in: scope, output: output, errors: errors)
      }
    } catch {
      throw error.noting(step, round)
    }
  }

  /// The inputs of what is called.
  private func inputs(of head: Endpoint, from scope: Scope) throws(Failure) -> Scope {
    // Where stored secrets go is known when the request is.
    var scope = scope
    let shelf =
      surroundings.resources.destination.mock == nil ? surroundings.resources.secrets : nil
    scope.secrets = CallSecrets(from: shelf)
    var given: [GivenInput] = []
    var problems: [Diagnostic] = []
    for input in step.inputs {
      do throws(TemplateProblem) {
        given.append(GivenInput(input: input, binding: try input.value.binding(in: scope)))
      } catch {
        problems += input.value.problems(in: scope)
      }
    }
    guard problems.isEmpty else { throw Failure(.badInput, problems.inOrder).withOwnStatus }
    var inputs = try InputResolver(head, from: surroundings.resources.sources)
      .scope(from: given, in: surroundings.resources.world)
    inputs.secrets = scope.secrets
    if let source = head.around.source { inputs.outer = OuterScope(scope, of: source) }
    return inputs
  }

  private func send(
    in inputs: Scope, _ round: Int?, output: any ByteSink, errors: any ByteSink,
    _ poll: PollAttempt?
  ) async throws(Failure) -> ScopeRecord {
    guard let maker else { return ScopeRecord() }
    let observers = surroundings.observers(StepPlace(path: place, round: round), errors)
    for observer in observers {
      observer.observe(
        .started(RunStart(file: maker.endpoint.file, summary: maker.endpoint.summary)))
    }
    do throws(Failure) {
      var call = try maker.call(in: inputs)
      poll?.prepare(&call)
      var pipeline = Pipeline(
        registry: surroundings.resources.registry,
        rules: OutputRules(asked, in: outputSurroundings),
        streams: OutputStreams(output: output, error: errors), world: surroundings.resources.world,
        observers: observers)
      pipeline.inFlight = surroundings.resources.inFlight
      pipeline.poll = poll?.judge
      let capture = AnswerCapture(demand)
      pipeline.capture = capture
      try await pipeline.run(call, with: maker.requester)
      for observer in observers { observer.observe(.finished(RunEnd())) }
      return capture.record
    } catch {
      for observer in observers { observer.observe(.finished(RunEnd(error))) }
      throw error
    }
  }

  /// Where what is printed goes; what rounds hand on goes to no terminal.
  private var outputSurroundings: OutputSurroundings {
    asked.round == nil
      ? surroundings.printing.surroundings : OutputSurroundings(isTerminal: false)
  }

  private func run(
    _ script: Script, in scope: Scope, output: any ByteSink, errors: any ByteSink
  ) async throws(Failure) -> ScopeRecord {
    let inputs = try inputs(of: script.head, from: scope)
    var surroundings = surroundings
    surroundings.printing.output = output
    surroundings.printing.round = asked.round
    if asked.round != nil { surroundings.printing.surroundings = outputSurroundings }
    // The file that was run says how it is printed, whatever those that it calls say.
    surroundings.printing.format = surroundings.printing.format ?? self.script.format?.text
    surroundings.errors = errors
    let run = try ScriptRun(
      script, in: inputs, surroundings, below: place, isPrinted: asked.content != .nothing)
    return try await run.perform()
  }
}

extension ScriptOutputPlan {
  /// What is asked for of what a script calls and prints.
  ///
  /// - Parameters:
  ///   - callee: what is called.
  ///   - script: the script.
  ///   - round: what a round of a loop hands on; nil where it is none.
  /// - Returns: what to print of it.
  func request(for callee: Callee, of script: Script, round: RoundForm?) -> OutputRequest {
    var request: OutputRequest
    switch callee {
    case .endpoint(let endpoint), .inline(let endpoint):
      request = OutputRequest(of: endpoint, format: format ?? script.format?.text, parts: [])
    case .script: request = OutputRequest()
    }
    request.color = color
    request.round = round
    if round != nil { request.format = nil }
    return request
  }
}

extension Failure {
  /// The failure with a note of the step, and of the round of it, in which it happened.
  func noting(_ step: Step, _ round: Int? = nil) -> Failure {
    guard var first = diagnostics.first else { return self }
    let part = round.map { "round \($0) of " } ?? ""
    first.notes.append(Diagnostic.Note("in \(part)\(step.title)", at: step.mark))
    return Failure(status, [first] + diagnostics.dropFirst())
  }
}
