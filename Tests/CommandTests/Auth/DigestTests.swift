import APICallText
import APICallSystem
import Foundation
import TestServers
import Testing

@Suite("A server that requires Digest authentication")
struct DigestTests {
  /// Returns the parameters of the request's Authorization; none if it has no such field.
  private static func credentials(in request: String) -> [String: String] {
    let line = request.split(separator: "\r\n").first { $0.hasPrefix("Authorization: Digest ") }
    var found: [String: String] = [:]
    for match in line?.matches(of: /([a-z]+)=(?:"([^"]*)"|([^," ]+))/) ?? [] {
      found[String(match.1)] = String(match.2 ?? match.3 ?? "")
    }
    return found
  }

  private static func digits(_ parts: String...) -> String {
    let message = Array(parts.joined(separator: ":").utf8)
    return Hexadecimal.encode(SHA256.digest(of: message) ?? [])
  }

  /// Whether the credentials are those of ann, whose password is "open sesame".
  private static func isRight(_ given: [String: String], method: String) -> Bool {
    let secret = digits("ann", "the shop", "open sesame")
    let message = digits(method, given["uri"] ?? "")
    let response = digits(
      secret, given["nonce"] ?? "", given["nc"] ?? "", given["cnonce"] ?? "", "auth", message)
    return given["response"] == response && given["realm"] == "the shop"
  }

  private func server() throws -> ScriptedServer {
    try ScriptedServer { request, connection in
      // Unread bytes would break the connection, and the response with it.
      if request.hasPrefix("POST "), request.hasSuffix("\r\n\r\n") { _ = connection.receive() }
      let given = Self.credentials(in: request)
      let method = String(request.prefix { $0 != " " })
      guard given["nonce"] == "fresh", Self.isRight(given, method: method) else {
        let nonce = given["nonce"] == "old" ? "fresh" : "old"
        let stale = given["nonce"] == "old" && Self.isRight(given, method: method)
        connection.send(
          """
          HTTP/1.1 401 Unauthorized\r
          WWW-Authenticate: Basic realm="the shop", Digest realm="the shop", nonce="a", \
          algorithm=MD5, qop="auth"\r
          WWW-Authenticate: Digest realm="the shop", nonce="\(nonce)", algorithm=SHA-256, \
          qop="auth-int,auth", opaque="o", stale=\(stale)\r
          Content-Length: 3\r
          Connection: close\r
          \r
          no\n
          """.utf8)
        return
      }
      let proof = Self.digits(
        Self.digits("ann", "the shop", "open sesame"), "fresh", given["nc"] ?? "",
        given["cnonce"] ?? "", "auth", Self.digits("", given["uri"] ?? ""))
      connection.send(
        """
        HTTP/1.1 200 OK\r
        Content-Type: text/plain\r
        Authentication-Info: qop=auth, rspauth="\(proof)", nc=\(given["nc"] ?? "")\r
        Content-Length: 4\r
        Connection: close\r
        \r
        yes\n
        """.utf8)
    }
  }

  private func run(_ arguments: String..., password: String) throws -> CommandRun {
    let folder = "\(Place.scratch)/digest-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    path: /orders
    query: {q: "<password>-no"}
    auth: {type: digest, username: ann, password: <password>}
    inputs: {password: {secret: true}, body: {type: file, optional: true}}
    """.write(toFile: "\(folder)/call.yaml", atomically: true, encoding: .utf8)
    let program = try Place.program("apicall")
    return CommandRun(
      try ChildProcess(
        [program, "run", "call.yaml", "password=\(password)"] + arguments, in: folder,
        environment: Surroundings.variables))
  }

  @Test("It gets the strongest digest, again if its nonce was stale, and -v shows it")
  func right() throws {
    let server = try server()
    let run = try run("--host", server.url, "-v", password: "open sesame")
    #expect(run.output == "yes\n")
    #expect(run.ending == .exit(0))
    #expect(server.connections == 3)
    let lines = run.error.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == "* answering the challenge" }.count == 2)
    #expect(lines.filter { $0 == "> Authorization: ***" }.count == 2)
    #expect(!run.error.contains("open") && !run.error.contains("sesame"))
  }

  @Test("It gets a body again")
  func body() throws {
    let server = try server()
    let run = try run(
      "--host", server.url, "--set", "json={a: 1}", password: "open sesame")
    #expect(run.error == "")
    #expect(run.output == "yes\n")
    #expect(server.connections == 3)
  }

  @Test("If it refuses the password, the call ends with exit status 4")
  func wrong() throws {
    let server = try server()
    let run = try run("--host", server.url, password: "wrong-password")
    #expect(run.ending == .exit(4))
    #expect(run.error.contains("  hint: it was sent with auth 'digest' (call.yaml:3)\n"))
    #expect(server.connections == 2)
  }

  @Test("It does not get a body that can be read only once, and nothing is sent")
  func pipe() throws {
    let server = try server()
    let run = try run(
      "--host", server.url, "--set", "file=<body>", "body=-", password: "open sesame")
    #expect(run.ending == .exit(74))
    #expect(run.error.contains("Digest sends the body again"))
    #expect(server.connections == 0)
  }
}
