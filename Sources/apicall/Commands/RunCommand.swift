import APICallCore
import ArgumentParser

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

  @Flag(help: "The same as --format json.")
  var json = false

  @Flag(
    help: ArgumentHelp(
      "Print one JSON value with request, response, outputs, timings and error, also where the "
        + "call fails."))
  var envelope = false

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

  @OptionGroup var colors: ColorOptions

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
      operands: operands, options: destination.scanned + inputs.scanned + colors.scanned)
    if let format { scanned.options.append(("--format", format)) }
    if let select { scanned.options.append(("--select", select)) }
    for part in print { scanned.options.append(("--print", part)) }
    if let output { scanned.options.append(("--output", output)) }
    if `continue` { scanned.flags.append("--continue") }
    if let requester { scanned.options.append(("--requester", requester)) }
    if let mock { scanned.options.append(("--mock", mock)) }
    if json { scanned.flags.append("--json") }
    if envelope { scanned.flags.append("--envelope") }
    if verbose { scanned.flags.append("--verbose") }
    if let events { scanned.options.append(("--events", events)) }
    if let progress { scanned.flags.append(progress ? "--progress" : "--no-progress") }
    if allowWrite { scanned.flags.append("--allow-write") }
    try Run(settings: RunSettings(scanned)).perform()
  }
}
