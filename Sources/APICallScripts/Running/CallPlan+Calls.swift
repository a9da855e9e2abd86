import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallResponses
import APICallRun

extension CallPlan {
  func call(
    in iteration: Int? = nil, to streams: OutputStreams, savingIn path: StepFile? = nil,
    polling poll: PollAttempt? = nil, inputs: () throws(Failure) -> Scope
  ) async throws(Failure) -> ScopeRecord {
    let iteration = iteration ?? context.iteration
    guard let maker else {
      switch callee {
      case .script(let script):
        return try await run(script, in: inputs(), iteration: iteration, to: streams)
      case .computed(let computation):
        return try compute(computation, in: inputs(), to: streams)
      case .endpoint, .inline: return ScopeRecord()
      }
    }
    let place = StepPlace(path: place, iteration: iteration)
    let told = context.envelope.map { _ in BufferSink() }
    defer { if let told { context.envelope?.add(told.bytes, at: place) } }
    let capture = try await CallRun.perform(
      maker, at: place, in: context, errors: streams.error, using: demand, polling: poll,
      inputs: inputs,
      opening: { (call) throws(Failure) in
        if let path { return try path.open(for: maker.endpoint, errors: streams.error) }
        guard let told else { return (self.rules, streams) }
        return (
          OutputRules(
            OutputRequest(format: "compact", content: .envelope),
            in: OutputContext(isTerminal: false)),
          OutputStreams(output: told, error: streams.error)
        )
      },
      notingUnshown: { failure in
        try? told?.write(Envelope.bytes(of: failure).span)
      })
    guard let capture else { return ScopeRecord() }
    if let path {
      if case .again? = poll?.judge.verdict { return capture.record }
      path.note(capture.origin, of: maker.endpoint)
    }
    return capture.record
  }

  /// Computes the value of a step, and prints it if it is the output of the script.
  private func compute(
    _ computation: Computation, in scope: Scope, to streams: OutputStreams
  ) throws(Failure) -> ScopeRecord {
    let binding = try computation.binding(in: scope)
    if isPrinted, let value = binding.value {
      try context.print(
        value, as: scriptFormat, columns: computation.rows.columns, iteration: asked.iteration,
        to: streams.output)
    }
    var record = ScopeRecord()
    record[Computation.result] = binding
    return record
  }

  private var rules: OutputRules { OutputRules(asked, in: outputContext) }

  /// The context of the output; the output of iterations does not go to a terminal directly.
  private var outputContext: OutputContext {
    asked.iteration == nil
      ? context.printing.context : OutputContext(isTerminal: false)
  }

  private func run(
    _ script: ScriptSpec, in inputs: Scope, iteration: Int?, to streams: OutputStreams
  ) async throws(Failure) -> ScopeRecord {
    let context = context.changed {
      $0.iteration = iteration
      $0.errors = streams.error
      $0.printing.output = streams.output
      $0.printing.iteration = asked.iteration
      if asked.iteration != nil { $0.printing.context = outputContext }
      // The format of the file that was run overrides the formats of called files.
      $0.printing.given = $0.printing.given ?? scriptFormat
      $0.printing.format = $0.printing.format ?? scriptFormat?.text
    }
    let run = try ScriptExecution(script, in: inputs, context, below: place, isPrinted: isPrinted)
    return try await run.perform()
  }
}
