import APICallBase
import APICallCurl
import APICallHTTP
import APICallRun
import APICallScripts
import APICallSpec
import APICallSystem

/// What is about to be done for one file: the call that it and the command line ask for, and what of its
/// answer is to be printed.
final class CallJob {
  let endpoint: Endpoint
  /// The call; nil where others have to be made first.
  let call: Call?
  let asked: OutputRequest
  private let maker: CallMaker
  private let workbench: Workbench
  private let saving: SavingSettings?
  private let isEnvelope: Bool
  /// The inputs of the call.
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
    self.workbench = workbench
    saving = settings.output.saving
    isEnvelope = settings.output.isEnvelope
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
    self.inputs = try maker.inputs(from: inputs)
    call = endpoint.needs.isEmpty ? try maker.call(in: self.inputs) : nil
    if name != CurlRequester.name, let option = settings.connectionOptions.first {
      StandardStreams.report(
        "apicall: warning: \(option) has no effect on the requester '\(name)'\n")
    }
    if saving?.continues == true, let call { try Continuation.check(call) }
  }

  /// What `-v` says of the call before it is sent; lines for standard error.
  var notes: String {
    call.map { WithheldFields(of: $0).note + ClearTextNote.text(of: $0) } ?? ""
  }

  /// Sends the call and prints its answer.
  ///
  /// - Parameters:
  ///   - surroundings: what the call is made in.
  ///   - streams: standard output and standard error.
  /// - Throws: a ``Failure`` with the exit status of the first thing that went wrong.
  func run(
    in surroundings: RunSurroundings, to streams: OutputStreams
  ) async throws(Failure) {
    var file: (any OutputFile)?
    let run = CallRun(
      maker, at: StepPlace(path: []), in: surroundings, errors: streams.error,
      opening: { (call) throws(Failure) in
        guard let saving = self.saving else {
          return CallRun.Target(OutputRules(self.asked, in: .here), streams)
        }
        if saving.continues, self.call == nil { try Continuation.check(call) }
        let opened = try saving.open(for: &call, in: self.workbench.world)
        file = opened
        return CallRun.Target(
          OutputRules(self.asked, in: opened.surroundings),
          OutputStreams(file: opened, error: streams.error))
      },
      notingUnsent: { failure in
        guard self.isEnvelope else { return }
        let printer = try? EnvelopePrinter(
          OutputRules(self.asked, in: .here), registry: self.workbench.registry,
          output: streams.output)
        try? printer?.report(failure)
      })
    try await run.perform(call) { inputs }
    if let path = file?.chosenPath {
      try? streams.error.write(Diagnostic("saved as '\(path)'").text)
      try? streams.error.flush()
    }
  }
}
