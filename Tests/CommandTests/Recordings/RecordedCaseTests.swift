import Glibc
import TestServers
import Testing

@Suite("What a recording of a case holds")
struct RecordedCaseTests {
  private static let echo = """
    host: <host>
    path: /echo
    inputs: {key: {}, name: {default: none}}
    headers: {X-Key: <name>}
    examples:
      one: {with: {key: k}, response: {}}

    """

  @Test("A case that passes with its server but not in a replay leaves the old recording")
  func replayedFirst() throws {
    let server = try ScriptedServer.answering { _ in response("{\"key\": \"abcdef-123456\"}") }
    let secret = Self.echo.replacing("{key: {}", with: "{key: {secret: true}")
      .replacing("{key: k}", with: "{key: abcdef-123456}")
    let folder = try RecordingFolder(["echo.yaml": secret], at: server.url)
    #expect(try folder.run("test", "--record").ending == .exit(0))
    let before = folder.tree("echo.recorded")
    #expect(before.count == 2)
    let strict = secret.replacing("examples:", with: "expect: {body: {$.key: <key>}}\nexamples:")
      .replacing("host: <host>", with: "host: \(server.url)")
    try folder.write(strict, "echo.yaml")
    let run = try folder.run("test", "--record")
    #expect(run.ending == .exit(9))
    #expect(run.error.contains("not when it is replayed; nothing was recorded"), "\(run.error)")
    #expect(folder.tree("echo.recorded") == before)
  }

  @Test("Header fields that a script uses are in it, without those that always differ")
  func headers() throws {
    let server = try ScriptedServer.answering { _ in
      response("{}", headers: ["X-Pool: seven", "Date: Mon, 01 Jan 2026 00:00:00 GMT"])
    }
    let script = """
      steps:
        one: {call: {url: \(server.url)/a}}
        two: {call: {url: \(server.url)/b}}
      print: <one.headers.x-pool>

      """
    let folder = try RecordingFolder(["pool.yaml": script])
    let recorded = try folder.run("run", "pool.yaml", "--record", "r")
    server.stop()
    let text = folder.text("r/recording.yaml")
    #expect(text.split(separator: "X-Pool: seven").count == 2, "\(text)")
    #expect(!text.contains("Date:"))
    let replayed = try folder.run("run", "pool.yaml", "--replay", "r")
    #expect(recorded.output == replayed.output && replayed.output == "seven\n")
  }

  @Test(
    "Tokens by name are masked in bodies that are cut off, and in fragments",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
        + "{\"access_token\": \"made-by-server-1\", \"x\": [",
      "HTTP/1.1 302 Found\r\nLocation: http://a.example/#access_token=made-by-server-1&s=1\r\n"
        + "Content-Length: 0\r\n\r\n",
    ])
  func tokens(_ response: String) throws {
    let server = try ScriptedServer { _, connection in connection.send(Array(response.utf8)) }
    let folder = try RecordingFolder(["echo.yaml": Self.echo], at: server.url)
    _ = try folder.run("run", "echo.yaml", "key=k", "--record", "r")
    let files = folder.tree("r").values.map { String(decoding: $0, as: UTF8.self) }
    #expect(files.contains { $0.contains("masked-1") })
    #expect(!files.contains { $0.contains("made-by-server") })
  }

  @Test("A request without the credentials that were recorded does not match")
  func credentials() throws {
    let server = try ScriptedServer.answering { _ in response("{}") }
    let open = Self.echo.replacing("{key: {}", with: "{key: {secret: true}")
      .replacing("{key: k}", with: "{key: sent-to-server}")
    let authorized = open + "auth: {type: bearer, token: <key>}\n"
    let folder = try RecordingFolder(["echo.yaml": authorized], at: server.url)
    #expect(try folder.run("test", "--record").ending == .exit(0))
    let text = folder.text("echo.recorded/one/recording.yaml")
    #expect(text.contains("Authorization: Bearer <masked>"), "\(text)")
    #expect(!text.contains("sent-to-server"), "\(text)")
    #expect(try folder.run("test").ending == .exit(0))
    try folder.write(open.replacing("host: <host>", with: "host: \(server.url)"), "echo.yaml")
    let run = try folder.run("test")
    #expect(run.ending == .exit(9))
    #expect(
      run.error.contains("differs in Authorization: recorded 'Bearer <masked>', now nothing;"),
      "\(run.error)")
  }

  @Test("A status that differs from that of the example fails, also with the same exit status")
  func otherStatus() throws {
    let server = try ScriptedServer.answering { _ in response("410 Gone", "{}") }
    let file = Self.echo.replacing("response: {}", with: "response: {status: 404}")
    let folder = try RecordingFolder(["echo.yaml": file], at: server.url)
    let run = try folder.run("test", "--live")
    #expect(run.ending == .exit(9))
    #expect(
      run.error.contains(
        "the response of the example has status 404, but this one has status 410"),
      "\(run.error)")
    #expect(run.error.contains("run again: apicall test --live echo.yaml::one\n"), "\(run.error)")
    try folder.write(
      file.replacing("host: <host>", with: "host: \(server.url)")
        .replacing("{status: 404}", with: "{status: 410}"), "echo.yaml")
    #expect(try folder.run("test", "--live").ending == .exit(0))
  }

  @Test("A secret of a case that is sent comes from its variable, not from the example")
  func variable() throws {
    let server = try ScriptedServer.answering { _ in response("{}") }
    let file = Self.echo.replacing("{key: {}", with: "{key: {env: ECHO_KEY, secret: true}")
      .replacing("{key: k}", with: "{key: dummy-key}").replacing("<name>", with: "<key>")
    let folder = try RecordingFolder(["echo.yaml": file], at: server.url)
    func test(_ words: String...) throws -> CommandRun {
      CommandRun(
        try ChildProcess(
          [Place.program("apicall"), "test"] + words, in: folder.path,
          environment: Surroundings.variables.merging([
            "ECHO_KEY": "hunter-2-hunter", "HOME": folder.path,
          ]) { $1 }))
    }
    #expect(try test("--live").ending == .exit(0))
    #expect(server.requests.last?.contains("X-Key: dummy-key") == true)
    let trust = try ChildProcess(
      [Place.program("apicall"), "trust", "."], in: folder.path,
      environment: Surroundings.variables.merging(["HOME": folder.path]) { $1 })
    #expect(CommandRun(trust).ending == .exit(0))
    #expect(try test("--record").ending == .exit(0))
    #expect(server.requests.last?.contains("X-Key: hunter-2-hunter") == true)
    #expect(!folder.text("echo.recorded/one/recording.yaml").contains("hunter"))
    #expect(try folder.run("test").ending == .exit(0))
  }

  @Test("Tests store no output as a secret", arguments: ["--live", "--record", "--drift"])
  func stores(option: String) throws {
    let server = try ScriptedServer.answering { _ in response("{\"t\": \"made-by-server\"}") }
    let file = Self.echo + "outputs: {t: {from: $.t, secret: true, store: shop}}\n"
    let folder = try RecordingFolder(["echo.yaml": file], at: server.url)
    func apicall(_ words: String...) throws -> CommandRun {
      CommandRun(
        try ChildProcess(
          [Place.program("apicall")] + words, in: folder.path,
          environment: Surroundings.variables.merging(["HOME": folder.path]) { $1 }))
    }
    #expect(try apicall("trust", ".").ending == .exit(0))
    let run = try apicall("test", option)
    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(try apicall("secrets", "list").output == "")
    #expect(try apicall("run", "echo.yaml", "key=k").ending == .exit(0))
    #expect(try apicall("secrets", "list").output.contains("shop"))
  }

  @Test("Hints name no option that tests do not have")
  func hints() throws {
    let file = Self.echo.replacing("{key: {}", with: "{key: {env: APICALL_TEST_KEY, secret: true}")
    let script = "steps: {one: {call: echo.yaml}}\n"
    let folder = try RecordingFolder(["echo.yaml": file, "one.test.yaml": script])
    let run = try folder.run("test", "--live", "one.test.yaml")
    #expect(run.error.contains("hint: set APICALL_TEST_KEY"), "\(run.error)")
    #expect(!run.error.contains("--allow-env") && !run.error.contains("VALUE"), "\(run.error)")
  }

  @Test("A signal in the middle of a case writes nothing for it")
  func signal() throws {
    let script = """
      steps:
        many: {each: {range: [1, 9000]}, call: a.yaml}
        last: {call: a.yaml}
      print: <last.status>
      test: {golden: true}

      """
    var files = ["a.yaml": "url: http://a.example/\nexamples: {a: {response: {}}}\n"]
    for number in 100..<200 { files["\(number).test.yaml"] = script }
    let folder = try RecordingFolder(files)
    let child = try folder.start("test", "--update")
    usleep(700_000)
    child.send(SIGTERM)
    let run = CommandRun(child)
    #expect(run.ending == .signal(SIGTERM))
    let passed = run.error.split(separator: "1 passed\n").count - 1
    let goldens = folder.names().filter { $0.hasSuffix(".test.recorded") }
    #expect(goldens.count < 100 && passed <= goldens.count, "\(run.error)")
    for golden in goldens {
      let output = folder.text("\(golden)/\(golden.prefix(3))/output.json")
      #expect(output == "200\n", "\(golden)")
    }
  }
}
