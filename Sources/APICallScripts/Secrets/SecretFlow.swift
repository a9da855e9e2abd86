package import APICallBase
import APICallHTTP
package import APICallRun
package import APICallSpec
import YAMLTree

/// Follows stored secrets through files before anything is sent: from where they are put in, through
/// inputs, lets, outputs and needs, to the requests that the files write out.
///
/// What a condition or a response decides is left to the check of each request.
package struct SecretFlow {
  private let resources: CallResources
  private var problems: [Diagnostic] = []
  /// The steps and needs that lead to what is followed, the outermost first.
  private var trail: [Diagnostic.Note] = []

  private init(_ resources: CallResources) { self.resources = resources }

  /// Checks a script that is about to be run, with all that it calls.
  ///
  /// - Parameters:
  ///   - script: the script.
  ///   - inputs: its inputs, with their values.
  ///   - resources: what calls are made with.
  /// - Throws: a ``Failure`` with exit status 77 that holds each secret which would go where it may not.
  static func check(
    _ script: Script, in inputs: Scope, with resources: CallResources
  ) throws(Failure) {
    try check(resources) { flow in
      _ = flow.run(script, FlowNames(inputs, shelf: resources.secrets), nil)
    }
  }

  /// Checks an endpoint that is about to be called, with what it needs.
  package static func check(
    _ endpoint: Endpoint, in inputs: Scope, with resources: CallResources
  ) throws(Failure) {
    try check(resources) { flow in
      _ = flow.call(endpoint, FlowNames(inputs, shelf: resources.secrets), resources.sources.chain)
    }
  }

  private static func check(
    _ resources: CallResources, _ follow: (inout SecretFlow) -> Void
  ) throws(Failure) {
    guard resources.destination.mock == nil, RequestRule.foreseen.holds,
      RequestRule.secretOrigins.holds
    else { return }
    var flow = SecretFlow(resources)
    follow(&flow)
    guard flow.problems.isEmpty else {
      throw Failure(.noPermission, flow.problems.inOrder).withOwnStatus
    }
  }

  // MARK: Calls

  /// Follows a call, and what it needs.
  ///
  /// - Returns: what is true of what it leaves.
  private mutating func call(
    _ endpoint: Endpoint, _ names: FlowNames, _ chain: CallChain?
  ) -> [String: Secrecy] {
    var names = names
    compute(endpoint.lets, &names)
    let inner = endpoint.needs.isEmpty ? chain : CallChain(endpoint, after: chain)
    for need in endpoint.needs {
      trail.append(Diagnostic.Note("needed as '\(need.name)'", at: need.mark))
      names.set(record: need.name, leave(need.callee, given: need.inputs, names, inner))
      trail.removeLast()
    }
    let builder = builder(after: chain)
    let origin = try? builder.director(for: endpoint).host(in: names.known).origin
    let addressed = origin.map { endpoint.addressed(to: $0) } ?? endpoint.boundEndpoint
    var secrecy = Secrecy.open
    addressed.visitTemplates { template, place in
      if place.isOfRequest { secrecy.join(names.secrecy(of: template)) }
    }
    guard isRemote(endpoint) else { return [:] }
    if !endpoint.storedOutputs.isEmpty {
      report(StoreGate(endpoint, after: chain, in: resources).problems(of: endpoint))
    }
    if let auth = addressed.auth, let distrust = builder.distrust(for: auth, of: endpoint) {
      report([auth.refusal(for: distrust)])
    }
    guard let secrets = secrecy.confinement else { return [:] }
    if let origin, !secrets.allows(origin) {
      report(secrets, to: origin, in: addressed, names)
    }
    return parts(
      of: endpoint, after: secrets,
      untrusted: endpoint.distrust(after: chain, in: resources.world))
  }

  /// What is true of the parts of a response to a request with secrets.
  private func parts(
    of endpoint: Endpoint, after secrets: Confinement, untrusted distrust: Distrust?
  ) -> [String: Secrecy] {
    let ofAll = secrets.secrecyOfResponse(untrusted: distrust)
    var parts: [String: Secrecy] = ["body": ofAll, "headers": ofAll, "url": ofAll]
    for output in endpoint.outputs {
      parts[output.name] = ofAll.joined(secrets.secrecy(of: output, untrusted: distrust))
    }
    return parts
  }

  private func isRemote(_ endpoint: Endpoint) -> Bool {
    resources.registry.isRemote(resources.requesterName(for: endpoint))
  }

  /// What makes the calls that files lead to.
  private func builder(after chain: CallChain?) -> CallBuilder {
    var builder = CallBuilder(world: resources.world, destination: resources.destination)
    builder.sources = resources.sources
    builder.sources.chain = chain
    return builder
  }

  private mutating func report(
    _ secrets: Confinement, to origin: Origin, in endpoint: Endpoint, _ names: FlowNames
  ) {
    report(
      SecretRefusal(secrets, to: origin).diagnostics { root in
        endpoint.firstReference { reference, span in
          let confinement = names.secrecy(of: reference, at: span).confinement
          return confinement?.isMade(ofSecret: root.name) == true
        }
      })
  }

  /// Notes what is wrong, with the steps that lead to it.
  private mutating func report(_ found: [Diagnostic]) {
    for var problem in found {
      problem.notes += trail.reversed()
      if !problems.contains(where: {
        $0.mark?.start == problem.mark?.start && $0.message == problem.message
      }) {
        problems.append(problem)
      }
    }
  }

  private mutating func compute(_ lets: [WrittenValue], _ names: inout FlowNames) {
    for declaration in lets {
      names.set(
        declaration.name, names.secrecy(of: declaration.value.templates),
        known: names.binding(of: declaration.value))
    }
  }

  // MARK: Scripts

  /// Follows what a step or a need calls.
  ///
  /// - Returns: what is true of what it leaves.
  private mutating func leave(
    _ callee: Callee, given: [WrittenValue], _ names: FlowNames, _ chain: CallChain?
  ) -> [String: Secrecy] {
    report(
      HandedVariables(to: callee, in: resources.world).refusals(
        of: given.map { ($0, names.writers(of: $0.value.templates)) }
      ) { names.writers(of: $0, at: $1) })
    switch callee {
    case .inline(let endpoint): return call(endpoint, names, chain)
    case .endpoint(let endpoint):
      return call(endpoint, inputs(of: endpoint, given, names, chain), chain)
    case .script(let script):
      return run(script, inputs(of: script.head, given, names, chain), chain)
    }
  }

  /// The names of a called file: its inputs.
  private mutating func inputs(
    of head: Endpoint, _ given: [WrittenValue], _ names: FlowNames, _ chain: CallChain?
  ) -> FlowNames {
    let resolver = InputResolver(head, from: builder(after: chain).sources)
    var inner = FlowNames(Scope(besides: names.known), shelf: resources.secrets)
    for input in head.inputs {
      if let value = given.first(where: { $0.name == input.name })?.value {
        inner.set(
          input.name, names.secrecy(of: value.templates), known: names.binding(of: value))
      } else if input.variable == nil, head.profile == nil, let value = input.defaultValue {
        inner.set(input.name, .open, known: Scope.Binding(value, from: input.provenance(.file)))
      } else {
        inner.set(input.name, input.isSecret ? .masked : .open)
        do throws(InputProblem) {
          let found = try resolver.valueNotGiven(of: input, in: resources.world)
          if let (value, writers) = found, writers == .environment {
            let provenance = input.provenance(writers)
            inner.set(input.name, provenance.secrecy, known: Scope.Binding(value, from: provenance))
          }
        } catch {
          // All else is told when its turn comes.
          if case .unread = error { report([error.diagnostic]) }
        }
      }
    }
    if let source = head.around.source { inner.setOuter(names, of: source) }
    return inner
  }

  /// Follows a script through its steps.
  ///
  /// - Returns: what is true of its outputs.
  private mutating func run(
    _ script: Script, _ names: FlowNames, _ caller: CallChain?
  ) -> [String: Secrecy] {
    let chain = CallChain(script, after: caller)
    var names = names
    compute(script.head.lets, &names)
    for step in script.steps + script.onFailure + script.finally {
      // Whether it is run, a response may decide.
      guard step.condition == nil else {
        names.set(record: step.name, [:])
        continue
      }
      var inner = names
      if let loop = step.loop {
        inner.set(Loop.element, names.secrecy(of: loop.templates))
        inner.set(Loop.index, .open)
      }
      trail.append(Diagnostic.Note("in \(step.title)", at: step.mark))
      names.set(record: step.name, leave(step.callee, given: step.inputs, inner, chain))
      trail.removeLast()
      if let cleanup = step.cleanup?.step {
        inner.set(record: step.name, names.members(of: step.name))
        trail.append(Diagnostic.Note("in \(cleanup.title)", at: cleanup.mark))
        _ = leave(cleanup.callee, given: cleanup.inputs, inner, chain)
        trail.removeLast()
      }
    }
    var outputs: [String: Secrecy] = [:]
    for output in script.outputs {
      outputs[output.name] = names.secrecy(of: output.value.templates)
    }
    return outputs
  }
}
