import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// Calls what one step of a script calls, as often as is wanted.
final class StepCaller {
  let step: Step
  /// The file that says how it is called.
  let head: Endpoint
  let surroundings: ScriptSurroundings
  /// The formatter that the script names; nil where it names none.
  private let scriptFormat: String?
  /// Whether it is no step, but a call that another one needs.
  private let isNeed: Bool
  private let place: [String]
  private let maker: CallMaker?
  /// Where the answers are saved; nil where they are not.
  private let files: StepFiles?
  /// What kind of thing is called.
  private let kind: Kind
  /// Gives the inputs of what is called their values.
  private let resolver: InputResolver
  /// Keeps variables from what is called, where that is not trusted.
  let handed: HandedVariables
  /// What of the answers is used.
  let demand: AnswerDemand
  /// What of the answers is printed.
  private let asked: OutputRequest
  /// The formatter of what is printed, as the files name it; nil where none does.
  let format: WrittenName?

  private enum Kind {
    case endpoint, inline, script

    init(_ callee: Callee) {
      switch callee {
      case .endpoint: self = .endpoint
      case .inline: self = .inline
      case .script: self = .script
      }
    }
  }

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
    isNeed = false
    head = script.head
    scriptFormat = script.format?.text
    files = StepFiles(of: step, in: script, isCalled: !place.isEmpty)
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
    kind = Kind(step.callee)
    resolver = InputResolver(step.callee.head, from: surroundings.resources.sources)
    handed = HandedVariables(to: step.callee, in: surroundings.resources.world)
    let isRound = step.loop != nil || plan.round != nil
    asked =
      isPrinted && step.save == nil
      ? plan.request(
        for: step.callee, of: script,
        round: isRound ? plan.round ?? RoundForm(for: plan.format ?? format?.text) : nil)
      : OutputRequest(content: .nothing)
  }

  /// Prepares a call that another one needs.
  ///
  /// - Parameters:
  ///   - need: the call, all of whose outputs are used.
  ///   - place: the names of the steps that lead to who needs it.
  ///   - surroundings: what it is made in.
  /// - Throws: a ``Failure`` where the endpoint's requester cannot be had.
  init(_ need: Need, below place: [String], in surroundings: ScriptSurroundings) throws(Failure) {
    step = need.step
    head = need.callee.head
    format = nil
    scriptFormat = nil
    isNeed = true
    files = nil
    self.place = place + [need.name]
    self.surroundings = surroundings
    var demand = AnswerDemand()
    demand.outputs = need.callee.outputs.map(\.name)
    if case .told = need.freshness { demand.parts = [.body] }
    self.demand = demand
    asked = OutputRequest(content: .nothing)
    kind = Kind(need.callee)
    resolver = InputResolver(need.callee.head, from: surroundings.resources.sources)
    handed = HandedVariables(to: need.callee, in: surroundings.resources.world)
    if case .endpoint(let endpoint) = need.callee {
      maker = try CallMaker(endpoint, with: surroundings.resources)
    } else {
      maker = nil
    }
  }

  /// The inputs of what is called, out of the names of who calls it.
  func inputs(from scope: Scope) throws(Failure) -> Scope {
    do throws(Failure) {
      return try givenInputs(from: scope)
    } catch {
      throw noted(error)
    }
  }

  /// A failure with a note of the step in which it happened.
  func noted(_ failure: Failure, in round: Int? = nil) -> Failure {
    isNeed ? failure.noting("needed as '\(step.name)'", at: step.mark) : failure.noting(step, round)
  }

  /// Whether what is called answers from elsewhere; a script does.
  var isRemote: Bool { maker?.isRemote ?? true }

  /// Where the call goes; nil where nobody knows.
  func origin(in inputs: Scope) -> Origin? { maker?.origin(in: inputs) }

  /// Makes a call of inputs that have their values.
  ///
  /// - Parameters:
  ///   - inputs: the inputs of what is called: ``inputs(from:)``.
  ///   - output: where what is printed goes.
  ///   - errors: where the body of an unexpected answer is shown.
  /// - Returns: what of the answer is used.
  /// - Throws: a ``Failure`` that says in which step it failed.
  func call(
    binding inputs: Scope, output: any ByteSink, errors: any ByteSink
  ) async throws(Failure) -> ScopeRecord {
    do throws(Failure) {
      if kind == .script, case .script(let script) = step.callee {
        return try await run(script, nil, binding: inputs, output: output, errors: errors)
      }
      return try await send(in: inputs, nil, output: output, errors: errors, nil)
    } catch {
      throw noted(error)
    }
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
      let path = try files?.path(of: round, in: scope)
      switch kind {
      case .endpoint:
        return try await send(
          in: preparing(round, errors) { () throws(Failure) in try givenInputs(from: scope) },
          round, output: output, errors: errors, poll, savingAs: path)
      case .inline:
        // Where its secrets go is known when its request is.
        var scope = scope
        scope.secrets = nil
        try preparing(round, errors) { () throws(Failure) in try checkHanded([], in: scope) }
        return try await send(
          in: scope, round, output: output, errors: errors, poll, savingAs: path)
      case .script:
        guard case .script(let script) = step.callee else { return ScopeRecord() }
        return try await run(
          script, round, binding: givenInputs(from: scope), output: output, errors: errors)
      }
    } catch {
      throw noted(error, in: round)
    }
  }

  /// Does what comes before a request; where it fails, events and the envelope say so.
  private func preparing<Result>(
    _ round: Int?, _ errors: any ByteSink, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      return try work()
    } catch {
      guard let endpoint = maker?.endpoint else { throw error }
      for observer in surroundings.observers(stepPlace(in: round), errors) {
        observer.observe(.started(RunStart(file: endpoint.file, summary: endpoint.summary)))
        observer.observe(.finished(RunEnd(error)))
      }
      surroundings.envelope?.add(Envelope.octets(of: error), at: stepPlace(in: round))
      throw error
    }
  }

  /// The inputs of what is called.
  private func givenInputs(from scope: Scope) throws(Failure) -> Scope {
    // Where stored secrets go is known when the request is.
    var scope = scope
    scope.secrets = surroundings.resources.secretsOfCall()
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
    try checkHanded(given, in: scope)
    var inputs = try resolver.scope(
      from: given, besides: scope, in: surroundings.resources.world)
    inputs.secrets = scope.secrets
    if let source = resolver.endpoint.around.source {
      inputs.outer = OuterScope(scope, of: source)
    }
    return inputs
  }

  private func send(
    in inputs: Scope, _ round: Int?, output: any ByteSink, errors: any ByteSink,
    _ poll: PollAttempt?, savingAs path: SavePath? = nil
  ) async throws(Failure) -> ScopeRecord {
    guard let maker else { return ScopeRecord() }
    let observers = surroundings.observers(stepPlace(in: round), errors)
    for observer in observers {
      observer.observe(
        .started(RunStart(file: maker.endpoint.file, summary: maker.endpoint.summary)))
    }
    var isMade = false
    func made(_ scope: Scope) throws(Failure) -> Call {
      let call = try maker.call(in: scope)
      isMade = true
      return call
    }
    do throws(Failure) {
      let streams = OutputStreams(output: output, error: errors)
      let record: ScopeRecord
      if maker.endpoint.needs.isEmpty {
        record = try await exchange(
          made(inputs), round, streams, poll, observers, savingAs: path)
      } else {
        var surroundings = surroundings
        surroundings.round = round ?? surroundings.round
        surroundings.errors = errors
        record = try await surroundings.needs.sending(
          maker.endpoint, in: inputs, below: place, surroundings, observers: observers
        ) { (scope, refusals) throws(Failure) in
          try await exchange(
            made(scope), round, streams, poll, observers, savingAs: path,
            telling: refusals)
        }
      }
      for observer in observers { observer.observe(.finished(RunEnd())) }
      return record
    } catch {
      for observer in observers { observer.observe(.finished(RunEnd(error))) }
      if !isMade {
        surroundings.envelope?.add(Envelope.octets(of: error), at: stepPlace(in: round))
      }
      throw error
    }
  }

  /// Sends a call.
  private func exchange(
    _ call: Call, _ round: Int?, _ streams: OutputStreams, _ poll: PollAttempt?,
    _ observers: [any RunObserver], savingAs path: SavePath?, telling refusals: RefusalWatch? = nil
  ) async throws(Failure) -> ScopeRecord {
    guard let maker else { return ScopeRecord() }
    let call = poll?.prepared(call) ?? call
    let told = surroundings.envelope.map { _ in BufferSink() }
    var rules = OutputRules(
      told == nil ? asked : OutputRequest(format: "compact", content: .envelope),
      in: told == nil ? outputSurroundings : OutputSurroundings(isTerminal: false))
    var streams = OutputStreams(output: told ?? streams.output, error: streams.error)
    if let path {
      try checkTrust(of: path)
      let file = try surroundings.save(path)
      rules = OutputRules(.saving(maker.endpoint), in: file.surroundings)
      streams = OutputStreams(file: file, error: streams.error)
    }
    let capture = AnswerCapture(demand)
    let pipeline = Pipeline(
      registry: surroundings.resources.registry, rules: rules, streams: streams,
      world: surroundings.resources.world, observers: observers,
      sharing: surroundings.resources.inFlight, capturing: capture, polling: poll?.judge,
      telling: refusals)
    defer {
      if let told {
        surroundings.envelope?.add(told.octets, at: stepPlace(in: round))
      }
    }
    try await pipeline.run(call, with: maker.requester)
    if let path {
      if case .again? = poll?.judge.verdict { return capture.record }
      let world = surroundings.resources.world
      world.trail.note(
        saved: path.text, from: capture.origin, of: call.endpoint, in: world.files)
    }
    return capture.record
  }

  /// Refuses to write what apicall would read as its own, or into a folder that the user trusts, for a
  /// script that the user does not trust.
  private func checkTrust(of path: SavePath) throws(Failure) {
    guard !path.isFree else { return }
    let world = surroundings.resources.world
    var problem: String?
    if WriteRule.trustedFolder.holds,
      let folder = world.files.canonicalPath(of: FilePath.folder(of: path.text)),
      world.caller.trusts(folder)
    {
      problem = "is in a folder that is trusted"
    } else if WriteRule.specName.holds, let name = path.segments.last?.name, Project.reads(name) {
      problem = "is a file that apicall would read as one of its own"
    }
    guard let problem, let distrust = surroundings.resources.sources.chain?.distrust(in: world)
    else { return }
    throw Failure(
      .noPermission, "'\(path.text)' \(problem), and \(head.file) is not trusted",
      at: step.save?.mark,
      hint: distrust.hint("lets files there write it") + ", or give the whole path as an input")
  }

  /// Which call of the script it is.
  private func stepPlace(in round: Int?) -> StepPlace {
    StepPlace(path: place, round: round ?? surroundings.round)
  }

  /// Where what is printed goes; what rounds hand on goes to no terminal.
  private var outputSurroundings: OutputSurroundings {
    asked.round == nil
      ? surroundings.printing.surroundings : OutputSurroundings(isTerminal: false)
  }

  private func run(
    _ script: Script, _ round: Int?, binding inputs: Scope, output: any ByteSink,
    errors: any ByteSink
  ) async throws(Failure) -> ScopeRecord {
    var surroundings = surroundings
    surroundings.round = round ?? surroundings.round
    surroundings.printing.output = output
    surroundings.printing.round = asked.round
    if asked.round != nil { surroundings.printing.surroundings = outputSurroundings }
    // The file that was run says how it is printed, whatever those that it calls say.
    surroundings.printing.format = surroundings.printing.format ?? scriptFormat
    surroundings.errors = errors
    let run = try ScriptRun(
      script, in: inputs, surroundings, below: place, isPrinted: asked.content != .nothing)
    return try await run.perform()
  }
}

extension Failure {
  /// The failure with a note of where it happened.
  fileprivate func noting(_ words: String, at mark: Mark) -> Failure {
    guard var first = diagnostics.first else { return self }
    first.notes.append(Diagnostic.Note(words, at: mark))
    return Failure(status, [first] + diagnostics.dropFirst())
  }

  /// The failure with a note of the step, and of the round of it, in which it happened.
  func noting(_ step: Step, _ round: Int? = nil) -> Failure {
    let part = round.map { "round \($0) of " } ?? ""
    return noting("in \(part)\(step.title)", at: step.mark)
  }
}
