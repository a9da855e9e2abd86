import APICallBase
import APICallRun
import APICallSpec

extension CallPlan {
  /// Makes a call, or runs the script that is called.
  ///
  /// - Parameters:
  ///   - round: the round of the loop that it is made for, counted from 1; nil where there is none.
  ///   - streams: where what is printed goes, and the body of an unexpected answer.
  ///   - path: where the answer is saved; nil where it is not.
  ///   - poll: what tells whether the answer is the last one; nil where it is, whatever it is like.
  ///   - inputs: gives the inputs of what is called their values: ``inputs(from:)``.
  /// - Returns: what of the answer is used.
  /// - Throws: the ``Failure`` of the call.
  func call(
    in round: Int? = nil, to streams: OutputStreams, savingIn path: StepFile? = nil,
    polling poll: PollAttempt? = nil, inputs: () throws(Failure) -> Scope
  ) async throws(Failure) -> ScopeRecord {
    let round = round ?? surroundings.round
    guard let maker else {
      guard case .script(let script) = callee else { return ScopeRecord() }
      return try await run(script, in: inputs(), round: round, to: streams)
    }
    let place = StepPlace(path: place, round: round)
    let told = surroundings.envelope.map { _ in BufferSink() }
    defer { if let told { surroundings.envelope?.add(told.octets, at: place) } }
    var run = CallRun(
      maker, at: place, in: surroundings, errors: streams.error,
      opening: { (call) throws(Failure) in
        if let path { return try path.open(for: maker.endpoint, errors: streams.error) }
        guard let told else { return (self.rules, streams) }
        return (
          OutputRules(
            OutputRequest(format: "compact", content: .envelope),
            in: OutputSurroundings(isTerminal: false)),
          OutputStreams(output: told, error: streams.error)
        )
      },
      notingUnshown: { failure in
        try? told?.write(Envelope.octets(of: failure).span)
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

  /// Where what is printed goes; what rounds hand on goes to no terminal.
  private var outputSurroundings: OutputSurroundings {
    asked.round == nil
      ? surroundings.printing.surroundings : OutputSurroundings(isTerminal: false)
  }

  private func run(
    _ script: Script, in inputs: Scope, round: Int?, to streams: OutputStreams
  ) async throws(Failure) -> ScopeRecord {
    let surroundings = surroundings.changed {
      $0.round = round
      $0.errors = streams.error
      $0.printing.output = streams.output
      $0.printing.round = asked.round
      if asked.round != nil { $0.printing.surroundings = outputSurroundings }
      // The file that was run says how it is printed, whatever those that it calls say.
      $0.printing.format = $0.printing.format ?? scriptFormat
    }
    let run = try ScriptRun(script, in: inputs, surroundings, below: place, isPrinted: isPrinted)
    return try await run.perform()
  }
}
