import APICallBase
import APICallRun
import APICallSpec

extension CallPlan {
  /// Makes a call, or runs the script that is called.
  ///
  /// - Parameters:
  ///   - iteration: the iteration of the loop that it is made for, counted from 1; nil where there is none.
  ///   - streams: where what is printed goes, and the body of an unexpected answer.
  ///   - path: where the answer is saved; nil where it is not.
  ///   - poll: what tells whether the answer is the last one; nil where it is, whatever it is like.
  ///   - inputs: gives the inputs of what is called their values: ``inputs(from:)``.
  /// - Returns: what of the answer is used.
  /// - Throws: the ``Failure`` of the call.
  func call(
    in iteration: Int? = nil, to streams: OutputStreams, savingIn path: StepFile? = nil,
    polling poll: PollAttempt? = nil, inputs: () throws(Failure) -> Scope
  ) async throws(Failure) -> ScopeRecord {
    let iteration = iteration ?? surroundings.iteration
    guard let maker else {
      guard case .script(let script) = callee else { return ScopeRecord() }
      return try await run(script, in: inputs(), iteration: iteration, to: streams)
    }
    let place = StepPlace(path: place, iteration: iteration)
    let told = surroundings.envelope.map { _ in BufferSink() }
    defer { if let told { surroundings.envelope?.add(told.bytes, at: place) } }
    var run = CallRun(
      maker, at: place, in: surroundings, errors: streams.error,
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
    run.demand = demand
    run.poll = poll
    guard let capture = try await run.perform(inputs: inputs) else { return ScopeRecord() }
    if let path {
      if case .again? = poll?.judge.verdict { return capture.record }
      path.note(capture.origin, of: maker.endpoint)
    }
    return capture.record
  }

  /// How its answer is printed.
  private var rules: OutputRules { OutputRules(asked, in: outputSurroundings) }

  /// Where what is printed goes; what iterations hand on goes to no terminal.
  private var outputSurroundings: OutputContext {
    asked.iteration == nil
      ? surroundings.printing.surroundings : OutputContext(isTerminal: false)
  }

  private func run(
    _ script: Script, in inputs: Scope, iteration: Int?, to streams: OutputStreams
  ) async throws(Failure) -> ScopeRecord {
    let surroundings = surroundings.changed {
      $0.iteration = iteration
      $0.errors = streams.error
      $0.printing.output = streams.output
      $0.printing.iteration = asked.iteration
      if asked.iteration != nil { $0.printing.surroundings = outputSurroundings }
      // The file that was run says how it is printed, whatever those that it calls say.
      $0.printing.format = $0.printing.format ?? scriptFormat
    }
    let run = try ScriptRun(script, in: inputs, surroundings, below: place, isPrinted: isPrinted)
    return try await run.perform()
  }
}
