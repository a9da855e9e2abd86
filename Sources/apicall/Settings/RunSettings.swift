import APICallSpec
import APICallBase
import APICallCore
import APICallCurl
import APICallHTTP
import APICallPlugins
import APICallSystem

/// What the command line asks of a call, once and typed: nothing below sees flags.
struct RunSettings {
  /// The files or names of the endpoints, in order; never empty.
  var endpoints: [String]
  var inputs: [InputResolver.Assignment] = []
  let output: OutputSettings
  let reports: ReportSettings
  var requester: String?
  /// How connections are made; nil for the usual way.
  let connection: ConnectionSettings?
  /// The options that say so.
  let connectionOptions: [String]
  /// How the call is to fail; nil where it is not made to.
  var mishap: Mishap?
  /// How `show` prints the request, by name.
  var form: String?
  var destination = Destination()
  var overrides = Overrides()
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

  /// Reads the values of the options, whoever found them.
  ///
  /// - Throws: a ``Failure`` with exit status 64.
  init(_ scanned: ArgumentScanner.Scanned) throws(Failure) {
    var files: [String] = []
    for operand in scanned.operands {
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
    series = try SeriesSettings(scanned)
    output = try OutputSettings(scanned, isOfSeveral: files.count > 1)
    reports = try ReportSettings(scanned, saving: output.saving)
    requester = scanned.values(of: "--requester").last
    connectionOptions = ArgumentScanner.connectionNames(in: scanned)
    connection = connectionOptions.isEmpty ? nil : try ConnectionSettings(scanned)
    form = scanned.values(of: "--as").last
    overrides = try Self.overrides(scanned)
    for text in scanned.values(of: "--opt") { assignments.append(try OptionAssignment(text)) }
    if let expression = scanned.values(of: "--jq").last {
      assignments.append(OptionAssignment("jq", "expr", expression))
    }
    fileRoots = scanned.values(of: "--file-root")
    session = try SessionSetting(scanned)
    showsOrigins = scanned.flags.contains("--origin")
    destination.allowsWrites = scanned.flags.contains("--allow-write")
    sources.allowedVariables = scanned.values(of: "--allow-env")
    for text in scanned.values(of: "--allow-origin") {
      allowances.append(try SecretAllowance(option: text))
    }
    sources.allowsNetrc = scanned.flags.contains("--netrc")
    if let name = sources.allowedVariables.first(where: { $0.isEmpty || $0.contains("=") }) {
      throw Failure(
        .usage, "--allow-env: '\(name.prefix { $0 != "=" })' is not the name of a variable alone",
        hint: "write --allow-env NAME; its value is read from the environment")
    }
    if let name = scanned.values(of: "--profile").last {
      destination.profile = Destination.Profile(name)
    } else if let name = Program.environment("APICALL_PROFILE"), !name.isEmpty {
      destination.profile = Destination.Profile(name, isGeneral: true)
    }
    destination.host = try scanned.values(of: "--host").last.map { text throws(Failure) in
      try Self.host(text, option: "--host")
    }
    destination.mock = try scanned.values(of: "--mock").last.map { text throws(Failure) in
      try Self.mock(text)
    }
    if let how = scanned.values(of: "--fail").last { try fail(how) }
    if destination.mock != nil, let option = connectionOptions.first(where: Self.leadsElsewhere) {
      throw Failure(
        .usage, "\(option) and --mock do not go together",
        hint: "each of them says where the request goes: give one")
    }
  }

  private static func leadsElsewhere(_ option: String) -> Bool {
    ["-x", "--proxy", "--unix-socket", "--resolve", "--connect-to"].contains(option)
  }

  /// Has the call fail, which no server is needed for: what goes wrong is told of the true host.
  private mutating func fail(_ how: String) throws(Failure) {
    mishap = try Mishap(option: how)
    let failing = FailingRequester.name
    if let requester, requester != failing {
      throw Failure(
        .usage, "--fail and --requester \(requester) do not go together",
        hint: "--fail is done by the requester '\(failing)': leave out --requester")
    }
    requester = failing
    destination.mock = nil
  }

  private static func overrides(
    _ scanned: ArgumentScanner.Scanned
  ) throws(Failure) -> Overrides {
    var overrides = Overrides()
    for text in scanned.values(of: "-H", "--header") { try overrides.addHeader(text) }
    for text in scanned.values(of: "--query") { try overrides.addQueryItem(text) }
    if let text = scanned.values(of: "--timeout").last { overrides.setTimeout(text) }
    if let text = scanned.values(of: "--connect-timeout").last { overrides.setConnectTimeout(text) }
    if let text = scanned.values(of: ArgumentScanner.follow).last { overrides.setRedirects(text) }
    if let text = scanned.values(of: "--retry").last { overrides.setRetries(text) }
    if let name = scanned.values(of: "--decode").last { overrides.setDecoder(name) }
    if let path = scanned.values(of: "--select").last { overrides.setSelect(path) }
    if scanned.flags.contains("--netrc") { overrides.setNetrc() }
    let pages = scanned.values(of: "--max-pages").last
    if let pages { overrides.setMaxPages(pages) }
    // Who asks for one page knows that there may be more.
    if scanned.flags.contains("--allow-partial") || pages == "1" {
      overrides.allowPartial(by: pages == "1" ? "--max-pages" : "--allow-partial")
    }
    for text in scanned.values(of: "--set") { try overrides.set(text) }
    return overrides
  }

  private static func host(_ text: String, option: String) throws(Failure) -> HostAddress {
    do {
      return try HostAddress(text)
    } catch {
      var diagnostic = error.diagnostic(of: text)
      diagnostic.message = "\(option): \(diagnostic.message)"
      throw Failure(.usage, [diagnostic])
    }
  }

  /// A mock server is on this machine and speaks plain HTTP: nothing that was meant for another
  /// host leaves it.
  private static func mock(_ text: String) throws(Failure) -> Origin {
    let mock = try host(text.contains("://") ? text : "http://\(text)", option: "--mock")
    guard mock.origin.scheme == .http, mock.origin.isLoopback, mock.basePath.isEmpty else {
      throw Failure(
        .usage, "--mock: '\(text)' is not a server on this machine",
        hint: "a mock is reached at http://127.0.0.1:PORT, as 'apicall serve' prints it")
    }
    return mock.origin
  }
}
