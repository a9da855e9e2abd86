import TestServers
import Foundation
import Synchronization
import Testing

@Suite("Several files in one process")
struct SeriesTests {
  /// Creates a folder with a file for each path of a server.
  private static func folder(of paths: [String], at url: String) throws -> String {
    let folder = "\(Place.scratch)/series-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    for path in paths {
      try "host: \(url)\npath: /\(path)\n"
        .write(toFile: "\(folder)/\(path).yaml", atomically: true, encoding: .utf8)
    }
    return folder
  }

  private static func run(
    _ paths: [String], _ options: [String], in folder: String
  ) throws -> CommandRun {
    CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "run"] + paths.map { "\($0).yaml" } + options, in: folder))
  }

  @Test("A thousand calls use one connection")
  func oneConnection() throws {
    let server = try ScriptedServer.answering()
    let folder = try Self.folder(of: ["a", "b"], at: server.url)
    let paths = (0..<1000).map { $0.isMultiple(of: 2) ? "a" : "b" }
    let run = try Self.run(paths, [], in: folder)
    #expect(
      run
        == CommandRun(
          ending: .exit(0), output: String(repeating: "{}", count: 1000), error: ""))
    let lines = server.takeRequests().map { request in
      String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
    #expect(lines == paths.map { "GET /\($0) HTTP/1.1" })
    #expect(server.connections == 1)
  }

  @Test("With N parallel calls, there are at most N connections")
  func severalConnections() throws {
    let server = try ScriptedServer.answering()
    let folder = try Self.folder(of: ["a"], at: server.url)
    let run = try Self.run(Array(repeating: "a", count: 300), ["-j", "4"], in: folder)
    #expect(run.output == String(repeating: "{}", count: 300))
    #expect(server.takeRequests().count == 300)
    #expect((1...4).contains(server.connections))
  }

  /// A server whose responses depend on the other requests.
  private final class Gates: Sendable {
    private let open = Mutex<Set<String>>([])

    /// Opens the gate with a name, for all who wait for it.
    func open(_ name: String) { open.withLock { _ = $0.insert(name) } }

    /// Waits until a gate is open.
    func wait(for name: String) { waits { isOpen(name) } }

    func isOpen(_ name: String) -> Bool { open.withLock { $0.contains(name) } }
  }

  private static func answer(_ body: String, _ status: String = "200 OK") -> [UInt8] {
    Array(
      """
      HTTP/1.1 \(status)\r
      Content-Type: text/plain\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
  }

  private static func path(of request: String) -> String {
    String(request.split(separator: " ").dropFirst().first?.dropFirst() ?? "")
  }

  @Test("The output of later files waits for its turn, however long it is")
  func order() throws {
    let gates = Gates()
    let long = String(repeating: "0123456789abcdef", count: 20_000)
    let server = try ScriptedServer { request, connection in
      switch Self.path(of: request) {
      case "first":
        gates.wait(for: "second")
        gates.wait(for: "third")
        connection.send(Self.answer("1\n"))
      case "second":
        connection.send(Self.answer(long + "\n"))
        gates.open("second")
      default:
        connection.send(Self.answer("3\n", "404 Not Found"))
        gates.open("third")
      }
    }
    let paths = ["first", "second", "third"]
    let folder = try Self.folder(of: paths, at: server.url)
    let run = try Self.run(paths, ["--jobs", "3", "-v"], in: folder)
    #expect(run.ending == .exit(4))
    #expect(run.output == "1\n\(long)\n3\n")
    let shown = run.error.split(separator: "\n").filter { $0.hasPrefix("> GET") }
    #expect(shown == paths.map { "> GET \(server.url)/\($0)" })
    #expect(
      run.error.hasSuffix(
        "apicall: third.yaml: GET \(server.url)/third answered 404 Not Found, not 2xx\n"))
  }

  @Test("A failure ends later files, and leaves earlier ones")
  func failure() throws {
    let gates = Gates()
    let server = try ScriptedServer { request, connection in
      gates.open(Self.path(of: request))
      switch Self.path(of: request) {
      case "first":
        gates.wait(for: "third")
        gates.wait(for: "failed")
        connection.send(Self.answer("1\n"))
      case "second":
        gates.wait(for: "third")
        connection.send(Self.answer("down\n", "503 Service Unavailable"))
        gates.open("failed")
      default:
        // It would take forever, but is cancelled.
        _ = connection.receive()
      }
    }
    let paths = ["first", "second", "third", "fourth"]
    let folder = try Self.folder(of: paths, at: server.url)
    let run = try Self.run(paths, ["-j3"], in: folder)
    #expect(run.ending == .exit(5))
    #expect(run.output == "1\ndown\n")
    #expect(
      run.error
        == "apicall: second.yaml: GET \(server.url)/second answered 503 Service Unavailable, "
        + "not 2xx\n")
    #expect(!gates.isOpen("fourth"))
  }

  @Test("The first failure in the order of the files counts, and --keep-going continues")
  func keepGoing() throws {
    let server = try ScriptedServer { request, connection in
      let status = ["a": "404 Not Found", "b": "503 Service Unavailable"][Self.path(of: request)]
      connection.send(Self.answer("\(Self.path(of: request))\n", status ?? "200 OK"))
    }
    let folder = try Self.folder(of: ["a", "b", "c"], at: server.url)
    let run = try Self.run(["c", "b", "a", "c"], ["--keep-going"], in: folder)
    #expect(run.ending == .exit(5) && run.output == "c\nb\na\nc\n")
    #expect(
      run.error == """
        apicall: b.yaml: GET \(server.url)/b answered 503 Service Unavailable, not 2xx
        apicall: a.yaml: GET \(server.url)/a answered 404 Not Found, not 2xx

        """)
  }

  @Test("A signal ends them all", arguments: [[], ["--keep-going"], ["-j", "3"]])
  func signal(_ options: [String]) throws {
    let server = try ScriptedServer { _, connection in _ = connection.receive() }
    let folder = try Self.folder(of: ["a", "b"], at: server.url)
    let child = try ChildProcess(
      [Place.program("apicall"), "run", "a.yaml", "b.yaml"] + options, in: folder)
    #expect(server.waitForRequest())
    child.send(SIGINT)
    let run = CommandRun(child)
    #expect(run == CommandRun(ending: .signal(SIGINT), output: "", error: ""))
  }

  @Test("A closed reader ends them all, without a message")
  func closedPipe() throws {
    let server = try ScriptedServer.answering()
    let folder = try Self.folder(of: ["a"], at: server.url)
    let files = Array(repeating: "a.yaml", count: 200).joined(separator: " ")
    let script = "apicall run \(files) --keep-going | true; exit ${PIPESTATUS[0]}"
    let run = CommandRun(try ChildProcess(["/bin/bash", "-c", script], in: folder))
    #expect(run.error == "")
    #expect(run.ending == .exit(141) || server.takeRequests().count == 200)
  }

  @Test("Each event names its call")
  func events() throws {
    let server = try ScriptedServer.answering()
    let folder = try Self.folder(of: ["a", "b"], at: server.url)
    let run = try Self.run(["a", "b"], ["-j", "2", "--events", "events.jsonl"], in: folder)
    #expect(run.ending == .exit(0))
    let lines = try String(contentsOfFile: "\(folder)/events.jsonl", encoding: .utf8)
      .split(separator: "\n")
    for call in 1...2 {
      let events = lines.filter { $0.contains(#","call":\#(call),"#) }
      let names = events.compactMap { $0.firstMatch(of: /"event":"(\w+)"/)?.output.1 }
      // A call that takes long reports its progress before, too.
      #expect(
        names.filter { $0 != "progress" } == ["start", "request", "connection", "response", "end"])
      #expect(names.dropLast().last == "progress")
    }
    #expect(lines.allSatisfy { $0.contains(#","call":1,"#) || $0.contains(#","call":2,"#) })
  }

  @Test("Output that waits for its turn masks secrets that another call has learned meanwhile")
  func lateSecrets() throws {
    let gates = Gates()
    let server = try ScriptedServer.answering { request in
      let text = String(decoding: request, as: UTF8.self)
      var (fields, body) = ("", "{}")
      if text.hasPrefix("GET /login") {
        // The other call has its response by then.
        gates.wait(for: "echo")
        usleep(300_000)
        body = #"{"token":"tok-hidden-1234"}"#
      } else if text.hasPrefix("GET /echo") {
        fields = "X-Echo: tok-hidden-1234\r\n"
        gates.open("echo")
      }
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(fields)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    let folder = try Self.folder(of: ["echo"], at: server.url)
    for (name, text) in [
      ("login", "outputs: {token: {from: $.token, secret: true}}\n"),
      ("me", "needs: {login: {call: login.yaml}}\nheaders: {X-Token: <login.token>}\n"),
    ] {
      try "host: \(server.url)\npath: /\(name)\n\(text)"
        .write(toFile: "\(folder)/\(name).yaml", atomically: true, encoding: .utf8)
    }
    let run = try Self.run(["me", "echo"], ["-j", "2", "-v"], in: folder)
    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(run.error.contains("< X-Echo: ***\n"), "\(run.error)")
    #expect(!run.error.contains("tok-hidden-1234"), "\(run.error)")
  }

  @Test("A lack of descriptors is reported as such, and not as an unreachable server")
  func fewDescriptors() throws {
    // Every connection stays in use until one more cannot be opened.
    let hasFailed = Flag()
    let server = try ScriptedServer.answering { _ in
      hasFailed.waits()
      return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
    }
    let folder = try Self.folder(of: ["a"], at: server.url)
    let files = Array(repeating: "a.yaml", count: 24)
    let child = try ChildProcess(
      ["/bin/sh", "-c", "ulimit -n 20; exec \"$@\"", "sh", Place.program("apicall"), "run"]
        + files + ["-j", "24", "--events", "events.jsonl"], in: folder)
    waits {
      let events = try? String(contentsOfFile: "\(folder)/events.jsonl", encoding: .utf8)
      return events?.contains(#""exit":74,"#) == true || child.hasEnded
    }
    hasFailed.raise()
    let run = CommandRun(child)
    #expect(run.ending == .exit(74), "\(run.error)")
    #expect(
      run.error
        == """
        apicall: a.yaml: cannot open a connection to \(server.url): \
        the limit of 20 open files and connections is reached
          hint: raise it with 'ulimit -n 4096', or use a smaller --jobs or 'parallel'

        """)
  }
}
