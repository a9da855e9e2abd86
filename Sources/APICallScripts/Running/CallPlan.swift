import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// What a step calls, or what a call needs: how it gets its inputs, and what becomes of its answers.
final class CallPlan {
  let callee: Callee
  /// What is given to its inputs, in the order of the file.
  private let given: [WrittenValue]
  /// The names of the steps that lead to it, and its own.
  let place: [String]
  let surroundings: RunContext
  /// What of the answers is used.
  let demand: ResponseDemand
  /// What of the answers is printed.
  let asked: OutputRequest
  /// The formatter that the script names; nil where it names none.
  let scriptFormat: String?
  /// Makes calls; nil where a script is called.
  let maker: CallMaker?
  /// Gives the inputs of what is called their values.
  private let resolver: InputResolver
  /// Keeps variables from what is called, where that is not trusted.
  private let handed: HandedVariables

  /// Plans the calls of a step.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - script: its script.
  ///   - place: the names of the steps that lead to the script.
  ///   - isPrinted: whether what it answers is what the script prints.
  ///   - isUsed: whether what it leaves has a name that others may use.
  ///   - surroundings: what the script is run in.
  /// - Throws: a ``Failure`` where the endpoint's requester cannot be had.
  convenience init(
    _ step: Step, of script: Script, below place: [String], isPrinted: Bool, isUsed: Bool,
    in surroundings: RunContext
  ) throws(Failure) {
    let plan = surroundings.printing
    let format = script.format?.text
    var asked = OutputRequest(content: .nothing)
    if isPrinted, step.save == nil {
      let isIteration = step.loop != nil || plan.iteration != nil
      let form = IterationForm(for: plan.format ?? format ?? step.callee.format?.text)
      asked = plan.request(
        for: step.callee, of: script, iteration: isIteration ? plan.iteration ?? form : nil)
    }
    try self.init(
      step, below: place, using: isUsed ? script.demand(for: step.name) : ResponseDemand(),
      printing: asked, as: format, in: surroundings)
  }

  /// Plans a call that another one needs.
  ///
  /// - Parameters:
  ///   - need: the call, all of whose outputs are used.
  ///   - place: the names of the steps that lead to who needs it.
  ///   - surroundings: what it is made in.
  /// - Throws: a ``Failure`` where the endpoint's requester cannot be had.
  convenience init(_ need: Need, below place: [String], in surroundings: RunContext)
    throws(Failure)
  {
    var demand = ResponseDemand()
    demand.outputs = need.callee.outputs.map(\.name)
    if case .told = need.freshness { demand.parts = [.body] }
    try self.init(
      need.step, below: place, using: demand, printing: OutputRequest(content: .nothing),
      in: surroundings)
  }

  private init(
    _ step: Step, below place: [String], using demand: ResponseDemand,
    printing asked: OutputRequest,
    as format: String? = nil, in surroundings: RunContext
  ) throws(Failure) {
    callee = step.callee
    given = step.inputs
    self.place = place + [step.name]
    self.surroundings = surroundings
    self.demand = demand
    self.asked = asked
    scriptFormat = format
    let resources = surroundings.resources
    resolver = InputResolver(callee.head, from: resources.sources)
    handed = HandedVariables(to: callee, in: resources.world)
    switch callee {
    case .endpoint(let endpoint), .inline(let endpoint):
      maker = try CallMaker(endpoint, with: resources)
    case .script: maker = nil
    }
  }

  /// Whether anything of the answers is printed.
  var isPrinted: Bool { asked.content != .nothing }

  /// Whether what is called answers from elsewhere; a script does, unless all calls are answered here.
  var isRemote: Bool {
    if let maker { return maker.isRemote }
    let resources = surroundings.resources
    return resources.registry.isRemote(resources.requesterName(for: callee.head))
  }

  /// Where the call goes; nil where nobody knows.
  func origin(in inputs: Scope) -> Origin? { maker?.origin(in: inputs) }

  // MARK: Inputs

  /// The inputs of what is called, out of the names of who calls it.
  ///
  /// - Throws: a ``Failure`` that holds every violation.
  func inputs(from scope: Scope) throws(Failure) -> Scope {
    var scope = scope
    if case .inline(let endpoint) = callee {
      // Where its secrets go is known when its request is.
      scope.secrets = nil
      try checkHanded([], in: scope)
      guard !endpoint.inputs.isEmpty else { return scope }
      // Those of the project, which the script's own names stand in for.
      let inputs = try self.inputs(given: given(in: scope), besides: scope)
      for input in endpoint.inputs { scope[input.name] = inputs[input.name] }
      return scope
    }
    // Where stored secrets go is known when the request is.
    scope.secrets = surroundings.resources.secretsOfCall()
    let given = try given(in: scope)
    try checkHanded(given, in: scope)
    var inputs = try inputs(given: given, besides: scope)
    inputs.secrets = scope.secrets
    if let source = resolver.endpoint.around.source {
      inputs.outer = OuterScope(scope, of: source)
    }
    return inputs
  }

  private func inputs(given: [GivenInput], besides scope: Scope) throws(Failure) -> Scope {
    try resolver.scope(from: given, besides: scope, in: surroundings.resources.world)
  }

  /// The values that are given to the inputs of what is called.
  private func given(in scope: Scope) throws(Failure) -> [GivenInput] {
    var given: [GivenInput] = []
    var problems: [Diagnostic] = []
    for input in self.given {
      do throws(TemplateProblem) {
        given.append(GivenInput(input: input, binding: try input.value.binding(in: scope)))
      } catch {
        problems += input.value.problems(in: scope)
      }
    }
    guard problems.isEmpty else {
      throw Failure(.badInput, problems.inOrder)
        .blamingResponses(for: self.given.flatMap(\.value.templates), in: scope)
    }
    return given
  }

  /// Refuses to hand on a variable that what is called is not trusted with; a mock server is the user's
  /// own.
  private func checkHanded(_ given: [GivenInput], in scope: Scope) throws(Failure) {
    guard surroundings.resources.destination.mock == nil else { return }
    let refusals = handed.refusals(
      of: given.map { ($0.input, $0.binding.provenance.writers) }
    ) { reference, span in
      (try? scope.binding(of: reference, at: span))?.provenance.writers ?? []
    }
    if !refusals.isEmpty { throw Failure(.noPermission, refusals) }
  }
}

extension Callee {
  /// The formatter of what it prints, as its file names it; nil where it names none.
  var format: WrittenName? {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): endpoint.format
    case .script(let script): script.format
    }
  }
}
