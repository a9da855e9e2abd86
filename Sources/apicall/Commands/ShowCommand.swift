import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallRun
import APICallScripts
import APICallSafety
import APICallSystem
import APICallText
import CommandOptions
import Glibc

extension Command {
  static var show: Command {
    Command(
      "apicall show", "Print the request of a call, with secrets masked; send nothing.",
      usage: "apicall show <file> [<name=value> ...] [<options>]",
      operands: [
        Operand(
          "file-and-inputs",
          "A file, or the name of one below endpoints/ such as reqres/login, and its inputs as "
            + "name=value, name:=JSON or name@=FILE. With --help, prints the file's own help.",
          .any, .call)
      ], settings: RunSettings(), sections: [.request],
      options: [
        .value(
          "--as", "form",
          "Print the request in another form: http, the bytes of an HTTP/1.1 request; curl, a "
            + "command line for curl; json, one object (default: readable text).",
          .words { Show.forms }
        ) { $0.form = $1 },
        .flag(
          "--origin",
          "Print where each part of the request comes from: the line, option or profile."
        ) { $0.showsOrigins = true },
        .color { $0.output.color = $1 },
      ],
      advice: { Show.advice(on: $0) ?? InputSlip.advice(on: $0, of: .show) },
      explain: FileHelp.text(of:)
    ) { (settings, operands) throws(Failure) in
      var settings = settings
      try settings.finish(operands)
      try Show(settings: settings).perform()
    }
  }
}

/// Prints the request of a call.
struct Show {
  static let forms = ["http", "curl", "json"]

  let settings: RunSettings

  /// The hint for an option that only `run` has.
  static func advice(on option: String) -> String? {
    // The value of an option of its own is missing.
    if Command.show.forms.contains(where: { $0.names.contains(option) }) { return nil }
    if option == "--mock" {
      return "'--mock' is an option of run: show sends nothing, so it needs no server"
    }
    let isAboutConnection = OptionSection<RunSettings>.connection.options.contains {
      $0.form.names.contains(option)
    }
    if isAboutConnection {
      return "'\(option)' is an option of run: show sends nothing, so it makes no connection"
    }
    let isOfRun = Command.run.forms.contains { $0.names.contains(option) }
    return isOfRun ? "'\(option)' is an option of run: show sends nothing" : nil
  }

  func perform() throws(Failure) {
    if let failure = OperandSlips.failureOfMany(settings.endpoints) { throw failure }
    if let form = settings.form, !Self.forms.contains(form) {
      throw Failure(
        .usage, "--as: unknown form '\(form)'",
        hint: Nearest.hint(for: form, among: Self.forms, noun: "forms"))
    }
    if settings.form != nil, settings.showsOrigins { throw .combined("--as", "--origin") }
    let environment = CommandEnvironment(settings)
    switch try environment.runnable(settings.endpoints[0]) {
    case .endpoint(let endpoint): try show(endpoint, environment)
    case .script(let script): try show(script, environment)
    }
  }

  private func show(_ script: ScriptSpec, _ environment: CommandEnvironment) throws(Failure) {
    if let option = settings.form.map({ "--as \($0)" })
      ?? (settings.showsOrigins ? "--origin" : nil)
    {
      throw Failure(
        .usage, "'\(script.file)' is a script, but \(option) is for one request",
        hint: "name one of the files that it calls")
    }
    // Inputs change nothing here, but errors in them are reported.
    if !settings.assignments.isEmpty {
      try environment.registry.checkAssignments(
        among: script.extensionNames + [script.format?.text].compactMap { $0 })
    }
    if !settings.inputs.isEmpty {
      _ = try script.scope(from: settings.inputs, with: environment.resources())
    }
    try Printing.print(lines: TextColumns.lines(script.plan))
  }

  private func show(_ endpoint: EndpointSpec, _ environment: CommandEnvironment) throws(Failure) {
    var builder = CallBuilder(world: environment.world, destination: settings.destination)
    builder.sources = settings.sources
    let director = builder.director(for: endpoint)
    if !settings.assignments.isEmpty {
      try environment.registry.checkAssignments(
        among: [
          endpoint.requester?.text, endpoint.format?.text, endpoint.decode?.text,
          endpoint.auth?.type?.text,
        ].compactMap { $0 })
    }
    var inputs = try builder.inputs(of: endpoint, from: settings.inputs)
    for need in endpoint.needs { inputs.add(need.standIns, named: need.name) }
    let kept = try StateKeeper(session: environment.findState)
      .read(
        endpoint, in: inputs,
        from: settings.destination.address(of: endpoint, by: director, in: inputs),
        with: environment.resources())
    if let kept { inputs.add(kept.record, named: StateDeclaration.name) }
    var call = try builder.call(endpoint, in: inputs, by: director)
    if let sync = kept?.sync {
      call = try call.with(request: sync.prepared(call.request, for: call))
    }
    call = call.with(request: Redactor(call).protecting(call.request))
    if settings.showsOrigins {
      let origins = RequestOrigins(of: call, by: director, to: settings.destination)
      return try Printing.print(origins.text)
    }
    switch settings.form {
    case "http": try printMessage(call.request)
    case "curl": try printCommand(call)
    case "json":
      let object = RequestObject(call.request)
      if showsStyles {
        try Printing.print(json: object.line)
      } else {
        try Printing.print(StandardStreams.isOutputTerminal ? object.text : object.line)
      }
    default:
      var text = Self.text(of: call.request)
      if showsStyles { try Printing.print(&text) } else { try Printing.print(bytes: text.bytes) }
    }
    StandardStreams.report(WithheldFields(of: call).note)
  }

  private var showsStyles: Bool {
    let output = OutputContext.here
    return settings.output.color.showsStyles(onTerminal: output.isTerminal, in: output.colors)
  }

  private static func text(of request: OutgoingRequest) -> StyledText {
    var text = StyledText()
    text.append(request.method, .boolean)
    text.append(" \(request.url.text)\n")
    for field in request.headers {
      text.append(field.name, .key)
      text.append(": \(field.shownValue)\n")
    }
    if let body = request.body { text.append("\n\(body.masked)\n") }
    return text
  }

  private func printMessage(_ request: OutgoingRequest) throws(Failure) {
    let message = RequestMessage(request)
    // The contents of files are not printed on a terminal.
    let isTerminal = StandardStreams.isOutputTerminal
    if isTerminal {
      var bytes = message.head
      try message.writeBody(showingFiles: false) { bytes += $0 }
      try Printing.print(bytes: bytes)
    } else {
      let output = DescriptorSink(STDOUT_FILENO)
      try Printing.write(message.head, to: output)
      try message.writeBody(showingFiles: true) { (bytes) throws(Failure) in
        try Printing.write(bytes, to: output)
      }
      try Printing.flush(output)
    }
    if message.isMasked {
      StandardStreams.report(
        "apicall: secrets are shown as \(ProtectedText.mask): the bytes sent differ there\n")
    }
    if message.isChunked, !isTerminal {
      StandardStreams.report("apicall: the body may be sent in chunks of different lengths\n")
    }
  }

  private func printCommand(_ call: Call) throws(Failure) {
    let command = CurlCommand(call)
    try Printing.print(command.text)
    for variable in command.variables {
      let line = "set \(variable.name) to \(variable.meaning)"
      StandardStreams.report("apicall: \(TerminalText.line(line))\n")
    }
  }
}
