import Foundation
import TestServers
import Testing

/// Tokens of servers that others have written, which live for eight seconds.
struct ProviderTests {
  @Test("Glewlwyd issues tokens to a client with a secret", .server("glewlwyd"))
  func glewlwydClient() throws {
    let server = try RealServer("glewlwyd")
    try server.prepare("glewlwyd-clients")
    let home = try OAuth2Home()
    let issuer = "issuer: '\(server.url)/api/oidc', client_id: machine, scope: read"
    for way in ["basic", "post", "basic_raw"] {
      try home.write("\(issuer), client_secret: <key>, client_auth: \(way)", host: server.url)
      let run = try home.run("auth", "token", "call.yaml")
      #expect(run.ending == .exit(0) && run.output.hasPrefix("eyJ"), "\(way): \(run)")
    }
    let out = try home.run("auth", "logout", "call.yaml")
    #expect(out.error == "revoked and removed the token\n", "\(out)")
    // It refuses without a word.
    let wrong = try home.run("auth", "token", "call.yaml", "key=wrong")
    #expect(wrong.ending == .exit(4) && wrong.output.isEmpty, "\(wrong)")
    #expect(wrong.error.contains(": status 403, without a reason\n"), "\(wrong)")
    try home.write(
      "\(issuer), client_secret: <key>, username: ann, password: <word>", host: server.url)
    try Self.use(home, "/api/oidc/userinfo")
  }

  @Test("Glewlwyd logs a person in, with a code and with a device", .server("glewlwyd"))
  func glewlwydPerson() throws {
    let server = try RealServer("glewlwyd")
    let port = try LoopbackSocket.bound(listens: false).port
    let redirect = "http://127.0.0.1:\(port)/callback"
    try server.prepare("glewlwyd-clients", "redirect=\(redirect)")
    let home = try OAuth2Home()
    let issuer = "issuer: '\(server.url)/api/oidc', client_id: person, scope: read"
    func agree(at page: String) throws {
      let json = "-H 'Content-Type: application/json'"
      let script = """
        curl -sf -c jar \(json) -d '{"username":"ann","password":"ann-pass-word"}' $0/api/auth/
        curl -sf -b jar \(json) -X PUT -d '{"scope":"read"}' $0/api/auth/grant/person
        curl -sfL -b jar "$1" >page
        """
      let words = ["sh", "-ec", script, server.url, page]
      #expect(CommandRun(try ChildProcess(words, in: home.folder)).ending == .exit(0))
    }
    try home.write("\(issuer), redirect: '\(redirect)'", host: server.url)
    let code = try home.runAtTerminal(
      ["auth", "login", "call.yaml"], variables: ["BROWSER": "true"]
    ) { try agree(at: "\($0.line(after: "open"))&g_continue") }
    #expect(code.ending == .exit(0), "\(code.text)")
    try Self.use(home, "/api/oidc/userinfo", renewals: 2)
    try home.write("\(issuer), grant: device_code", host: server.url)
    let device = try home.runAtTerminal(["auth", "login", "call.yaml"]) { session in
      let word = try session.line(after: "enter")
      try agree(at: "\(server.url)/api/oidc/device?code=\(word)&g_continue")
    }
    #expect(device.ending == .exit(0), "\(device.text)")
    try Self.use(home, "/api/oidc/userinfo")
  }

  @Test("oidc-provider-mock logs a person in", .server("oidc-provider-mock"))
  func oidcProviderMock() throws {
    let server = try RealServer("oidc-provider-mock")
    let home = try OAuth2Home()
    try home.write(
      "issuer: '\(server.url)', client_id: any, client_secret: <key>, scope: openid, "
        + "grant: authorization_code", host: server.url)
    let login = try home.runAtTerminal(
      ["auth", "login", "call.yaml"], variables: ["BROWSER": "true"]
    ) { session in
      let page = try session.line(after: "open")
      let words = ["curl", "-sfL", "-d", "sub=ann", page]
      #expect(CommandRun(try ChildProcess(words)).output.contains("close this page"))
    }
    #expect(login.ending == .exit(0), "\(login.text)")
    try Self.use(home, "/userinfo")
  }

  /// Asks who the person is, with the first token and with those that replace it.
  private static func use(
    _ home: OAuth2Home, _ path: String, renewals: Int = 1
  ) throws {
    let file = "\(home.folder)/call.yaml"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try text.replacing("path: /api\n", with: "path: \(path)\n")
      .replacing("inputs: {", with: "inputs: {word: {secret: true, default: ann-pass-word}, ")
      .write(toFile: file, atomically: true, encoding: .utf8)
    for round in 0...renewals {
      if round > 0 { usleep(8_000_000) }
      var run = try home.run("run", "call.yaml")
      // A slow machine may use even a new token only after its end.
      for _ in 0..<2 where run.ending == .exit(4) { run = try home.run("run", "call.yaml") }
      #expect(run.ending == .exit(0) && run.output.contains("\"sub\""), "\(round): \(run)")
    }
  }
}
