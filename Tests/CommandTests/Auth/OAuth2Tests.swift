import Foundation
import TestServers
import Testing

@Suite("Tokens of OAuth 2.0")
struct OAuth2Tests {
  @Test("A client gets one token, which later runs use")
  func client() throws {
    let home = try OAuth2Home()
    for _ in 0..<3 { #expect(try home.run("run", "call.yaml").output == "{\"ok\":true}") }
    #expect(home.server.forms == [["grant_type": "client_credentials"]])
    #expect(home.server.authorizations.first == "Basic Y2k6aHVzaC1odXNo")
    #expect(try home.run("auth", "token", "call.yaml").output == "at-secret-1\n")
    let status = try home.run("auth", "status", "call.yaml")
    #expect(status.output.contains("token     valid\n"), "\(status)")
    let out = try home.run("auth", "logout", "call.yaml")
    #expect(
      out.error
        == "removed the token; the server has no endpoint to revoke it, and still accepts it\n")
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    #expect(home.server.issued == 2)
  }

  @Test(
    "The client is authenticated as the file says",
    arguments: [
      ("client_id: ci", "-", ["client_id": "ci"]),
      (
        "client_id: ci, client_secret: <key>, client_auth: post", "-",
        ["client_id": "ci", "client_secret": "hush-hush"]
      ),
      ("client_id: 'c i', client_secret: <key>", "Basic YyUyMGk6aHVzaC1odXNo", [:]),
      (
        "client_id: 'c i', client_secret: <key>, client_auth: basic_raw",
        "Basic YyBpOmh1c2gtaHVzaA==", [:]
      ),
      (
        "client_id: ci, client_assertion: <key>", "-",
        [
          "client_id": "ci", "client_assertion": "hush-hush",
          "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        ]
      ),
    ] as [(String, String, [String: String])])
  func authentication(auth: String, field: String, form: [String: String]) throws {
    let home = try OAuth2Home("grant: client_credentials, \(auth)")
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    #expect(home.server.authorizations.first == field)
    #expect(home.server.forms == [form.merging(["grant_type": "client_credentials"]) { $1 }])
  }

  @Test(
    "Each grant sends its fields",
    arguments: [
      (
        "username: ann, password: <key>",
        ["grant_type": "password", "username": "ann", "password": "hush-hush"]
      ),
      ("refresh_token: <key>", ["grant_type": "refresh_token", "refresh_token": "hush-hush"]),
      (
        "assertion: <key>, scope: [a, b]",
        [
          "grant_type": "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion": "hush-hush",
          "scope": "a b",
        ]
      ),
      (
        "subject_token: <key>, audience: shop, params: {x: y}",
        [
          "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
          "subject_token": "hush-hush", "audience": "shop", "x": "y",
          "subject_token_type": "urn:ietf:params:oauth:token-type:access_token",
        ]
      ),
    ] as [(String, [String: String])])
  func grants(auth: String, form: [String: String]) throws {
    let home = try OAuth2Home("client_id: ci, \(auth)")
    home.server.plan(
      "200 OK", #"{"access_token":"at-secret-0","token_type":"Bearer","expires_in":"60"}"#)
    _ = try home.run("run", "call.yaml")
    #expect(home.server.forms.first == form.merging(["client_id": "ci"]) { $1 })
  }

  @Test("An expired token is renewed by its refresh token, once for twenty processes")
  func together() throws {
    let home = try OAuth2Home("client_id: ci, username: ann, password: <key>")
    home.server.setLifetime(1)
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    home.server.setLifetime(3600)
    usleep(1_100_000)
    let runs = try (0..<20).map { _ in try home.start(["run", "call.yaml"]) }
    for run in runs { #expect(CommandRun(run).output == "{\"ok\":true}") }
    #expect(home.server.forms.map { $0["grant_type"] } == ["password", "refresh_token"])
    #expect(home.server.forms.last?["refresh_token"] == "rt-secret-1")
  }

  @Test("A login survives a kill between the renewal and its end")
  func killed() throws {
    let home = try OAuth2Home("client_id: ci, username: ann, password: <key>")
    home.server.setLifetime(1)
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    let rounds = Int(ProcessInfo.processInfo.environment["APICALL_CASES"] ?? "") ?? 20
    for round in 0..<min(rounds, 300) {
      usleep(1_000_000)
      let run = try home.start(["run", "call.yaml"])
      let before = home.server.issued
      _ = waits { home.server.issued > before || run.hasEnded }
      usleep(UInt32(round % 10) * 200)
      run.send(SIGKILL)
      _ = run.wait()
    }
    usleep(1_000_000)
    #expect(try home.run("run", "call.yaml").output == "{\"ok\":true}")
    #expect(home.server.forms.filter { $0["grant_type"] == "password" }.count == 1)
  }

  @Test("A refused token is replaced once, and a new one is not")
  func refused() throws {
    let home = try OAuth2Home()
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    home.server.revoke()
    #expect(try home.run("run", "call.yaml").output == "{\"ok\":true}")
    #expect(home.server.paths == ["/token", "/api", "/api", "/token", "/api"])
    home.server.revoke()
    home.server.plan("200 OK", #"{"access_token":"other","token_type":"Bearer"}"#)
    #expect(try home.run("run", "call.yaml").ending == .exit(4))
    #expect(home.server.paths.suffix(3) == ["/api", "/token", "/api"])
  }

  @Test("An expired login ends with a way to log in again")
  func invalidGrant() throws {
    let home = try OAuth2Home("client_id: ci, authorize_url: /authorize")
    try home.write("issuer: '\(home.server.url)', client_id: ci")
    let none = try home.run("run", "call.yaml")
    #expect(none.ending == .exit(77))
    #expect(none.error.contains(": nobody has logged in\n"), "\(none.error)")
    #expect(none.error.contains("'apicall auth login call.yaml' asks you to log in"))
    try logIn(home)
    #expect(try home.run("run", "call.yaml").output == "{\"ok\":true}")
    home.server.revoke()
    home.server.endLogins()
    let ended = try home.run("run", "call.yaml")
    #expect(ended.ending == .exit(77))
    #expect(ended.error.contains(": the login has expired (invalid_grant)\n"), "\(ended.error)")
    #expect(try home.run("auth", "status", "call.yaml").output.contains("not logged in\n"))
    #expect(home.server.paths.suffix(2) == ["/api", "/token"])
  }

  private func logIn(_ home: OAuth2Home) throws {
    home.server.setPending(0, isSlow: false)
    let login = try home.runAtTerminal(["auth", "login", "call.yaml", "--code"]) { _ in }
    #expect(login.ending == .exit(0), "\(login.text)")
  }

  @Test(
    "A response without a token ends with its reason and a way out",
    arguments: [
      (
        "401 Unauthorized", #"{"error":"invalid_client","error_description":"no\u001b[2J"}"#, 77,
        "refused the client 'ci': invalid_client: no\\x1b[2J (401, sent with client_auth basic)",
        "some servers want 'client_auth: post'"
      ),
      (
        "200 OK", #"{"error":"invalid_scope"}"#, 78, "issued no token: invalid_scope (200)",
        "check 'scope'"
      ),
      ("400 Bad Request", "", 4, "issued no token: status 400, without a reason", "check the URL"),
      ("500 Oops", "<p>hush-hush", 5, "issued no token: status 500, without a reason", ""),
      ("302 Found", "", 3, "issued no token: status 302, a redirect", "redirects are not followed"),
      ("200 OK", "<html>", 8, "the response is not JSON (application/json)", "that of a page"),
      ("200 OK", "{}", 8, "has no 'access_token'", "check that 'token_url'"),
      ("200 OK", #"{"access_token":"a","token_type":"mac"}"#, 76, "tokens of the type 'mac'", ""),
      ("200 OK", #"{"access_token":"a b"}"#, 8, "contains a character", ""),
    ] as [(String, String, Int32, String, String)])
  func failures(
    status: String, body: String, exit: Int32, message: String, hint: String
  ) throws {
    let home = try OAuth2Home()
    home.server.plan(status, body)
    let run = try home.run("run", "call.yaml")
    #expect(run.ending == .exit(exit), "\(run)")
    #expect(run.error.contains(message), "\(run.error)")
    #expect(hint.isEmpty || run.error.contains(hint), "\(run.error)")
    #expect(!run.error.contains("hush-hush") && run.output.isEmpty)
    #expect(!home.server.paths.contains("/api"))
  }

  @Test("The metadata of an issuer is used if it is its own, and asked for once")
  func metadata() throws {
    let home = try OAuth2Home()
    let auth = "issuer: '\(home.server.url)', client_id: ci, client_secret: <key>"
    try home.write(auth)
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    try home.write("\(auth), scope: other")
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    let known = "/.well-known/openid-configuration"
    #expect(home.server.paths == [known, "/token", "/api", "/token", "/api"])
    for issuer in ["https://evil.example", "\(home.server.url)/"] {
      let other = try OAuth2Home()
      try other.write("issuer: '\(other.server.url)', client_id: ci, client_secret: <key>")
      other.server.setMetadata("issuer", issuer)
      let run = try other.run("run", "call.yaml")
      #expect(run.ending == .exit(78))
      #expect(run.error.contains("its metadata is that of '\(issuer)'"), "\(run.error)")
      #expect(other.server.paths == [known])
    }
  }

  @Test("A device code is shown, and asked for until it is confirmed")
  func device() throws {
    let home = try OAuth2Home()
    try home.write("issuer: '\(home.server.url)', client_id: ci, grant: device_code")
    home.server.setPending(0, isSlow: true)
    let login = try home.runAtTerminal(["auth", "login", "call.yaml"]) { _ in }
    #expect(login.ending == .exit(0), "\(login.text)")
    #expect(login.text.contains("  open  https://login.example/device\n  enter WDJB-MJHT\n"))
    #expect(
      login.text.contains("logged in; the token expires in 59 min and is renewed after that\n"))
    #expect(home.server.forms.count == 2)
    let traced = try home.run("run", "call.yaml", "-v")
    #expect(traced.error.contains("\n> Authorization: ***\n"), "\(traced)")
    let out = try home.run("auth", "logout", "call.yaml")
    #expect(out.error == "revoked and removed the token\n", "\(out.error)")
  }

  @Test("A browser brings the code, and nothing else ends the login")
  func browser() throws {
    let home = try OAuth2Home()
    try home.write("issuer: '\(home.server.url)', client_id: ci, scope: [a, b]")
    let login = try home.runAtTerminal(
      ["auth", "login", "call.yaml"], variables: ["BROWSER": "true"]
    ) { session in
      let url = try session.line(after: "open")
      let items = URLComponents(string: url)?.queryItems ?? []
      func item(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
      #expect(url.hasPrefix("\(home.server.url)/authorize?response_type=code&client_id=ci"))
      #expect(item("code_challenge_method") == "S256" && item("scope") == "a b")
      let redirect = item("redirect_uri")
      for (query, status) in [
        ("", "400"), ("?state=other&code=evil", "400"),
        ("?state=\(item("state"))&state=other&code=evil", "400"),
      ] {
        #expect(try Self.status(of: redirect + query) == status)
      }
      #expect(try Self.status(of: redirect.replacing("/callback", with: "/other")) == "404")
      #expect(try Self.status(of: "\(redirect)?state=\(item("state"))&code=good-code") == "200")
    }
    #expect(login.ending == .exit(0), "\(login.text)")
    let form = home.server.forms.first ?? [:]
    #expect(form["code"] == "good-code" && form["code_verifier"]?.count == 43)
    #expect(!login.text.contains("good-code") && !login.text.contains(form["code_verifier"] ?? "?"))
  }

  /// Asks as a browser does, with curl(1).
  private static func status(of url: String) throws -> String {
    CommandRun(
      try ChildProcess(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", url])
    ).output
  }

  @Test("The answer of another server is not used")
  func otherIssuer() throws {
    let home = try OAuth2Home()
    try home.write("issuer: '\(home.server.url)', client_id: ci")
    let login = try home.runAtTerminal(
      ["auth", "login", "call.yaml"], variables: ["BROWSER": "true"]
    ) { session in
      let url = try session.line(after: "open")
      let items = URLComponents(string: url)?.queryItems ?? []
      func item(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
      _ = try Self.status(
        of: "\(item("redirect_uri"))?state=\(item("state"))&code=c&iss=https%3A%2F%2Fevil.example")
    }
    #expect(login.ending == .exit(76))
    #expect(login.text.contains("is one of 'https://evil.example'\n"), "\(login.text)")
    #expect(home.server.forms.isEmpty)
  }

  @Test("A login needs a terminal, a user and a free port")
  func impossible() throws {
    let home = try OAuth2Home()
    try home.write("issuer: '\(home.server.url)', client_id: ci")
    let deaf = try home.run("auth", "login", "call.yaml")
    #expect(deaf.ending == .exit(77))
    #expect(deaf.error.contains("nobody can log in here: standard error is not a terminal"))
    let ci = try home.runAtTerminal(["auth", "login", "call.yaml"], variables: ["CI": "true"]) {
      _ in
    }
    #expect(ci.ending == .exit(77))
    let port = try LoopbackSocket.bound(listens: true)
    try home.write(
      "issuer: '\(home.server.url)', client_id: ci, redirect: 'http://127.0.0.1:\(port.port)/back'")
    let busy = try home.runAtTerminal(
      ["auth", "login", "call.yaml"], variables: ["BROWSER": "true"]
    ) { _ in }
    #expect(busy.ending == .exit(74))
    #expect(
      busy.text.contains(
        "cannot wait for the login at 127.0.0.1:\(port.port): address already in use"),
      "\(busy.text)")
    #expect(home.server.forms.isEmpty)
  }

  @Test("No secret of an exchange is shown")
  func masks() throws {
    let home = try OAuth2Home("client_id: ci, username: ann, password: <key>")
    let shown = try home.run("show", "call.yaml")
    #expect(shown.output.contains("Authorization: ***\n"))
    home.server.setLifetime(1)
    var texts = ""
    for arguments in [["-v"], ["--events", "events.ndjson"], ["--envelope"]] {
      usleep(1_000_000)
      let run = CommandRun(try home.start(["run", "call.yaml"] + arguments))
      #expect(run.ending == .exit(0), "\(run)")
      texts += run.output + run.error
    }
    texts += (try? String(contentsOfFile: "\(home.folder)/events.ndjson", encoding: .utf8)) ?? ""
    #expect(texts.contains("POST \(home.server.url)/token"))
    for secret in ["hush-hush", "at-secret", "rt-secret"] {
      #expect(!texts.contains(secret), "\(texts)")
      #expect(!texts.contains(Data(secret.utf8).base64EncodedString().prefix(8)))
    }
    #expect(home.server.forms.count == 3)
  }

  @Test("A stored secret goes to the server and to the API only if it is for both")
  func confinement() throws {
    let home = try OAuth2Home()
    let api = try IssuerServer()
    try home.write(
      "token_url: '\(home.server.url)/token', client_id: ci, client_secret: <secret.shop>",
      host: api.url)
    let secret = ["APICALL_SECRET_SHOP": "hush-hush"]
    for origins in [home.server.url, api.url] {
      let run = try home.run(
        "run", "call.yaml",
        variables: secret.merging(["APICALL_SECRET_SHOP_ORIGINS": origins]) { $1 })
      #expect(run.ending == .exit(77), "\(run)")
    }
    #expect(home.server.paths.isEmpty && api.paths.isEmpty)
  }

  @Test("Nothing is requested with a mock server")
  func mock() throws {
    let home = try OAuth2Home()
    let other = try IssuerServer()
    _ = try home.run("run", "call.yaml", "--mock", other.url.replacing("http://", with: ""))
    #expect(other.authorizations == ["Bearer dummy-token"])
    #expect(home.server.paths.isEmpty)
  }
}
