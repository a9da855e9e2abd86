import APICallBase
import APICallContracts
import APICallCurl
import APICallLanguage
import APICallModel
import APICallReading
import APICallRequests
import APICallResponses
import APICallScripts
import APICallSystem

/// The job for one file: the call that the file and the command line describe, and the parts of its
/// response to print.
final class CallJob {
  let endpoint: EndpointSpec
  /// The call; nil if it depends on calls before it.
  let call: Call?
  let asked: OutputRequest
  let maker: CallMaker
  let inputs: Scope

  /// Makes the call; nothing is sent.
  init(
    _ endpoint: EndpointSpec, _ inputs: [InputResolver.Assignment],
    _ environment: CommandEnvironment, after stored: [String]
  ) throws(Failure) {
    let settings = environment.settings
    asked = try settings.output.request(for: endpoint)
    self.endpoint = endpoint
    if endpoint.state?.since != nil, !settings.output.prints.isEmpty || settings.first != nil {
      throw Failure(
        .usage,
        "\(settings.first == nil ? "--print" : "--first") leaves out items of '\(endpoint.file)', "
          + "and 'since' would not read them again",
        hint: "to try the file, use --state with another file and print all, or 'apicall show'")
    }
    if settings.first != nil, asked.content == .envelope || !settings.output.prints.isEmpty {
      throw Failure(
        .usage, "--first has no effect with --print and --envelope, which show the whole response",
        hint: "leave it out; it limits the rows that are printed")
    }
    if endpoint.state != nil, settings.stateFile == nil,
      let option = settings.overrides.optionOfList
    {
      throw Failure(
        .usage, "\(option) may choose another list than that of the state of '\(endpoint.file)'",
        hint: "make it an input of the file, which then has a state for each value; or use --state "
          + "with another file")
    }
    let resources = environment.resources()
    maker = try CallMaker(endpoint, with: resources)
    let name = maker.requesterName
    if let format = asked.format {
      let entry = try environment.registry.formatter(named: format)
      // Errors in its options are reported before anything is sent.
      _ = try environment.registry.values(
        of: entry.options, for: format, .formatter, given: endpoint.format)
      if settings.output.saving == nil { try OutputRules(asked, in: .here).check(entry) }
    }
    if !settings.assignments.isEmpty {
      try environment.registry.checkAssignments(
        among: [
          name, asked.format, endpoint.decode?.text, endpoint.auth?.type?.text,
        ].compactMap { $0 })
    }
    self.inputs = try maker.builder.inputs(of: endpoint, from: inputs)
    if !endpoint.storedNames.isEmpty {
      try Foresight.check(endpoint, in: self.inputs, with: resources, after: Set(stored))
    }
    let isKnown =
      endpoint.needs.isEmpty && endpoint.state == nil && !endpoint.usesSecrets(among: stored)
    call = isKnown ? try maker.call(in: self.inputs) : nil
    if settings.output.saving?.continues == true, let call { try Continuation.check(call) }
  }

  /// The lines that `-v` prints on standard error before the call is sent.
  var notes: String {
    call.map { WithheldFields(of: $0).note + ClearTextNote.text(of: $0) } ?? ""
  }

  /// Whether each row is printed as it arrives, so that what was printed is never part of a whole.
  var printsAtOnce: Bool {
    let formats = [StandardFormat.ndjson, "csv", "tsv", "lines"]
    switch asked.content {
    case .body, .rows, .values: break
    case .parts, .envelope, .nothing: return false
    }
    return asked.format.map(formats.contains) ?? true && endpoint.passesRowsOn
  }
}
