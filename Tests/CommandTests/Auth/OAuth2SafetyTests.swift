import Foundation
import TestServers
import Testing

@Suite("Whose tokens of OAuth 2.0 are sent, and to whom")
struct OAuth2SafetyTests {
  @Test("Tokens of different users are different, and of one user whose token is signed anew not")
  func users() throws {
    let home = try OAuth2Home("client_id: ci, refresh_token: <key>")
    for key in ["ann-1", "bob-1", "ann-1"] {
      home.server.plan(
        "200 OK", #"{"access_token":"of-\#(key)","token_type":"Bearer","expires_in":60}"#)
      let run = try home.run("auth", "token", "call.yaml", "key=\(key)")
      #expect(run.output == "of-\(key)\n", "\(run)")
    }
    #expect(home.server.forms.map { $0["refresh_token"] } == ["ann-1", "bob-1"])
    try home.write(
      "token_url: '\(home.server.url)/token', client_id: ci, client_assertion: <key>, scope: [a]")
    // The claims {"sub":"a","iat":1}, {"sub":"a","iat":2} and {"sub":"b","iat":1}.
    for claims in [
      "eyJzdWIiOiJhIiwiaWF0IjoxfQ", "eyJzdWIiOiJhIiwiaWF0IjoyfQ", "eyJzdWIiOiJiIiwiaWF0IjoxfQ",
    ] {
      #expect(try home.run("auth", "token", "call.yaml", "key=e30.\(claims).x").ending == .exit(0))
    }
    #expect(home.server.forms.count == 4)
  }

  @Test("A token that the server does not revoke is removed, with an error")
  func unrevoked() throws {
    let home = try OAuth2Home()
    try home.write("issuer: '\(home.server.url)', client_id: ci, client_secret: <key>")
    home.server.setMetadata("revocation_endpoint", "\(home.server.url)/api")
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    let out = try home.run("auth", "logout", "call.yaml")
    #expect(out.ending == .exit(4), "\(out)")
    #expect(out.error.contains("has not revoked the token: status 401\n"), "\(out)")
    #expect(try home.run("auth", "status", "call.yaml").output.contains("no token yet\n"))
  }

  @Test("An API that refuses each token does not get one with each call")
  func vain() throws {
    let home = try OAuth2Home()
    try """
    inputs: {key: {secret: true, default: hush-hush}}
    steps:
      all:
        each: [\((1...100).map(String.init).joined(separator: ", "))]
        call: call.yaml
        with: {key: <key>}
        on_error: continue
    print: null

    """.write(toFile: "\(home.folder)/all.yaml", atomically: true, encoding: .utf8)
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    for _ in 0..<120 {
      home.server.plan("200 OK", #"{"access_token":"bad-\#(UUID())","token_type":"Bearer"}"#)
    }
    home.server.revoke()
    _ = try home.run("run", "all.yaml")
    // The API refuses 100 calls. A few tokens are replaced at once, and a few more every 5 seconds.
    #expect((2..<60).contains(home.server.forms.count), "\(home.server.forms.count)")
  }

  @Test("No part of a secret is shown, also where a text of the server is cut")
  func cut() throws {
    let home = try OAuth2Home()
    let filler = String(repeating: "p", count: 506)
    home.server.plan(
      "400 Bad Request", #"{"error":"invalid_grant","error_description":"\#(filler)hush-hush"}"#)
    let run = try home.run("run", "call.yaml")
    #expect(run.ending == .exit(77) && !run.error.contains("hush"), "\(run)")
    home.server.plan("200 OK", #"{"access_token":"at-hidden-1","token_type":"at-hidden-1"}"#)
    let odd = try home.run("run", "call.yaml")
    #expect(odd.ending == .exit(76) && !odd.error.contains("hidden"), "\(odd)")
  }

  @Test(
    "A file that is not trusted logs no user in, and chooses no request with a secret",
    arguments: [
      ("authorize_url: https://a.example/a, client_id: ci", "may not use the login of a user"),
      ("client_id: ci, client_secret: <secret.shop>, params: {charge: '1'}", "POST"),
      ("client_id: ci, client_secret: <secret.shop>, params: {t: <secret.shop>}", "POST"),
    ])
  func strangers(auth: String, message: String) throws {
    let home = try OAuth2Home()
    #expect(try home.run("trust", "--remove", ".").ending == .exit(0))
    try home.write("token_url: /token, \(auth)")
    let secret = [
      "APICALL_SECRET_SHOP": "hush-hush", "APICALL_SECRET_SHOP_ORIGINS": home.server.url,
    ]
    let run = try home.run("run", "call.yaml", "--grant", "shop", variables: secret)
    #expect(run.ending == .exit(77) && run.error.contains(message), "\(run)")
    #expect(home.server.paths.isEmpty)
    if auth.contains("'1'") {
      let granted = try home.run(
        "run", "call.yaml", "--grant", "shop=GET,POST,body", variables: secret)
      #expect(granted.ending == .exit(0), "\(granted)")
    }
  }

  @Test("Beside an issuer, no URL is another server's")
  func otherServer() throws {
    let home = try OAuth2Home()
    try home.write("issuer: https://a.example, token_url: https://b.example/t, client_id: ci")
    let run = try home.run("check", "call.yaml")
    #expect(run.ending == .exit(65), "\(run)")
    #expect(run.error.contains("'token_url' is at https://b.example, and 'issuer' at https://a"))
  }

  /// The ways to get a token, each with what the user of a terminal does.
  private static let grants = [
    "client_id: ci, client_secret: <key>", "client_id: ci, client_secret: <key>, client_auth: post",
    "client_id: ci, client_secret: <key>, client_auth: basic_raw",
    "client_id: ci, client_assertion: <key>", "client_id: ci, username: ann, password: <key>",
    "client_id: ci, refresh_token: <key>", "client_id: ci, subject_token: <key>",
    "client_id: ci, assertion: <key>", "client_id: ci, key: <pem>",
    "client_id: ci, grant: device_code", "client_id: ci, scope: [a]",
  ]

  @Test("No spelling of a secret of any grant is in what is shown or recorded", arguments: grants)
  func masks(grant: String) throws {
    let home = try OAuth2Home()
    let key = "openssl genpkey -algorithm ed25519 -out pem"
    #expect(CommandRun(try ChildProcess(["sh", "-c", key], in: home.folder)).ending == .exit(0))
    try home.write("issuer: '\(home.server.url)', \(grant)")
    let file = "\(home.folder)/call.yaml"
    try String(contentsOfFile: file, encoding: .utf8)
      .replacing("inputs: {", with: "inputs: {pem: {secret: true, optional: true}, ")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let pem = grant.contains("<pem>") ? ["pem@=pem"] : []
    home.server.setLifetime(1)
    var texts = ""
    if grant.contains("device") || grant.contains("scope") {
      let login = try home.runAtTerminal(
        ["auth", "login", "call.yaml"], variables: ["BROWSER": "true"]
      ) { session in
        guard grant.contains("scope") else { return }
        let items =
          URLComponents(string: try session.line(after: "open"))?.queryItems ?? []
        func item(_ name: String) -> String { items.first { $0.name == name }?.value ?? "" }
        let answer = "\(item("redirect_uri"))?state=\(item("state"))&code=code-secret-7"
        #expect(CommandRun(try ChildProcess(["curl", "-sf", answer])).ending == .exit(0))
      }
      #expect(login.ending == .exit(0), "\(login.text)")
      texts += login.text
    }
    for options in [["-v"], ["--events", "events"], ["--envelope"], ["--record", "rec"]] {
      usleep(1_000_000)
      let run = CommandRun(try home.start(["run", "call.yaml"] + options + pem))
      texts += run.output + run.error
    }
    home.server.plan("400 Bad Request", #"{"error":"invalid_request"}"#)
    usleep(1_000_000)
    let failed = CommandRun(try home.start(["run", "call.yaml", "-v"] + pem))
    #expect(failed.ending != .exit(0))
    texts += failed.output + failed.error
    for name in try FileManager.default.subpathsOfDirectory(atPath: home.folder)
    where name != "pem" && name != "call.yaml" {
      texts += (try? String(contentsOfFile: "\(home.folder)/\(name)", encoding: .utf8)) ?? ""
    }
    let secretFields = [
      "client_secret", "password", "refresh_token", "subject_token", "assertion", "code",
      "client_assertion", "code_verifier", "device_code",
    ]
    var secrets = ["hush-hush"] + (0...home.server.issued).map { "at-secret-\($0)" }
    secrets += (0...home.server.issued).map { "rt-secret-\($0)" }
    for form in home.server.forms { secrets += secretFields.compactMap { form[$0] } }
    #expect(!home.server.forms.isEmpty && texts.contains("POST \(home.server.url)/token"))
    let shown = SearchedRequest(Array(texts.utf8))
    for secret in Set(secrets) {
      #expect(shown.spelling(of: SecretSpelling.all(of: secret)) == nil, "\(secret)")
    }
  }
}
