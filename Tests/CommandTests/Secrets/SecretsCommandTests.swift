import TestServers
import Foundation
import Glibc
import Testing

@Suite("Secrets at the terminal and in calls")
struct SecretsCommandTests {
  private static let value = "tok-hunter2-12345678"

  @Test("A value is read from the terminal, and is not echoed")
  func terminal() throws {
    let home = try SecretsHome()
    let session = try TerminalSession(
      [
        "/bin/sh", "-c",
        "HOME=\(home.path) exec \(Place.program("apicall")) secrets set shop"
          + " --origin http://odd.example",
      ])
    try session.type("\(Self.value)\n", after: "the secret 'shop': ")
    #expect(session.child.wait() == .exit(0))
    #expect(session.echoes)
    #expect(!session.text.contains("hunter2"))
    #expect(
      String(decoding: session.child.output, as: UTF8.self)
        == "stored: shop in file, for http://odd.example\n")
    #expect(try String(contentsOfFile: home.file, encoding: .utf8).contains(Self.value))
  }

  @Test("A signal at the question restores the terminal, and stores nothing")
  func interrupted() throws {
    let home = try SecretsHome()
    let session = try TerminalSession(
      [
        "/bin/sh", "-c",
        "HOME=\(home.path) exec \(Place.program("apicall")) secrets set shop"
          + " --origin http://odd.example",
      ])
    try session.type("tok", after: "the secret 'shop': ")
    session.child.send(SIGINT)
    #expect(session.child.wait() == .signal(SIGINT))
    #expect(session.echoes)
    #expect(!FileManager.default.fileExists(atPath: home.file))
  }

  @Test(
    "A value on standard input is any text, without one final line break",
    arguments: [
      ("a b", "a b", 0), ("a\\n", "a", 0), ("a\\n\\n", "a\n", 0), ("", "", 65), ("\\n", "", 65),
      ("\\377", "", 65), ("\\303\\251", "é", 0),
    ])
  func standardInput(_ printed: String, _ stored: String, _ status: Int32) throws {
    let server = try ScriptedServer.answering()
    let home = try SecretsHome("host: \(server.url)\ntext: <secret.shop>\ntemplate: [secret]\n")
    let run = try home.shell(
      "printf '\(printed)' | apicall secrets set shop - --origin \(server.url)")
    #expect(run.ending == .exit(status), "\(run.error)")
    guard status == 0 else { return #expect(!FileManager.default.fileExists(atPath: home.file)) }
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    let request = String(decoding: server.takeRequests().joined(), as: UTF8.self)
    #expect(request.hasSuffix("\r\n\r\n" + stored), "\(request)")
  }

  @Test("A value that is too long is refused")
  func tooLong() throws {
    let home = try SecretsHome()
    let run = try home.shell(
      "head -c 40000 /dev/zero | tr '\\0' x | apicall secrets set shop - --origin http://a.example")
    #expect(run.ending == .exit(66))
    #expect(run.error == "apicall: cannot read standard input: it is longer than 32769 bytes\n")
    let limit = try home.shell(
      "head -c 32768 /dev/zero | tr '\\0' x | apicall secrets set shop - --origin http://a.example")
    #expect(limit.ending == .exit(0))
  }

  @Test(
    "A call sends a secret only to its origin, and a refused call makes no connection")
  func call() throws {
    let server = try ScriptedServer.answering()
    let other = try ScriptedServer.answering()
    let home = try SecretsHome(SecretsHome.endpoint(server.url))
    try home.store("shop", Self.value, for: server.url)
    #expect(try home.run("run", "call.yaml").ending == .exit(0))
    let sent = String(decoding: server.takeRequests().joined(), as: UTF8.self)
    #expect(sent.contains("\r\nAuthorization: Bearer \(Self.value)\r\n"))
    let refused = try home.run("run", "call.yaml", "--host", other.url)
    #expect(refused.ending == .exit(77))
    #expect(
      refused.error.hasPrefix(
        "call.yaml:2:29: error: the secret 'shop' is for \(server.url), not for \(other.url)\n")
    )
    // Another name of the same machine is another origin.
    let named = try home.run("run", "call.yaml", "--host", "http://localhost:\(server.port)")
    #expect(named.ending == .exit(77))
    #expect(server.connections == 1 && other.connections == 0)
  }

  @Test("A mock server, a fixture and a failure get a dummy, and no file is read")
  func dummies() throws {
    let server = try ScriptedServer.answering()
    let home = try SecretsHome(
      SecretsHome.endpoint("http://odd.example")
        + "examples: {one: {with: {}, response: {json: {a: 1}}}}\n")
    // A file that would be refused.
    try FileManager.default.createDirectory(
      atPath: home.file, withIntermediateDirectories: true)
    #expect(try home.run("run", "call.yaml").ending == .exit(77))
    #expect(try home.run("run", "call.yaml", "--mock", server.url).ending == .exit(0))
    let sent = String(decoding: server.takeRequests().joined(), as: UTF8.self)
    #expect(sent.contains("\r\nAuthorization: Bearer dummy-shop\r\n"))
    let fixture = try home.run("run", "call.yaml", "--requester", "fixture", "--print", "status")
    #expect(fixture.ending == .exit(0) && fixture.output == "200\n", "\(fixture.error)")
    #expect(try home.run("run", "call.yaml", "--fail", "timeout").ending == .exit(2))
    for command in ["show", "check"] {
      let run = try home.run(command, "call.yaml")
      #expect(run.ending == .exit(0), "\(run.error)")
      #expect(!run.output.contains("dummy-shop"))
    }
  }

  @Test("Repeated files send the secret each time", arguments: [1, 3])
  func series(jobs: Int) throws {
    let server = try ScriptedServer.answering()
    let home = try SecretsHome(
      "host: \(server.url)\nheaders: {X-Token: <secret.shop>}\nlet: {a: <secret.shop>}\n")
    try home.store("shop", Self.value, for: server.url)
    try "host: \(server.url)\nquery: {token: <secret.shop>}\n"
      .write(toFile: "\(home.path)/other.yaml", atomically: true, encoding: .utf8)
    let run = try home.run(
      "run", "-j", "\(jobs)", "call.yaml", "other.yaml", "call.yaml", "call.yaml", "other.yaml")
    #expect(run.ending == .exit(0) && run.output == "{}{}{}{}{}", "\(run.error)")
    let requests = server.takeRequests().map { String(decoding: $0, as: UTF8.self) }
    #expect(requests.filter { $0.contains("\r\nX-Token: \(Self.value)\r\n") }.count == 3)
    #expect(requests.filter { $0.hasPrefix("GET /?token=\(Self.value) ") }.count == 2)
    // One of them goes where the secret may not: nothing is sent.
    try SecretsHome.endpoint("http://127.0.0.1:9")
      .write(toFile: "\(home.path)/elsewhere.yaml", atomically: true, encoding: .utf8)
    let refused = try home.run("run", "call.yaml", "elsewhere.yaml", "call.yaml")
    #expect(refused.ending == .exit(77) && refused.output.isEmpty)
    #expect(server.takeRequests().isEmpty)
  }

  @Test("Names are completed, and values are not")
  func completion() throws {
    let home = try SecretsHome()
    try home.store("shop", Self.value, for: "http://odd.example")
    let variables = ["APICALL_SECRET_GIT": "git-12345678"]
    for command in ["remove", "set"] {
      let run = try home.run("__complete", "secrets", command, "", variables: variables)
      #expect(run.output == "git\tIn env\nshop\tIn file, for http://odd.example\n")
    }
    let sources = try home.run("__complete", "secrets", "remove", "--source", "")
    #expect(
      sources.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["env", "file"])
  }
}
