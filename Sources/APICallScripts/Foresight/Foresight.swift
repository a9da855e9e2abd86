package import APICallBase
import APICallHTTP
package import APICallRun
package import APICallSpec
import YAMLTree

/// Follows values through files before anything is sent: from the inputs through lets, outputs and
/// needs to the requests that the files describe.
///
/// It finds values that cannot be used where they would go, and stored secrets that may not be sent
/// there. Whatever depends on a response is left to the check of each request.
package struct Foresight {
  let resources: CallResources
  /// Whether a run is about to begin, with all its values; otherwise only the files are checked.
  let isOfRun: Bool
  private var problems: [Problem] = []
  /// The steps and needs that lead to the current call, the outermost first.
  private var trail: [Diagnostic.Note] = []
  /// The most elements of a loop that are checked individually.
  static let mostElements = 100
  /// The number of elements that may still be checked individually, over all loops.
  private var budget = 1000
  /// The nesting depth of the current script.
  private var depth = 0
  /// The names of the secrets that earlier calls store.
  var storedNames: Set<String> = []
  /// The names of files that steps save; such a file need not exist yet.
  var savedNames: Set<String> = []
  /// Whether a step saves a file whose name is not known.
  var savesAnywhere = false

  private struct Problem {
    let status: ExitStatus
    let diagnostic: Diagnostic
    /// Whether a value would be sent where it may not go; a file cannot allow that.
    let isRefusal: Bool
  }

  private init(_ resources: CallResources, isOfRun: Bool) {
    self.resources = resources
    self.isOfRun = isOfRun
  }

  /// Checks a script before it is run, with everything that it calls.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - inputs: its inputs, with their values.
  ///   - resources: the resources of calls.
  /// - Throws: a ``Failure`` with each value that cannot be used where it would go (65), and each
  ///   secret that is missing or may not be sent where it would go (77).
  static func check(
    _ script: Script, in inputs: Scope, with resources: CallResources
  ) throws(Failure) {
    var foresight = Foresight(resources, isOfRun: true)
    _ = foresight.run(script, ForeseenNames(inputs, store: resources.secrets), nil)
    try foresight.finish()
  }

  /// Checks an endpoint before it is called, with the calls that it needs.
  package static func check(
    _ endpoint: Endpoint, in inputs: Scope, with resources: CallResources
  ) throws(Failure) {
    var foresight = Foresight(resources, isOfRun: true)
    _ = foresight.call(
      endpoint, ForeseenNames(inputs, store: resources.secrets), resources.sources.chain)
    try foresight.finish()
  }

  /// Checks a file without values for its inputs: whether values of their types can be used where
  /// they would go.
  ///
  /// - Parameters:
  ///   - runnable: the endpoint or script.
  ///   - resources: the resources of calls.
  /// - Throws: a ``Failure`` with exit status 65 and each value that cannot be used where it would
  ///   go.
  package static func check(
    _ runnable: Runnable, with resources: CallResources
  ) throws(Failure) {
    var foresight = Foresight(resources, isOfRun: false)
    var names = ForeseenNames(Scope(resources.world), store: resources.secrets)
    for input in runnable.head.inputs { names.set(input.name, of: input.type) }
    switch runnable {
    case .endpoint(let endpoint): _ = foresight.call(endpoint, names, nil)
    case .script(let script): _ = foresight.run(script, names, nil)
    }
    try foresight.finish()
  }

  /// Throws all problems found, with their common status, or else with 65.
  private func finish() throws(Failure) {
    guard let first = problems.first else { return }
    let isOne = problems.allSatisfy { $0.status == first.status }
    throw Failure(isOne ? first.status : .badInput, problems.map(\.diagnostic).inOrder)
  }

  /// Adds the problems of a failure, with the steps that lead to them.
  ///
  /// - Parameters:
  ///   - failure: the failure.
  ///   - isRefusal: whether a value would be sent where it may not go.
  mutating func report(_ failure: Failure, isRefusal: Bool = false) {
    let failure = failure.withOwnStatus
    for var diagnostic in failure.diagnostics {
      diagnostic.notes += trail.reversed()
      let isKnown = problems.contains {
        $0.diagnostic.mark?.start == diagnostic.mark?.start
          && $0.diagnostic.message == diagnostic.message
      }
      if !isKnown {
        problems.append(
          Problem(status: failure.status, diagnostic: diagnostic, isRefusal: isRefusal))
      }
    }
  }

  /// Adds values that would be sent where they may not go.
  mutating func refuse(_ found: [Diagnostic]) {
    report(Failure(.noPermission, found), isRefusal: true)
  }

  /// Forgets invalid values and missing secrets of a call that may fail, or that may not be made;
  /// refusals stay.
  private mutating func forgive(after count: Int) {
    problems.replaceSubrange(count..., with: problems[count...].filter(\.isRefusal))
  }

  // MARK: Calls

  /// Follows a call, and the calls that it needs.
  ///
  /// - Returns: the secrecy of its results.
  private mutating func call(
    _ endpoint: Endpoint, _ names: ForeseenNames, _ chain: CallChain?
  ) -> [String: Secrecy] {
    var names = names
    compute(endpoint.lets, &names)
    let inner = endpoint.needs.isEmpty ? chain : CallChain(endpoint, after: chain)
    for need in endpoint.needs {
      trail.append(Diagnostic.Note("needed as '\(need.name)'", at: need.mark))
      let before = problems.count
      names.set(record: need.name, leave(need.callee, given: need.inputs, names, inner))
      // The session may have its outputs, so that the call is not made.
      if isOfRun, need.freshness != nil { forgive(after: before) }
      trail.removeLast()
    }
    checkRequest(of: endpoint, names, by: builder(after: chain))
    return followSecrets(into: endpoint, names, chain)
  }

  /// Creates the builder of calls.
  func builder(after chain: CallChain?) -> CallBuilder {
    var builder = CallBuilder(world: resources.world, destination: resources.destination)
    builder.sources = resources.sources
    builder.sources.chain = chain
    return builder
  }

  /// Follows the call of a step or a need.
  ///
  /// - Returns: the secrecy of its results.
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
  /// - Returns: the secrecy of its outputs.
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

  /// Follows a step: its calls in each iteration, and its cleanup.
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
  /// - Returns: the secrecy of its results; nil if it is known not to run.
  private mutating func follow(
    _ step: Step, of script: Script, in files: StepFiles?, _ iteration: Int?,
    _ names: ForeseenNames, _ chain: CallChain
  ) -> [String: Secrecy]? {
    // A response may decide whether it is run.
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
