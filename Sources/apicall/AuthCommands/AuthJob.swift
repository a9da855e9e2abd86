import APICallBase
import APICallContracts
import APICallCurl
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallScripts
import APICallSystem
import APICallText
import JSONText

/// The work of the commands about the token of one file.
struct AuthJob {
  private let environment: CommandEnvironment
  private let call: Call
  private let signer: OAuth2Signer
  private let tokens: SessionTokens
  private let means: AuthMeans

  /// Makes the call of the file; nothing is sent.
  init(_ settings: RunSettings, loop: CurlLoop) throws(Failure) {
    environment = CommandEnvironment(settings, loop: loop)
    guard settings.endpoints.count == 1 else {
      throw Failure(.usage, "the command is for one file", hint: "name one file and its inputs")
    }
    guard case .endpoint(let endpoint) = try environment.runnable(settings.endpoints[0]) else {
      throw Failure(
        .usage, "'\(settings.endpoints[0])' is a script",
        hint: "name one of the files that it calls")
    }
    guard endpoint.auth?.kind?.name == OAuth2Auth.name else {
      throw Failure(
        .usage, "'\(endpoint.file)' does not use auth 'oauth2'", at: endpoint.auth?.typeMark,
        hint: "apicall-auth(7) describes it")
    }
    if let need = endpoint.needs.first {
      throw Failure(
        .usage, "'\(endpoint.file)' needs the call '\(need.name)', which only a run makes",
        hint: "use 'apicall run'")
    }
    try environment.close(over: [.endpoint(endpoint)])
    let resources = environment.resources()
    let maker = try CallMaker(endpoint, with: resources)
    call = try maker.call(in: maker.builder.inputs(of: endpoint, from: settings.inputs))
    guard let signer = call.authorization?.signer as? OAuth2Signer else {
      throw Failure(
        .usage, "the requester '\(maker.requesterName)' of '\(endpoint.file)' sends no token")
    }
    self.signer = signer
    tokens = SessionTokens(for: call, of: maker, with: resources, in: environment.needs.tokens)
    means = CredentialExchange.means(for: call, by: maker.requester, keeping: tokens)
  }

  private var settings: OAuth2Settings { signer.settings }
  private var now: UTCTimestamp { environment.world.now() }

  /// Asks the user to log in.
  func logIn(usingCode: Bool) async throws(Failure) {
    guard settings.grant.needsUser else {
      throw Failure(
        .usage, "the grant '\(settings.grant.rawValue)' needs no login",
        hint: "'apicall run' requests a token when a call needs one")
    }
    let isCI = Program.environment("CI")?.isEmpty == false
    guard !isCI, environment.world.caller.canAnswer else {
      throw Failure(
        .noPermission,
        "nobody can log in here: "
          + (isCI ? "the variable CI is set" : "standard error is not a terminal"),
        hint: (isCI ? "unset it on a terminal" : "log in on a terminal")
          + "; without a user, give the client a 'client_secret' or a 'key'")
    }
    StandardStreams.report(
      "log in at \(TerminalText.escapingLine(settings.serverName)) as a user of the client "
        + "'\(TerminalText.escapingLine(settings.clientName))', for calls to \(settings.origin)\n")
    let way: LoginWay = usingCode || !Browser.isVisible ? .code : .browser
    let token = try await telling { () throws(ExchangeError) in
      try await signer.logIn(
        way, at: TerminalDesk(world: environment.world), for: call.request, with: means)
    }
    let renewal = token.refresh == nil ? "cannot be renewed" : "is renewed after that"
    let expiry = token.expires.map { now.expiry(of: $0) } ?? ""
    StandardStreams.report("logged in; the token \(expiry) and \(renewal)\n")
  }

  func printStatus(isJSON: Bool) throws(Failure) {
    let stored = try tokens.stored(for: settings.key)
    let state: String
    switch stored {
    case nil: state = settings.grant.needsUser ? "not logged in" : "no token yet"
    case let (token, _)? where token.expires.map { now.isBefore($0) } ?? true: state = "valid"
    case let (token, _)?: state = token.refresh == nil ? "expired" : "to be renewed"
    }
    if isJSON {
      return try Printing.print(
        BuiltJSON.map([
          ("server", .text(settings.serverName)), ("client", .text(settings.clientName)),
          ("grant", .text(settings.grant.rawValue)), ("origin", .text(settings.origin.description)),
          ("state", .text(state)), ("obtained", BuiltJSON(stored?.obtained.iso8601)),
          ("renewal", BuiltJSON(stored?.token.expires?.iso8601)),
          ("renewable", .boolean(stored?.token.refresh != nil)),
        ]).compact + "\n")
    }
    var rows = [
      ["server", settings.serverName], ["client", settings.clientName],
      ["grant", settings.grant.rawValue], ["for", settings.origin.description], ["token", state],
    ]
    if let stored {
      rows.append(["obtained", stored.obtained.iso8601])
      let word = stored.token.refresh == nil && settings.grant.needsUser ? "ends" : "renewal"
      if let expires = stored.token.expires { rows.append([word, expires.iso8601]) }
    }
    try Printing.print(lines: TextColumns.lines(rows))
  }

  func printToken() async throws(Failure) {
    let token = try await telling { () throws(ExchangeError) in
      try await signer.token(for: call.request, unless: nil, with: means)
    }
    try Printing.print("\(token.value.revealed)\n")
  }

  /// Revokes the token, and removes it also if that fails.
  func logOut() async throws(Failure) {
    guard let stored = try tokens.stored(for: settings.key) else {
      throw Failure(.noInput, "there is no token for '\(call.endpoint.file)'")
    }
    var failure: Failure?
    var isRevoked = false
    do throws(Failure) {
      isRevoked = try await telling { () throws(ExchangeError) in
        try await signer.revoke(stored.token, for: call.request, with: means)
      }
    } catch {
      failure = error
    }
    try await tokens.remove(settings.key)
    if let failure { throw failure }
    StandardStreams.report(
      isRevoked
        ? "revoked and removed the token\n"
        : "removed the token; the server has no endpoint to revoke it, and still accepts it\n")
  }

  static func removeAll() throws(Failure) {
    let environment = CommandEnvironment()
    let files = try SessionFiles(
      named: nil, above: environment.world.files.workingDirectory, in: environment.world,
      of: .logins)
    let session = Session(files, in: environment.world)
    for record in try session.contents().records {
      try session.remove(record)
      try Printing.print(lines: ["removed: \(record.title(in: environment.world.files))"])
    }
    for path in try files.removeRest() {
      try Printing.print(lines: ["removed: \(path), which could not be read"])
    }
  }

  /// Turns an error into the failure of the call, without secrets.
  private func telling<Result>(
    _ work: () async throws(ExchangeError) -> Result
  ) async throws(Failure) -> Result {
    do throws(ExchangeError) {
      return try await work()
    } catch {
      throw Failure(error, call: call).masked(by: Redactor(call))
    }
  }
}
