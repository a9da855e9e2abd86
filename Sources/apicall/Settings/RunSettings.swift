import APICallBase
import APICallCurl
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallSpec
import APICallSystem
import CommandOptions

/// What the command line asks of a call, once and typed: nothing below sees options.
struct RunSettings {
  /// The files or names of the endpoints, in order; never empty.
  var endpoints: [String] = []
  var inputs: [InputResolver.Assignment] = []
  var output = OutputSettings()
  var reports = ReportSettings()
  var requester: String?
  /// How connections are made, where an option says so.
  var network = ConnectionSettings()
  /// The key of the client's certificate, and the file of its passphrase.
  var key: String?
  var passphraseFile: String?
  /// The options about connections, by the names that they are given by.
  var connectionOptions: [String] = []
  /// How the call is to fail; nil where it is not made to.
  var mishap: FailureMode?
  /// How `show` prints the request, by name.
  var form: String?
  var destination = Destination()
  var overrides = Overrides()
  /// What `--set` says, which comes after all other options.
  var fields: [String] = []
  /// The most pages of a list, as it is written.
  var pages: String?
  /// Whether more pages than are asked for are no failure.
  var allowsPartial = false
  /// Folders whose files the spec may name.
  var fileRoots: [String] = []
  var sources = InputSources()
  /// The origins that stored secrets may go to in this run, besides their own.
  var allowances: [SecretAllowance] = []
  /// What is set of options.
  var assignments: [OptionAssignment] = []
  /// How several files are run.
  var series = SeriesSettings()
  /// Where outputs are kept that other calls need.
  var session = SessionSetting.project
  /// Whether `show` tells where each part of the request came from.
  var showsOrigins = false

  /// Adds the operands, and checks what all of it comes to.
  ///
  /// - Parameter operands: files and inputs.
  /// - Throws: a ``Failure`` with exit status 64 for what does not go together.
  mutating func finish(_ operands: [String]) throws(Failure) {
    var files: [String] = []
    for operand in operands {
      if let assignment = InputResolver.Assignment(operand) {
        inputs.append(assignment)
      } else {
        files.append(operand)
      }
    }
    guard !files.isEmpty else {
      throw Failure(
        .usage, "which endpoint? name a file or an endpoint",
        hint: "'apicall list' shows the endpoints of this project")
    }
    if let failure = OperandSlips.failure(files) { throw failure }
    if files.count > 1 {
      // A shell that was asked for *.yaml brings the project file along.
      let own = files.filter { FilePath.name(of: $0) != ProjectFile.name }
      if !own.isEmpty { files = own }
    }
    endpoints = files
    output.isOfSeveral = files.count > 1
    try output.finish()
    try reports.finish(saving: output.saving)
    if let expression = output.expression {
      assignments.append(OptionAssignment("jq", "expr", expression))
    }
    try finishOverrides()
    if destination.profile == nil, let name = Program.environment("APICALL_PROFILE"), !name.isEmpty
    {
      destination.profile = Destination.Profile(name, isGeneral: true)
    }
    if mishap != nil { try fail() }
    try finishConnection()
  }

  private mutating func finishOverrides() throws(Failure) {
    if let pages {
      overrides.set(field: "paginate.max_pages", to: pages, isText: false, by: "--max-pages")
    }
    // Who asks for one page knows that there may be more.
    if allowsPartial || pages == "1" {
      overrides.set(
        field: "paginate.allow_partial", to: "true", isText: false,
        by: pages == "1" ? "--max-pages" : "--allow-partial")
    }
    if let path = output.selection { overrides.set(field: "select", to: path, by: "--select") }
    for text in fields { try overrides.set(text) }
  }

  /// Has the call fail, which no server is needed for: what goes wrong is told of the true host.
  private mutating func fail() throws(Failure) {
    let failing = FailingRequester.name
    if let requester, requester != failing {
      throw Failure(
        .usage, "--fail and --requester \(requester) do not go together",
        hint: "--fail is done by the requester '\(failing)': leave out --requester")
    }
    requester = failing
    destination.mock = nil
  }
}
