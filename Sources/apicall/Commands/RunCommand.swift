import ArgumentParser

/// The command `apicall run`.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Make a call and print its answer.",
    usage: "apicall run <file> ... [<name=value> ...] [<options>]",
    discussion: """
      The answer's body goes to standard output, or with --output to a file; with --print, parts \
      of the answer do. An unexpected HTTP status ends with exit status 3, 4, 5 or 9: see \
      apicall(1).
      """)

  @Argument(
    help: ArgumentHelp(
      "The file, or the name of one below endpoints/ such as reqres/login, and its inputs as "
        + "name=value, name:=JSON or name@=FILE; of several files, each gets those inputs that it "
        + "declares. With --help, the file's own help.",
      valueName: "file-and-inputs"))
  var operands: [String] = []

  @OptionGroup(title: "Request") var request: RequestOptions

  @OptionGroup(title: "Sending") var sending: SendingOptions

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  @OptionGroup(title: "Output") var output: OutputOptions

  @OptionGroup(title: "Reports") var reports: ReportOptions

  /// The command line as the scanner would have found it.
  var scanned: ArgumentScanner.Scanned {
    var scanned = ArgumentScanner.Scanned(operands: operands)
    request.add(to: &scanned)
    sending.add(to: &scanned)
    connection.add(to: &scanned)
    output.add(to: &scanned)
    reports.add(to: &scanned)
    return scanned
  }

  func run() throws { try Run(settings: RunSettings(scanned)).perform() }
}
