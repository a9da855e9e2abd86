import TestServers
import Foundation
import Testing

/// The server sends back what it received; the spec contains the secret where it is not known to be
/// one.
@Suite("A repeated secret")
struct RepeatedSecretTests {
  private static let secret = "hunter2/\"é&z"
  private static let spec = """
    host: http://a.example
    path: /<status>/hunter2%2F%22%C3%A9&z
    inputs:
      status: {default: '200'}
      key: {secret: true}
    query: {a: 'hunter2/"é&z', b: <key>}
    headers: {X-Key: <key>, X-Same: 'x hunter2/"é&z x', Authorization: Basic dXNlcjpzd29yZGZpc2g=}
    json: {a: 'hunter2/"é&z', b: <key>}
    expect: {status: 200} # hunter2/"é&z
    outputs:
      token: {from: $.token, default: none}
      session: {header: X-Session, secret: true}

    """
  private static let spellings = [
    secret, #"hunter2\/\"\u00E9&z"#, "hunter2%2f%22%c3%a9%26z", "hunter2/&quot;é&amp;z",
    "aHVudGVyMi8iw6kmeg==", "eGh1bnRlcjIvIsOpJnp4", "68756e746572322f22c3a9267a", "swordfish",
    "s3ss10n-1d",
  ]

  private static let server = Result {
    try ScriptedServer { request, connection in
      let status = request.split(separator: "/").dropFirst().first.map { String($0.prefix(3)) }
      let all = spellings.joined(separator: " ")
      connection.send(
        Array(
          """
          HTTP/1.1 \(status ?? "500") No \(all)\r
          Content-Type: text/plain; charset=utf-8\r
          X-Session: s3ss10n-1d\r
          X-\(spellings[6]): a name\r
          X-Other: public \(all)\r
          Location: http://a.example/?q=\(spellings[2])\r
          \r
          public \(all)
          """.utf8))
    }
  }

  private func run(_ command: String) throws -> CommandRun {
    let folder = "\(Place.scratch)/repeated-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.spec.write(toFile: "\(folder)/call.yaml", atomically: false, encoding: .utf8)
    let variables = ["SERVER": try Self.server.get().url, "KEY": Self.secret]
    _ = try Place.program("apicall")
    return CommandRun(
      try ChildProcess(
        ["/bin/sh", "-c", "apicall \(command) \"key=$KEY\""], in: folder,
        environment: Surroundings.variables.merging(variables) { $1 }))
  }

  private func leaks(in text: String) -> [String] {
    // The secret, and the part of it that only Base64 and hexadecimal change.
    (Self.spellings + ["hunter2", "aHVudGVy", "h1bnRlcj", "68756e74"]).filter { text.contains($0) }
  }

  @Test(
    "It is masked on standard error, and stays on standard output",
    arguments: ["-v", "status=500 -v", "status=403", "status=302 -v"])
  func printed(_ options: String) throws {
    let result = try run("run call.yaml --mock $SERVER \(options)")
    #expect(leaks(in: result.error).isEmpty, "\(result.error)")
    #expect(result.error.contains("***"))
    #expect(result.output == "public " + Self.spellings.joined(separator: " "))
  }

  @Test("It is masked in an error page on standard error, and in the line that a message shows")
  func errorPage() throws {
    let result = try run("run call.yaml --mock $SERVER status=401 --print token")
    #expect(result.ending == .exit(4) && result.output.isEmpty)
    let shown = "*** *** *** *** ***== e***4 *** *** ***"
    let expected = """
      public \(shown)
      call.yaml:9:18: error: POST http://a.example/401/***?a=***&b=*** (sent to $SERVER) \
      answered 401 No \(shown), not 200
        9 | expect: {status: 200} # ***
          |                  ^^^

      """
    let server = try Self.server.get().url
    #expect(result.error.replacing(server, with: "$SERVER") == expected)
  }

  @Test(
    "It is masked by show, even if the file contains the same text",
    arguments: ["", "--as http", "--as json", "--as curl", "--origin"])
  func shown(_ form: String) throws {
    let result = try run("show call.yaml \(form)")
    #expect(result.ending == .exit(0))
    let text = result.output + result.error
    #expect(leaks(in: text).isEmpty && !text.contains("dXNlcjpzd29yZGZpc2g="), "\(text)")
  }

  @Test("It becomes a variable in a curl command line, wherever it occurs")
  func curl() throws {
    let result = try run("show call.yaml --as curl")
    #expect(result.output.contains(#"'X-Same: x '"$SECRET_key"' x'"#), "\(result.output)")
    #expect(result.output.contains(#"'X-Key: '"$SECRET_key""#), "\(result.output)")
    #expect(result.error.contains("set SECRET_key to the input 'key'"))
  }
}
