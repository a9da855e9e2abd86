import APICallCore
import APICallCurl
import APICallPlugins
import APICallSystem
import ArgumentParser
import Glibc

/// The command `apicall run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Make a call and print its answer.",
    usage: "apicall run <file> [<input=value> ...] [<options>]",
    discussion: """
      The file is a path, or a name below endpoints/ such as reqres/login. Inputs are written \
      name=value.
      """)

  @Argument(help: ArgumentHelp("The file, and its inputs.", valueName: "file-and-inputs"))
  var operands: [String] = []

  @Option(help: "The formatter: json or raw. Default: the file's own choice.")
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Print a part of the answer in place of its body: an output, status or headers.NAME. May be repeated.",
      valueName: "part"))
  var print: [String] = []

  @Option(help: "The requester: curl or fixture. Default: the file's own choice, or curl.")
  var requester: String?

  @OptionGroup var destination: DestinationOptions

  @Option(
    help: ArgumentHelp(
      "Send the call to a server on this machine instead, as 'apicall serve' is one.",
      valueName: "url"))
  var mock: String?

  @Flag(name: .shortAndLong, help: "Show the request and the answer's head on standard error.")
  var verbose = false

  func run() throws {
    var scanned = ArgumentScanner.Scanned(operands: operands, options: destination.scanned)
    if let format { scanned.options.append(("--format", format)) }
    for part in print { scanned.options.append(("--print", part)) }
    if let requester { scanned.options.append(("--requester", requester)) }
    if let mock { scanned.options.append(("--mock", mock)) }
    if verbose { scanned.flags = ["--verbose"] }
    try Run(settings: RunSettings(scanned)).perform()
  }
}

/// Makes a call and prints its answer.
struct Run {
  let settings: RunSettings

  func perform() throws(Failure) {
    let interruption = Signals.install().map { descriptor in
      Interruption(descriptor: descriptor) { Signals.received != nil }
    }
    let loop = CurlLoop(interruption: interruption)
    let workbench = Workbench(loop: loop)
    let endpoint = try workbench.library.endpoint(at: workbench.library.path(of: settings.endpoint))
    let builder = CallBuilder(files: workbench.files, destination: settings.destination)
    let rules = try rules(for: endpoint)
    let name = settings.requester ?? endpoint.requester?.text ?? "curl"
    let director = try builder.director(for: endpoint)
    let context = RequesterContext(endpoint: endpoint, director: director)
    let requester = try workbench.registry.requester(named: name, for: context)
    if let format = settings.format { _ = try workbench.registry.formatter(named: format) }
    let call = try builder.call(endpoint, with: settings.inputs, by: director)

    let registry = workbench.registry
    let settings = settings
    try loop.run { () async throws(Failure) in
      let streams = OutputStreams(
        output: DescriptorSink(STDOUT_FILENO), error: DescriptorSink(STDERR_FILENO))
      let trace: ExchangeObserver? = settings.isVerbose ? { ExchangeTrace.print($0) } : nil
      let pipeline = Pipeline(registry: registry, rules: rules, streams: streams, observe: trace)
      try await pipeline.run(call, with: requester)
    }
  }

  private func rules(for endpoint: Endpoint) throws(Failure) -> OutputRules {
    let selections = try settings.prints.map { name throws(Failure) in
      try Selection(name, of: endpoint)
    }
    // The file's format is for its body; what --print takes out of it is plain unless asked for.
    let format = settings.format ?? (selections.isEmpty ? endpoint.format?.text : nil)
    return OutputRules(
      format: format, selections: selections, isTerminal: StandardStreams.isOutputTerminal)
  }
}
