import APICallBase
import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallSafety
import YAMLTree

/// The options and operands of a run as typed values: the code below does not see options.
struct RunSettings {
  /// The files or names of the endpoints, in order; never empty.
  var endpoints: [String] = []
  var inputs: [InputResolver.Assignment] = []
  /// The file that is in no folder; nil for a file by its path or name.
  var given: GivenFile?
  var isForm = false
  /// The file in which a request without a file is saved; nil for none.
  var savedRequest: String?
  var output = OutputSettings()
  var reports = ReportSettings()
  var requester: String?
  /// Whether the examples of the files respond; then ``requester`` says so, too.
  var usesExamples = false
  var network = CurlConnection()
  /// The key of the client certificate, and the file with its passphrase.
  var key: String?
  var passphraseFile: String?
  /// The connection options that are given, by name.
  var connectionOptions: [String] = []
  /// The failure to simulate; nil for none.
  var failureMode: FailureMode?
  /// The form in which `show` prints the request.
  var form: String?
  var destination = Destination()
  var overrides = Overrides()
  /// The values of `--set`, applied after all other options.
  var fields: [String] = []
  /// The value of `--max-pages`, as it is written.
  var pages: String?
  /// Whether the run succeeds even if more pages remain.
  var allowsPartial = false
  var fileRoots: [String] = []
  var sources = InputSources()
  /// The additional origins that stored secrets may go to in this run.
  var allowances: [SecretAllowance] = []
  /// What untrusted files may do with stored secrets in this run.
  var grants: [SecretGrants.Entry] = []
  var assignments: [OptionAssignment] = []
  /// The memory in bytes for the bodies that a script, or parallel calls, hold.
  var memory = MemoryBudget.usual
  /// The number of items of each loop, or of rows, to take; nil for all.
  var first: Int?
  var series = SeriesSettings()
  var rows = RowsSettings()
  var session = SessionSetting.project
  /// The file that keeps the cookies of all calls; nil without one.
  var cookieFile: String?
  /// The file that keeps the state; nil for the folder of apicall's state.
  var stateFile: String?
  /// Whether the state is printed and not kept.
  var printsState = false
  /// Whether the run is recorded, or responds with a recording; nil for neither.
  var recording: RecordingSetting?
  /// Whether `show` prints where each part of the request comes from.
  var showsOrigins = false

  /// The options of `apicall auth`.
  var login = LoginSettings()

  var isParallel: Bool { series.jobs > 1 && endpoints.count > 1 }

  /// The options that choose where the requests go, for reports: none of them holds a secret.
  var optionsToRunAgain: [String] {
    var options: [String] = []
    if let profile = destination.profile, !profile.isGeneral {
      options += ["--profile", profile.name]
    }
    if let host = destination.host { options += ["--host", host.text] }
    if destination.allowsWrites { options.append("--allow-write") }
    return options
  }

  private func checkStateLines() throws(Failure) {
    if output.saving != nil { throw .combined("--state-line", "--output") }
    guard stateFile != nil else {
      throw Failure(
        .usage, "--state-line needs the file that the next run reads",
        hint: "name it with --state FILE; it need not exist yet")
    }
    guard output.format ?? StandardFormat.ndjson == StandardFormat.ndjson, output.prints.isEmpty,
      !output.isEnvelope
    else {
      throw Failure(
        .usage, "--state-line is for output of one value a line",
        hint: "give --format ndjson, or no format")
    }
  }

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
        .usage, "no endpoint given",
        hint: "name a file or an endpoint; 'apicall list' lists those of this project")
    }
    if let failure = OperandSlips.failure(files) { throw failure }
    if files.count > 1 {
      // A shell expands *.yaml to the project file as well.
      let own = files.filter { FilePath.name(of: $0) != ProjectFile.name }
      if !own.isEmpty { files = own }
    }
    if given == nil, let index = files.firstIndex(of: GivenFile.inputOperand) {
      let file = try GivenFile.standardInput()
      files[index] = file.source.name
      given = file
    }
    endpoints = files
    output.isOfSeveral = files.count > 1
    try output.finish()
    let kept = [("--cookies", cookieFile), ("--state", stateFile)].compactMap { option, path in
      path.map { (option, $0) }
    }
    try reports.finish(saving: output.saving, besides: kept)
    if printsState { try checkStateLines() }
    if let expression = output.expression {
      assignments.append(OptionAssignment("jq", "expr", expression))
    }
    if usesExamples {
      if let requester, requester != ExampleRequester.name {
        throw .combined("--examples", "--requester \(requester)")
      }
      requester = ExampleRequester.name
    }
    try finishOverrides()
    try rows.check(self)
    destination.profile = destination.profile ?? .ofEnvironment()
    try finishRecording()
    if failureMode != nil { try fail() }
    try finishConnection()
  }

  private mutating func finishOverrides() throws(Failure) {
    if let pages {
      overrides.set(field: "paginate.max_pages", to: pages, isText: false, by: "--max-pages")
    }
    // A limit of one page is deliberate: further pages are not a failure.
    if allowsPartial || pages == "1" {
      overrides.set(
        field: "paginate.allow_partial", to: "true", isText: false,
        by: pages == "1" ? "--max-pages" : "--allow-partial")
    }
    if let path = output.selection { overrides.set(field: "select", to: path, by: "--select") }
    for text in fields { try overrides.set(text) }
  }

  /// Makes the call fail; that needs no mock server, and messages name the real host.
  private mutating func fail() throws(Failure) {
    let failing = FailureRequester.name
    if let requester, requester != failing {
      throw .combined(
        "--fail", "--requester \(requester)",
        hint: "--fail uses the requester '\(failing)': leave out --requester")
    }
    requester = failing
    destination.mock = nil
  }
}
