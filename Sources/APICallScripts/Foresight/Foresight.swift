package import APICallBase
package import APICallLanguage
package import APICallModel
package import APICallRequests
import APICallSafety
import APICallText

/// Follows values through files before anything is sent: from the inputs through lets, outputs and
/// needs to the requests that the files describe.
///
/// It finds values that cannot be used where they would go, and stored secrets that may not be sent
/// there. Whatever depends on a response is left to the check of each request.
package struct Foresight {
  let resources: CallResources
  /// Whether a run is about to begin, with all its values; otherwise only the files are checked.
  let isOfRun: Bool
  var problems = ForeseenProblems()
  static let elementLimit = 1000
  /// The number of elements that may still be checked individually, over all loops.
  private var remainingElements = 5000
  private var depth = 0
  var storedNames: Set<String> = []
  /// How the name of each file that a step saves begins and ends, as far as that is known.
  ///
  /// Such a file need not exist yet.
  var savedNames: [(beginning: String, ending: String)] = []
  var paths = ForeseenPaths()

  /// Checks a script before it is run, with everything that it calls.
  ///
  /// Throws a ``Failure`` with each value that cannot be used where it would go (65), and each
  /// secret that is missing or may not be sent where it would go (77).
  static func check(
    _ script: ScriptSpec, in inputs: Scope, with resources: CallResources
  ) throws(Failure) {
    var foresight = Foresight(resources: resources, isOfRun: true)
    _ = foresight.run(script, ForeseenNames(inputs, store: resources.secrets), nil)
    // The order of the steps and their conditions do not matter: the next run may read the file.
    foresight.problems.add(Failure(.badInput, foresight.paths.faults))
    try foresight.problems.finish()
  }

  package static func check(
    _ endpoint: EndpointSpec, in inputs: Scope, with resources: CallResources,
    after stored: Set<String> = []
  ) throws(Failure) {
    var foresight = Foresight(resources: resources, isOfRun: true)
    foresight.storedNames = stored
    _ = foresight.call(
      endpoint, ForeseenNames(inputs, store: resources.secrets), resources.sources.chain)
    try foresight.problems.finish()
  }

  /// Checks a file without values for its inputs: whether values of their types can be used where
  /// they would go.
  package static func check(
    _ runnable: Runnable, with resources: CallResources
  ) throws(Failure) {
    var foresight = Foresight(resources: resources, isOfRun: false)
    var names = ForeseenNames(Scope(resources.world), store: resources.secrets)
    for input in runnable.head.inputs { names.set(input.name, of: input.type) }
    switch runnable {
    case .endpoint(let endpoint): _ = foresight.call(endpoint, names, nil)
    case .script(let script): _ = foresight.run(script, names, nil)
    }
    try foresight.problems.finish()
  }

  /// Adds values that would be sent where they may not go.
  mutating func refuse(_ found: [Message]) {
    problems.add(Failure(.noPermission, found), isRefusal: true)
  }

  // MARK: Calls

  private mutating func call(
    _ endpoint: EndpointSpec, _ names: ForeseenNames, _ chain: CallChain?
  ) -> [String: Secrecy] {
    var names = names
    if endpoint.state != nil { names.set(record: StateDeclaration.name, [:]) }
    bind(endpoint.lets, &names)
    let inner = endpoint.needs.isEmpty ? chain : CallChain(endpoint, after: chain)
    for need in endpoint.needs {
      problems.enter("needed as '\(need.name)'", at: need.mark)
      let before = problems.count
      names.set(record: need.name, results(of: need.callee, given: need.inputs, names, inner))
      // The session may have its outputs, so that the call is not made.
      if isOfRun, need.freshness != nil { problems.removeErrors(after: before) }
      problems.leave()
    }
    checkRequester(of: endpoint)
    checkRequest(of: endpoint, names, by: builder(after: chain))
    return secrecyOfResults(of: endpoint, names, chain)
  }

  func builder(after chain: CallChain?) -> CallBuilder {
    var builder = CallBuilder(world: resources.world, destination: resources.destination)
    builder.sources = resources.sources
    builder.sources.chain = chain
    return builder
  }

  /// Follows the call of a step or a need.
  ///
  /// Returns the secrecy of its results, by the names of its outputs and of the parts of its
  /// response.
  private mutating func results(
    of callee: Callee, given: [WrittenValue], _ names: ForeseenNames, _ chain: CallChain?
  ) -> [String: Secrecy] {
    checkHanded(to: callee, given, names)
    switch callee {
    case .inline(let endpoint):
      var inner = names
      let own = inputs(of: endpoint, given, names, chain)
      for input in endpoint.inputs { inner.take(input, from: own) }
      return call(endpoint, inner, chain)
    case .endpoint(let endpoint):
      return call(endpoint, inputs(of: endpoint, given, names, chain), chain)
    case .computed(let computation):
      check(computation.value, names)
      return [Computation.result: names.secrecy(of: computation.templates)]
    case .script(let script):
      return run(script, inputs(of: script.head, given, names, chain), chain)
    }
  }

  // MARK: Scripts

  private mutating func run(
    _ script: ScriptSpec, _ names: ForeseenNames, _ caller: CallChain?
  ) -> [String: Secrecy] {
    depth += 1
    defer { depth -= 1 }
    let chain = CallChain(script, after: caller)
    var names = names
    bind(script.head.lets, &names)
    if script.head.state != nil { names.set(record: StateDeclaration.name, [:]) }
    for step in script.allSteps {
      problems.enter("in \(step.title)", at: step.mark)
      let before = problems.count
      follow(step, of: script, &names, chain)
      if isOfRun, step.mayFail { problems.removeErrors(after: before) }
      problems.leave()
    }
    var outputs: [String: Secrecy] = [:]
    for output in script.outputs {
      outputs[output.name] = names.secrecy(of: output.value.templates)
      check(output.value, names)
    }
    if case .value(let value, _) = script.printing { check(value, names) }
    return outputs
  }

  /// Follows a step: its calls in each iteration, and its cleanup.
  private mutating func follow(
    _ step: Step, of script: ScriptSpec, _ names: inout ForeseenNames, _ chain: CallChain
  ) {
    let files = step.save.map { StepFiles(at: $0, of: step, in: script, isCalled: depth > 1) }
    guard let loop = step.loop else {
      let results = follow(step, of: script, in: files, nil, names, chain)
      return names.set(record: step.name, results, like: step.callee.samples)
    }
    for path in loop.paths {
      let files = StepFiles(at: path, of: step, in: script, isCalled: depth > 1)
      checkSaving(path, in: files, iteration: nil, names)
    }
    let rows = elements(of: loop, in: script, names)
    let elements = loop.batch == nil ? rows : nil
    var inner = names
    inner.set(Loop.element, names.secrecy(of: loop.templates))
    inner.set(Loop.index, .open)
    inner.set(Loop.index, of: .integer)
    if case .csv(_, let types) = loop.source {
      inner.set(Loop.element, of: loop.dialect.hasNames ? .object : .array)
      inner.hasTextRows = types.isEmpty
    }
    if loop.batch != nil {
      inner.set(Loop.element, of: .array)
      inner.hasTextRows = false
    }
    var results: [String: Secrecy] = [:]
    var isComplete = false
    if let elements, remainingElements > 0 {
      var known = inner
      for (index, value) in elements.values {
        remainingElements -= 1
        known.set(
          Loop.element, elements.provenance.secrecy,
          known: Scope.Binding(value, from: elements.provenance))
        known.set(Loop.index, .open, known: Scope.Binding(.number("\(index)")))
        results.join(follow(step, of: script, in: files, index + 1, known, chain))
      }
      isComplete = elements.areAll
    }
    // Further elements may name other files, and lead elsewhere.
    if !isComplete {
      results.join(follow(step, of: script, in: files, nil, inner, chain))
    }
    names.set(
      record: step.name, results,
      like: loop.rounds == nil ? step.callee.samplesOfLoop : step.callee.samples)
  }

  /// Follows a step once.
  ///
  /// Returns the secrecy of its results; none if it is known not to run.
  private mutating func follow(
    _ step: Step, of script: ScriptSpec, in files: StepFiles?, _ iteration: Int?,
    _ names: ForeseenNames, _ chain: CallChain
  ) -> [String: Secrecy] {
    let decision = decision(on: step, of: script, names)
    guard decision != .isSkipped else { return [:] }
    let before = problems.count
    var results = results(of: step.callee, given: step.inputs, names, chain)
    checkJudgement(of: step, &results, names)
    checkSaving(step, in: files, iteration: iteration, names)
    checkPolling(of: step, in: script, names)
    if let cleanup = step.cleanup?.step {
      var inner = names
      inner.set(record: step.name, results, like: step.callee.samples)
      problems.enter("in \(cleanup.title)", at: cleanup.mark)
      let decision = self.decision(on: cleanup, of: script, inner)
      let before = problems.count
      if decision != .isSkipped {
        _ = self.results(of: cleanup.callee, given: cleanup.inputs, inner, chain)
      }
      if isOfRun, decision == .isOpen { problems.removeAll(after: before) }
      problems.leave()
    }
    // It may save files and store secrets, but may also never run. In a check, what can never work
    // is an error of the file.
    if isOfRun, decision == .isOpen { problems.removeAll(after: before) }
    return results
  }
}

extension [String: Secrecy] {
  fileprivate mutating func join(_ other: [String: Secrecy]) {
    merge(other) { $0.joined($1) }
  }
}

extension Step {
  /// Whether a failure of it, or of one of its iterations, does not end the script at once.
  fileprivate var mayFail: Bool { allowsFailure || loop?.continuesOnError == true }
}

extension Callee {
  /// Samples of its results whose types are known: those of the parts of a response.
  var samples: [(name: String, value: Value)] {
    switch self {
    case .script, .computed: return []
    case .endpoint, .inline: break
    }
    return [
      (ResponsePart.status.rawValue, .number("200")), (ResponsePart.url.rawValue, .text("x")),
    ]
  }

  /// Samples of its results in a loop: lists, with an item for each iteration.
  fileprivate var samplesOfLoop: [(name: String, value: Value)] {
    guard let list = InputType.array.sample else { return [] }
    return members.map { ($0, list) }
  }
}
