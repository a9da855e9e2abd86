import APICallBase
import APICallRun
import APICallSpec

extension CallPlan {
  /// Makes a call, or runs the called script.
  ///
  /// - Parameters:
  ///   - round: the iteration of the loop, counted from 1; nil if there is none.
  ///   - streams: the streams for output, and for the body of an unexpected response.
  ///   - path: the file that the response is saved in; nil if it is not saved.
  ///   - poll: decides whether the response is the last one; nil if it always is.
  ///   - inputs: binds the inputs of the called file: ``inputs(from:)``.
  /// - Returns: the parts of the response that are used.
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

  /// The rules for printing its response.
  private var rules: OutputRules { OutputRules(asked, in: outputSurroundings) }

  /// The surroundings of the output; the output of iterations does not go to a terminal directly.
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
      // The format of the file that was run overrides the formats of called files.
      $0.printing.format = $0.printing.format ?? scriptFormat
    }
    let run = try ScriptRun(script, in: inputs, surroundings, below: place, isPrinted: isPrinted)
    return try await run.perform()
  }
}
