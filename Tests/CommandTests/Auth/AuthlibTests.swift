import Foundation
import TestServers
import Testing

/// Needs openssl(1), and a Python with Authlib and Flask.
@Suite(
  "Tokens of a server made with Authlib",
  .enabled(
    if: TLSServer.isThere && TestPython.has("authlib, flask"),
    "a Python with Authlib and Flask is needed"))
struct AuthlibTests {
  @Test("It issues tokens to a client with a secret, to one with a key, and to a person")
  func grants() throws {
    let home = try OAuth2Home()
    let keys =
      "openssl ecparam -name prime256v1 -genkey -noout -out k && openssl pkey -in k -pubout -out p"
    #expect(CommandRun(try ChildProcess(["sh", "-c", keys], in: home.folder)).ending == .exit(0))
    let python = try #require(TestPython.program(with: "authlib, flask"))
    let server = try ChildProcess(
      [python, "\(Place.fixtures)/oauth2/authlib_server.py", "\(home.folder)/p"])
    defer { server.send(SIGKILL) }
    var url = ""
    let isListening = waits {
      let line = String(decoding: server.output, as: UTF8.self)
      url = line.hasSuffix("\n") ? String(line.dropFirst(7).dropLast()) : ""
      return !url.isEmpty
    }
    #expect(isListening)
    for place in ["basic", "post"] {
      try home.write(
        "issuer: '\(url)', client_id: app, client_secret: <key>, client_auth: \(place), scope: \(place)",
        host: url)
      let run = try home.run("run", "call.yaml", "key=s3cr+t /x")
      #expect(run.ending == .exit(0), "\(run)")
    }
    try home.write(
      "token_url: '\(url)/token', client_id: app, client_secret: <key>, client_auth: basic_raw, scope: raw",
      host: url)
    #expect(try home.run("run", "call.yaml", "key=wrong").ending == .exit(77))
    try home.write("token_url: '\(url)/token', client_id: signer, key: <key>", host: url)
    #expect(try home.run("run", "call.yaml", "key@=k").ending == .exit(0))
    for (claims, status) in [("iss: signer", 0), ("iss: nobody", 77)] as [(String, Int32)] {
      try """
      host: \(url)
      path: /api
      inputs: {key: {secret: true}}
      let: {claims: {\(claims), sub: ann, aud: \(url)/token, exp: <(now() + 1m) | date("unix") | number>}}
      auth:
        type: oauth2
        token_url: \(url)/token
        assertion: <claims | jwt(key, "ES256")>

      """.write(toFile: "\(home.folder)/call.yaml", atomically: true, encoding: .utf8)
      let run = try home.run("run", "call.yaml", "key@=k")
      #expect(run.ending == .exit(status), "\(run)")
    }
    for (word, status) in [("ann's word", 0), ("no", 4)] as [(String, Int32)] {
      try home.write(
        "token_url: '\(url)/token', client_id: app, client_secret: <word>, username: ann, "
          + "password: <key>", host: url)
      let file = "\(home.folder)/call.yaml"
      try String(contentsOfFile: file, encoding: .utf8)
        .replacing("inputs: {", with: "inputs: {word: {secret: true}, ")
        .write(toFile: file, atomically: true, encoding: .utf8)
      let run = try home.run("run", "call.yaml", "word=s3cr+t /x", "key=\(word)")
      #expect(run.ending == .exit(status), "\(run)")
    }
    try home.write("issuer: '\(url)', client_id: person, scope: [a, b]", host: url)
    let login = try home.runAtTerminal(
      ["auth", "login", "call.yaml"], variables: ["BROWSER": "true"]
    ) { session in
      let page = try session.line(after: "open")
      #expect(
        CommandRun(try ChildProcess(["curl", "-sL", page])).output.contains("close this page"))
    }
    #expect(login.ending == .exit(0), "\(login.text)")
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    usleep(1_100_000)
    // Its refresh tokens can be used once.
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    try home.write("issuer: '\(url)', client_id: person, grant: device_code, scope: c", host: url)
    let device = try home.runAtTerminal(["auth", "login", "call.yaml"]) { _ in }
    #expect(device.ending == .exit(0), "\(device.text)")
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
  }
}
