import APICallBase
import APICallCurl
import APICallHTTP
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem

/// What is about to be done: the call that the file and the command line ask for, and what of its
/// answer is to be printed.
struct Errand {
  let endpoint: Endpoint
  /// The call; nil where others have to be made first.
  let call: Call?
  let asked: OutputRequest
  private let maker: CallMaker
  /// The inputs of a call that others have to be made for first.
  private let inputs: Scope

  /// Makes the call; nothing is sent.
  ///
  /// - Parameters:
  ///   - endpoint: the file.
  ///   - inputs: what is given to it.
  ///   - settings: the command line.
  ///   - workbench: what calls are made with.
  /// - Throws: a ``Failure`` that says what is wrong with the inputs or an option.
  init(
    _ endpoint: Endpoint, _ inputs: [InputResolver.Assignment], _ settings: RunSettings,
    _ workbench: Workbench
  ) throws(Failure) {
    asked = try settings.output.request(for: endpoint)
    self.endpoint = endpoint
    maker = try CallMaker(endpoint, with: workbench.resources(for: settings))
    let name = maker.requesterName
    if let format = asked.format {
      let entry = try workbench.registry.formatter(named: format)
      // What is wrong with its options is told before anything is sent.
      _ = try workbench.registry.values(
        of: entry.options, for: format, .formatter, given: endpoint.format)
    }
    if !settings.assignments.isEmpty {
      try workbench.registry.checkAssignments(
        among: [
          name, asked.format, endpoint.decode?.text, endpoint.auth?.type?.text,
        ].compactMap { $0 })
    }
    if endpoint.needs.isEmpty {
      call = try maker.call(with: inputs)
      self.inputs = Scope()
    } else {
      call = nil
      self.inputs = try maker.inputs(from: inputs)
    }
    if name != CurlRequester.name, let option = settings.connectionOptions.first {
      StandardStreams.report(
        "apicall: warning: \(option) has no effect on the requester '\(name)'\n")
    }
    if settings.output.saving?.continues == true, let call { try Continuation.check(call) }
  }

  /// What `-v` says of the call before it is sent; lines for standard error.
  var notes: String {
    call.map { WithheldFields(of: $0).note + ClearTextNote.text(of: $0) } ?? ""
  }

  /// Makes the calls that are needed for this one, and then the call.
  private func sendWithNeeds(
    _ settings: RunSettings, _ workbench: Workbench, output: any ByteSink, errors: any ByteSink,
    observers: [any RunObserver],
    ofNeeded needed: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) async throws(Failure) {
    let surroundings = workbench.surroundings(
      for: settings,
      printing: ScriptOutputPlan(
        format: nil, color: settings.output.color, surroundings: .here, output: BufferSink()),
      errors: errors, observers: needed)
    try await workbench.needs.sending(
      endpoint, in: inputs, below: [], surroundings, observers: observers
    ) { (scope, refusals) throws(Failure) in
      let call = try maker.call(in: scope)
      if settings.output.saving?.continues == true { try Continuation.check(call) }
      try await send(
        call, settings, workbench, output: output, errors: errors, observers: observers,
        telling: refusals)
    }
  }

  /// Sends the call and prints its answer.
  ///
  /// - Parameters:
  ///   - settings: the command line.
  ///   - workbench: what calls are made with.
  ///   - output: standard output.
  ///   - errors: standard error.
  ///   - observers: who reads the events of the call.
  ///   - needed: calls together those who read the events of a call that it needs.
  /// - Throws: a ``Failure`` with the exit status of the first thing that went wrong.
  func run(
    _ settings: RunSettings, _ workbench: Workbench, output: any ByteSink, errors: any ByteSink,
    observers: [any RunObserver],
    ofNeeded needed: @escaping (StepPlace, any ByteSink) -> [any RunObserver]
  ) async throws(Failure) {
    guard let call else {
      return try await sendWithNeeds(
        settings, workbench, output: output, errors: errors, observers: observers,
        ofNeeded: needed)
    }
    try await send(
      call, settings, workbench, output: output, errors: errors, observers: observers)
  }

  private func send(
    _ call: Call, _ settings: RunSettings, _ workbench: Workbench, output: any ByteSink,
    errors: any ByteSink, observers: [any RunObserver], telling refusals: RefusalWatch? = nil
  ) async throws(Failure) {
    var call = call
    var rules = OutputRules(asked, in: .here)
    var streams = OutputStreams(output: output, error: errors)
    if let saving = settings.output.saving {
      let file = try saving.open(for: &call, in: workbench.world)
      rules = OutputRules(asked, in: file.surroundings)
      streams = OutputStreams(file: file, error: errors)
    }
    let pipeline = Pipeline(
      registry: workbench.registry, rules: rules, streams: streams, world: workbench.world,
      observers: observers, sharing: workbench.inFlight, telling: refusals)
    try await pipeline.run(call, with: maker.requester)
    if let path = streams.file?.chosenPath {
      try? errors.write(Diagnostic("saved as '\(path)'").text)
      try? errors.flush()
    }
  }
}
