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
      The answer's body goes to standard output, or with --output to a file; with --print, parts \
      of the answer do. An \
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
      "Print a part of the answer in place of its body: one of the file's outputs, status or "
        + "headers.NAME. May be repeated, or take several with commas between.",
      valueName: "part"))
  var print: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Save what would be printed in this file, once all of it has come and is right; in a folder, "
        + "under the name that the answer has.",
      valueName: "file"))
  var output: String?

  @Flag(
    name: [.customShort("C"), .long],
    help: "Go on with what an earlier run left of the file of --output, and leave what came.")
  var `continue` = false

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
    help: ArgumentHelp(
      "Show the header fields of the request and the answer, and where the time went, on standard "
        + "error, secrets masked."))
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Write what happens to a file while it does, as lines of JSON: apicall-events(5).",
      valueName: "file"))
  var events: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Show how far a long transfer has come, also where a pipe takes the answer; or never.")
  var progress: Bool?

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
    for part in print { scanned.options.append(("--print", part)) }
    if let output { scanned.options.append(("--output", output)) }
    if `continue` { scanned.flags.append("--continue") }
    if let requester { scanned.options.append(("--requester", requester)) }
    if let mock { scanned.options.append(("--mock", mock)) }
    if verbose { scanned.flags.append("--verbose") }
    if let events { scanned.options.append(("--events", events)) }
    if let progress { scanned.flags.append(progress ? "--progress" : "--no-progress") }
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
    let reports = try RunReports(settings, world: workbench.world)
    try reports.reporting { () throws(Failure) in
      try perform(on: loop, workbench, reports)
    }
  }

  private func perform(
    on loop: CurlLoop, _ workbench: Workbench, _ reports: RunReports
  ) throws(Failure) {
    let endpoint = try reports.starting(settings.endpoint) { () throws(Failure) in
      try workbench.endpoint(for: settings)
    }
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

    if settings.saving?.continues == true { try Continuation.check(call) }

    let registry = workbench.registry
    let world = workbench.world
    // They are told on this thread only, before, during and after the loop.
    nonisolated(unsafe) let observers = reports.observers
    try loop.run { () async throws(Failure) in
      var call = call
      var rules = rules
      let errors = StandardErrorSink()
      var streams = OutputStreams(output: DescriptorSink(STDOUT_FILENO), error: errors)
      if let saving = settings.saving {
        let file = try saving.open(for: &call, in: world)
        rules = OutputRules(rules.asked, in: file.surroundings)
        streams = OutputStreams(file: file, error: errors)
      }
      let pipeline = Pipeline(
        registry: registry, rules: rules, streams: streams, observers: observers)
      try await pipeline.run(call, with: requester)
      if let path = streams.file?.chosenPath {
        StandardStreams.report(Diagnostic("saved as '\(path)'").text)
      }
    }
  }

  private func rules(for endpoint: Endpoint) throws(Failure) -> OutputRules {
    let selections = try settings.prints.map { name throws(Failure) in
      try Selection(name, of: endpoint)
    }
    // The file's format is for its body; what --print takes out of it is plain unless asked for.
    let format = settings.format ?? (selections.isEmpty ? endpoint.format?.text : nil)
    var asked = OutputRequest(
      format: format, content: selections.isEmpty ? .body : .parts(selections))
    if let saving = settings.saving { asked = try saving.request(asked, of: endpoint) }
    let isTerminal = StandardStreams.isOutputTerminal
    let surroundings = OutputSurroundings(
      isTerminal: isTerminal, columns: isTerminal ? StandardStreams.outputColumns : nil)
    return OutputRules(asked, in: surroundings)
  }
}
