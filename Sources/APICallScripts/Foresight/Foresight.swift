package import APICallBase
import APICallHTTP
package import APICallRun
package import APICallSpec
import YAMLTree

/// Follows values through files before anything is sent: from where they are put in, through inputs,
/// lets, outputs and needs, to the requests that the files write out.
///
/// It finds values that cannot stand where they would go, and stored secrets that would go where they may
/// not. What a response decides is left to the check of each request.
package struct Foresight {
  let resources: CallResources
  /// Whether a run is about to begin, with all its values; else the files alone are looked at.
  let isOfRun: Bool
  private var problems: [(status: ExitStatus, diagnostic: Diagnostic)] = []
  /// The steps and needs that lead to what is followed, the outermost first.
  private var trail: [Diagnostic.Note] = []
  /// The most elements of a loop that are looked at one by one.
  static let mostElements = 100
  /// How many elements are looked at one by one, over all loops; those of loops in loops are many.
  private var budget = 1000
  /// How many scripts call one another down to the one that is followed.
  private var depth = 0
  /// The names of the stored secrets that calls before store.
  var storedNames: Set<String> = []
  /// The names of files that steps save, so that one which is missing may be there in time.
  var savedNames: Set<String> = []
  /// Whether a step saves a file whose name is not known.
  var savesAnywhere = false

  private init(_ resources: CallResources, isOfRun: Bool) {
    self.resources = resources
    self.isOfRun = isOfRun
  }

  /// Checks a script that is about to be run, with all that it calls.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - inputs: its inputs, with their values.
  ///   - resources: what calls are made with.
  /// - Throws: a ``Failure`` that holds each value that cannot stand where it would go (65), and each
  ///   secret that is missing or would go where it may not (77).
  static func check(
    _ script: Script, in inputs: Scope, with resources: CallResources
  ) throws(Failure) {
    var foresight = Foresight(resources, isOfRun: true)
    _ = foresight.run(script, ForeseenNames(inputs, shelf: resources.secrets), nil)
    try foresight.finish()
  }

  /// Checks an endpoint that is about to be called, with what it needs.
  package static func check(
    _ endpoint: Endpoint, in inputs: Scope, with resources: CallResources
  ) throws(Failure) {
    var foresight = Foresight(resources, isOfRun: true)
    _ = foresight.call(
      endpoint, ForeseenNames(inputs, shelf: resources.secrets), resources.sources.chain)
    try foresight.finish()
  }

  /// Checks a file by itself, without values for its inputs: whether values of their types can stand
  /// where they would go.
  ///
  /// - Parameters:
  ///   - runnable: what the file describes.
  ///   - resources: what calls would be made with.
  /// - Throws: a ``Failure`` with exit status 65 that holds each value that cannot stand where it would
  ///   go.
  package static func check(
    _ runnable: Runnable, with resources: CallResources
  ) throws(Failure) {
    var foresight = Foresight(resources, isOfRun: false)
    var names = ForeseenNames(Scope(resources.world), shelf: resources.secrets)
    for input in runnable.head.inputs { names.set(input.name, of: input.type) }
    switch runnable {
    case .endpoint(let endpoint): _ = foresight.call(endpoint, names, nil)
    case .script(let script): _ = foresight.run(script, names, nil)
    }
    try foresight.finish()
  }

  /// Ends with all that was found: with the status that all of it has, else with 65.
  private func finish() throws(Failure) {
    guard let first = problems.first else { return }
    let isOne = problems.allSatisfy { $0.status == first.status }
    throw Failure(isOne ? first.status : .badInput, problems.map(\.diagnostic).inOrder)
  }

  /// Notes what is wrong, with the steps that lead to it.
  mutating func report(_ found: [Diagnostic], _ status: ExitStatus) {
    for var problem in found {
      problem.notes += trail.reversed()
      if !problems.contains(where: {
        $0.diagnostic.mark?.start == problem.mark?.start && $0.diagnostic.message == problem.message
      }) {
        problems.append((status, problem))
      }
    }
  }

  /// Forgets values that would fail a step which may fail; where secrets go is not for a file to allow.
  private mutating func forgive(after count: Int) {
    let found = problems[count...].filter { $0.status == .noPermission }
    problems.replaceSubrange(count..., with: found)
  }

  /// Notes what is wrong where a failure says it.
  mutating func report(_ failure: Failure) {
    let failure = failure.withOwnStatus
    report(failure.diagnostics, failure.status)
  }

  // MARK: Calls

  /// Follows a call, and what it needs.
  ///
  /// - Returns: what is true of what it leaves.
  private mutating func call(
    _ endpoint: Endpoint, _ names: ForeseenNames, _ chain: CallChain?
  ) -> [String: Secrecy] {
    var names = names
    compute(endpoint.lets, &names)
    let inner = endpoint.needs.isEmpty ? chain : CallChain(endpoint, after: chain)
    for need in endpoint.needs {
      trail.append(Diagnostic.Note("needed as '\(need.name)'", at: need.mark))
      names.set(record: need.name, leave(need.callee, given: need.inputs, names, inner))
      trail.removeLast()
    }
    checkRequest(of: endpoint, names, by: builder(after: chain))
    return followSecrets(into: endpoint, names, chain)
  }

  /// What makes the calls that files lead to.
  func builder(after chain: CallChain?) -> CallBuilder {
    var builder = CallBuilder(world: resources.world, destination: resources.destination)
    builder.sources = resources.sources
    builder.sources.chain = chain
    return builder
  }

  /// Follows what a step or a need calls.
  ///
  /// - Returns: what is true of what it leaves.
  private mutating func leave(
    _ callee: Callee, given: [WrittenValue], _ names: ForeseenNames, _ chain: CallChain?
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
    case .script(let script):
      return run(script, inputs(of: script.head, given, names, chain), chain)
    }
  }

  // MARK: Scripts

  /// Follows a script through its steps.
  ///
  /// - Returns: what is true of its outputs.
  private mutating func run(
    _ script: Script, _ names: ForeseenNames, _ caller: CallChain?
  ) -> [String: Secrecy] {
    depth += 1
    defer { depth -= 1 }
    let chain = CallChain(script, after: caller)
    var names = names
    compute(script.head.lets, &names)
    for step in script.steps + script.onFailure + script.finally {
      trail.append(Diagnostic.Note("in \(step.title)", at: step.mark))
      let before = problems.count
      follow(step, of: script, &names, chain)
      if isOfRun, step.mayFail { forgive(after: before) }
      trail.removeLast()
    }
    var outputs: [String: Secrecy] = [:]
    for output in script.outputs {
      outputs[output.name] = names.secrecy(of: output.value.templates)
      check(output.value, names)
    }
    if case .value(let value, _) = script.printing { check(value, names) }
    return outputs
  }

  /// Follows a step: what it calls in each iteration, and what takes it back.
  private mutating func follow(
    _ step: Step, of script: Script, _ names: inout ForeseenNames, _ chain: CallChain
  ) {
    let files = StepFiles(of: step, in: script, isCalled: depth > 1)
    guard let loop = step.loop else {
      let left = follow(step, of: script, in: files, nil, names, chain)
      return names.set(record: step.name, left ?? [:])
    }
    let elements = elements(of: loop, names)
    var inner = names
    inner.set(Loop.element, names.secrecy(of: loop.templates))
    inner.set(Loop.index, .open)
    if case .csv(_, let types) = loop.source {
      inner.set(Loop.element, of: .object)
      inner.hasTextRows = types.isEmpty
    }
    var left: [String: Secrecy]?
    if let elements, budget > 0 {
      let frame = loop.templates.first.flatMap { names.frame(of: $0) } ?? .file
      for (index, value) in elements {
        budget -= 1
        inner.set(
          Loop.element, frame.secrecy, known: Scope.Binding(value, from: frame))
        inner.set(Loop.index, .open, known: Scope.Binding(.number("\(index)")))
        left = follow(step, of: script, in: files, index + 1, inner, chain) ?? left
      }
    } else {
      left = follow(step, of: script, in: files, nil, inner, chain)
    }
    names.set(record: step.name, left ?? [:], lists: step.callee.members)
  }

  /// Follows a step once.
  ///
  /// - Returns: what is true of what it leaves; nil where it is not run, as far as that is known.
  private mutating func follow(
    _ step: Step, of script: Script, in files: StepFiles?, _ iteration: Int?,
    _ names: ForeseenNames, _ chain: CallChain
  ) -> [String: Secrecy]? {
    // Whether it is run, a response may decide.
    guard mayRun(step, of: script, names) else { return nil }
    checkSaving(step, in: files, iteration: iteration, names)
    let left = leave(step.callee, given: step.inputs, names, chain)
    checkPolling(of: step, in: script, names)
    guard let cleanup = step.cleanup?.step else { return left }
    var inner = names
    inner.set(record: step.name, left)
    trail.append(Diagnostic.Note("in \(cleanup.title)", at: cleanup.mark))
    _ = leave(cleanup.callee, given: cleanup.inputs, inner, chain)
    trail.removeLast()
    return left
  }
}

extension Step {
  /// Whether a failure of it, or of one of its iterations, does not end the script at once.
  fileprivate var mayFail: Bool { allowsFailure || loop?.continuesOnError == true }
}
