import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import YAMLTree

/// The plan for the calls of a step or a need: how they get their inputs, and how their responses
/// are used.
final class CallPlan {
  let callee: Callee
  private let given: [WrittenValue]
  /// The names of the steps that lead to it, and its own.
  let place: [String]
  let context: RunContext
  let demand: ResponseDemand
  let asked: OutputRequest
  /// The formatter that the script names; nil if it names none.
  let scriptFormat: WrittenName?
  /// Makes calls; nil if a script is called.
  let maker: CallMaker?
  private let resolver: InputResolver
  /// Keeps environment variables away from the called file if it is not trusted.
  private let handed: HandedVariables

  convenience init(
    _ step: Step, of script: ScriptSpec, below place: [String], isPrinted: Bool, isUsed: Bool,
    in context: RunContext
  ) throws(Failure) {
    let plan = context.printing
    let format = script.format
    var asked = OutputRequest(content: .nothing)
    if isPrinted, step.save == nil {
      let isIteration = step.loop != nil || plan.iteration != nil
      let form = IterationForm(for: plan.format ?? format?.text ?? step.callee.format?.text)
      asked = plan.request(
        for: step.callee, of: script, iteration: isIteration ? plan.iteration ?? form : nil)
    }
    try self.init(
      step, below: place,
      using: (isUsed ? script.demand(for: step.name) : ResponseDemand()).withResults(of: step),
      printing: asked, as: format, in: context)
  }

  convenience init(_ need: Need, below place: [String], in context: RunContext)
    throws(Failure)
  {
    var demand = ResponseDemand()
    demand.outputs = need.callee.outputs.map(\.name)
    if case .fromResponse = need.freshness { demand.parts = [.body] }
    try self.init(
      need.step, below: place, using: demand, printing: OutputRequest(content: .nothing),
      in: context)
  }

  private init(
    _ step: Step, below place: [String], using demand: ResponseDemand,
    printing asked: OutputRequest,
    as format: WrittenName? = nil, in context: RunContext
  ) throws(Failure) {
    callee = step.callee
    given = step.inputs
    self.place = place + [step.name]
    self.context = context
    self.demand = demand
    self.asked = asked
    scriptFormat = format
    let resources = context.resources
    resolver = InputResolver(callee.head, from: resources.sources)
    handed = HandedVariables(to: callee, in: resources.world)
    switch callee {
    case .endpoint(let endpoint), .inline(let endpoint):
      maker = try CallMaker(endpoint, with: resources)
    case .script, .computed: maker = nil
    }
  }

  var isPrinted: Bool { asked.content != .nothing }

  /// Whether responses come from another machine; those of a script do, unless all calls are
  /// responded to on this machine.
  var isRemote: Bool {
    if let maker { return maker.isRemote }
    let resources = context.resources
    return resources.registry.isRemote(resources.requesterName(for: callee.head))
  }

  func address(in inputs: Scope) -> HostAddress? { maker?.address(in: inputs) }

  // MARK: Inputs

  func inputs(from scope: Scope) throws(Failure) -> Scope {
    var scope = scope
    if case .computed = callee { return scope }
    if case .inline(let endpoint) = callee {
      // The destination of its secrets is known only once its request is built.
      scope.secrets = nil
      try checkHanded([], in: scope)
      guard !endpoint.inputs.isEmpty else { return scope }
      // The inputs of the project; names of the script replace them.
      let inputs = try self.inputs(given: given(in: scope), besides: scope)
      for input in endpoint.inputs { scope[input.name] = inputs[input.name] }
      return scope
    }
    // The destination of stored secrets is known only once the request is built.
    scope.secrets = context.resources.secretsOfCall()
    let given = try given(in: scope)
    try checkHanded(given, in: scope)
    var inputs = try inputs(given: given, besides: scope)
    inputs.secrets = scope.secrets
    if !scope.cookieUser.isEmpty { inputs.cookieUser = scope.cookieUser }
    if let source = resolver.endpoint.around.source {
      inputs.outer = OuterScope(scope, of: source)
    }
    return inputs
  }

  private func inputs(given: [GivenInput], besides scope: Scope) throws(Failure) -> Scope {
    try resolver.scope(from: given, besides: scope, in: context.resources.world)
  }

  private func given(in scope: Scope) throws(Failure) -> [GivenInput] {
    var given: [GivenInput] = []
    var problems: [Message] = []
    for input in self.given {
      do throws(TemplateProblem) {
        given.append(GivenInput(input: input, binding: try input.value.binding(in: scope)))
      } catch {
        problems += input.value.problems(in: scope)
      }
    }
    guard problems.isEmpty else {
      throw Failure(.badInput, problems.inOrder)
        .withStatusOfResponses(in: self.given.flatMap(\.value.templates), scope: scope)
    }
    return given
  }

  /// Refuses to pass an environment variable to a called file that is not trusted, except with a
  /// mock server, which is the user's own.
  private func checkHanded(_ given: [GivenInput], in scope: Scope) throws(Failure) {
    guard context.resources.destination.mock == nil else { return }
    let refusals = handed.refusals(
      of: given.map { ($0.input, $0.binding.provenance.writers) }
    ) { reference, span in
      (try? scope.binding(of: reference, at: span))?.provenance.writers ?? []
    }
    if !refusals.isEmpty { throw Failure(.noPermission, refusals) }
  }
}

extension Callee {
  /// The formatter that its file names; nil if it names none.
  var format: WrittenName? {
    switch self {
    case .endpoint(let endpoint), .inline(let endpoint): endpoint.format
    case .script(let script): script.format
    case .computed: nil
    }
  }
}
