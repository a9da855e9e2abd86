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
    usage: "apicall run <file> [<name=value> ...] [<options>]",
    discussion: """
      The answer's body goes to standard output; with --print, parts of the answer do. An \
      unexpected HTTP status ends with exit status 3, 4, 5 or 9: see apicall(1).
      """)

  @Argument(help: CallOperands.help)
  var operands: [String] = []

  @Option(
    help: ArgumentHelp(
      "The formatter: \(Self.known(\.formatters)). Default: the file's 'format', else the octets "
        + "as they came, and JSON indented on a terminal.",
      valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Print what a JSONPath leads to in the answer's body, or in each value of a stream. "
        + "Default: the file's 'select'.",
      valueName: "jsonpath"))
  var select: String?

  @Option(
    help: ArgumentHelp(
      "Print a part of the answer in place of its body: one of the file's outputs, status or "
        + "headers.NAME. May be repeated, or take several with commas between.",
      valueName: "part"))
  var print: [String] = []

  @Option(
    help: ArgumentHelp(
      "What sends the request: \(Self.known(\.requesters)). Default: the file's 'requester', "
        + "else curl.",
      valueName: "name"))
  var requester: String?

  @OptionGroup var destination: DestinationOptions

  @OptionGroup var inputs: InputOptions

  @Option(
    help: ArgumentHelp(
      "Send the request to this server instead, over plain HTTP: one on this machine, such as "
        + "'apicall serve'.",
      valueName: "url"))
  var mock: String?

  @Flag(help: "Send the request even where apicall.yaml guards its origin against the method.")
  var allowWrite = false

  @Flag(
    name: .shortAndLong,
    help: "Show the header fields of the request and the answer on standard error, secrets masked.")
  var verbose = false

  /// The names that an option may take.
  private static func known(
    _ names: KeyPath<EndpointReader.Vocabulary, [String]>
  ) -> String {
    Workbench().registry.vocabulary[keyPath: names].joined(separator: ", ")
  }

  func run() throws {
    var scanned = ArgumentScanner.Scanned(
      operands: operands, options: destination.scanned + inputs.scanned)
    if let format { scanned.options.append(("--format", format)) }
    if let select { scanned.options.append(("--select", select)) }
    for part in print { scanned.options.append(("--print", part)) }
    if let requester { scanned.options.append(("--requester", requester)) }
    if let mock { scanned.options.append(("--mock", mock)) }
    if verbose { scanned.flags.append("--verbose") }
    if allowWrite { scanned.flags.append("--allow-write") }
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
    let workbench = Workbench(loop: loop, fileRoots: settings.fileRoots)
    let endpoint = try workbench.endpoint(for: settings)
    var builder = CallBuilder(world: workbench.world, destination: settings.destination)
    builder.sources = settings.sources
    let rules = try rules(for: endpoint)
    let name = settings.requester ?? endpoint.requester?.text ?? "curl"
    let director = builder.director(for: endpoint)
    let context = RequesterContext(
      endpoint: endpoint, director: director, world: workbench.world)
    let requester = try workbench.registry.requester(named: name, for: context)
    if let format = settings.format { _ = try workbench.registry.formatter(named: format) }
    let call = try builder.call(endpoint, with: settings.inputs, by: director)

    if workbench.registry.isRemote(name) {
      try WriteGuard.check(call, to: settings.destination)
    }

    if settings.isVerbose { StandardStreams.report(WithheldFields(of: call).note) }

    let registry = workbench.registry
    let settings = settings
    try loop.run { () async throws(Failure) in
      let streams = OutputStreams(
        output: DescriptorSink(STDOUT_FILENO), error: DescriptorSink(STDERR_FILENO))
      var observers: [any RunObserver] = []
      if settings.isVerbose { observers.append(ExchangeTrace(of: endpoint)) }
      let pipeline = Pipeline(
        registry: registry, rules: rules, streams: streams, observers: observers)
      try await pipeline.run(call, with: requester)
    }
  }

  private func rules(for endpoint: Endpoint) throws(Failure) -> OutputRules {
    let selections = try settings.prints.map { name throws(Failure) in
      try Selection(name, of: endpoint)
    }
    // The file's format is for its body; what --print takes out of it is plain unless asked for.
    let format = settings.format ?? (selections.isEmpty ? endpoint.format?.text : nil)
    var asked = OutputRequest(format: format)
    if !selections.isEmpty {
      asked.content = .parts(selections)
    } else if let select = endpoint.select {
      asked.content = .values(select.path)
    }
    asked.namesDecoder = endpoint.decode != nil
    let isTerminal = StandardStreams.isOutputTerminal
    let surroundings = OutputSurroundings(
      isTerminal: isTerminal, columns: isTerminal ? StandardStreams.outputColumns : nil)
    return OutputRules(asked, in: surroundings)
  }
}
