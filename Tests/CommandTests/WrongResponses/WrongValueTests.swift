import Foundation
import TestServers
import Testing

/// Values that were another one than the file describes, with exit status 0.
@Suite("Values")
struct WrongValueTests {
  private let folder = "\(Place.scratch)/values-\(UUID().uuidString)"

  /// Answers each request with what is said for the beginning of its path.
  private func server(
    _ responses: [(path: String, headers: [String], body: String)]
  ) throws -> ScriptedServer {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try ScriptedServer.answering { bytes in
      let path = String(decoding: bytes, as: UTF8.self).split(separator: " ")[1]
      guard let found = responses.first(where: { path.hasPrefix($0.path) }) else {
        return response("404 Not Found", "{}")
      }
      return response(found.body, headers: found.headers)
    }
  }

  private func write(_ text: String, _ name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    CommandRun(
      try ChildProcess(
        [Place.program("apicall")] + arguments, in: folder,
        environment: Surroundings.variables.merging(["HOME": folder]) { $1 }))
  }

  @Test("A response in several lines is one line of results, of a state and of --print")
  func lines() throws {
    let server = try server([
      ("/", [], "{\n  \"id\": 1.50,\n  \"next\": {\n    \"at\": \"a\\n\"\n  }\n}")
    ])
    defer { server.stop() }
    try write("path: /<id>\ninputs: {id: {}}\nhost: \(server.url)\n", "row.yaml")
    try write("id\n1\n2\n", "rows.csv")
    let rows = try run("run", "row.yaml", "--rows", "rows.csv", "--results", "out.ndjson")
    #expect(rows.ending == .exit(0), "\(rows)")
    #expect(try run("results", "out.ndjson").ending == .exit(0))
    #expect(text("out.ndjson").contains(#""value":{"id":1.50,"next":{"at":"a\n"}}}"#))
    try write(
      """
      host: \(server.url)
      path: /list
      outputs: {next: $.next, id: $.id}
      state: {last: {from: <next>, first: null}}
      json: {after: <kept.last>}
      method: POST

      """, "list.yaml")
    for _ in 1...2 {
      let list = try run("run", "list.yaml", "--state", "s.json", "--print", "next,id")
      #expect(
        list == CommandRun(ending: .exit(0), output: "{\"at\":\"a\\n\"}\n1.50\n", error: ""))
    }
    #expect(text("s.json").split(separator: "\n").count == 1)
    #expect(server.requests.last?.hasSuffix(#"{"after":{"at":"a\n"}}"#) == true)
  }

  @Test("A default of a path stands for null in outputs, expectations and pages, too")
  func defaults() throws {
    let server = try server([
      ("/?page=2", [], #"{"items":[2],"more":false}"#),
      ("/", [], #"{"items":[1],"owner":{"name":null},"more":null}"#),
    ])
    defer { server.stop() }
    try write(
      """
      host: \(server.url)
      path: /
      outputs: {owner: {from: '$.owner.name | default("nobody")'}, plain: $.owner.name}
      expect: {body: {'$.owner.name | default("none")': none, $.owner.name: null}}

      """, "one.yaml")
    #expect(
      try run("run", "one.yaml", "--print", "owner,plain")
        == CommandRun(ending: .exit(0), output: "nobody\n\n", error: ""))
    try write(
      """
      host: \(server.url)
      path: /
      paginate: {page: query.page, items: $.items, more: $.more | default(true)}

      """, "pages.yaml")
    #expect(
      try run("run", "pages.yaml") == CommandRun(ending: .exit(0), output: "1\n2\n", error: ""))
  }

  @Test("A cookie that is removed and set anew has its last value")
  func cookies() throws {
    let server = try server([
      (
        "/",
        [
          "Set-Cookie: SID=; Max-Age=0", "Set-Cookie: SID=new",
          "Set-Cookie: SID=; Path=/old; Max-Age=0", "Set-Cookie: X=y",
        ], "{}"
      )
    ])
    defer { server.stop() }
    try write("url: \(server.url)/\noutputs: {sid: {cookie: SID}}\n", "login.yaml")
    #expect(
      try run("run", "login.yaml", "--print", "sid")
        == CommandRun(ending: .exit(0), output: "new\n", error: ""))
    let shown = try run("run", "login.yaml", "-v")
    #expect(!shown.error.contains("new"), "\(shown.error)")
  }

  @Test("A time of a list keeps its form where it is computed")
  func times() throws {
    for (time, sent) in [
      ("2026-03-01 09:00:00", "2026-03-01%2008:50:00"),
      ("2026-03-01T09:00:00", "2026-03-01T08:50:00"),
      ("2026-03-01 09:00:00.5Z", "2026-03-01%2008:50:00.5Z"),
      ("2026-03-01T09:00:00+01:00", "2026-03-01T07:50:00Z"),
    ] {
      let server = try server([("/", [], #"[{"id":1,"t":"\#(time)"}]"#)])
      defer { server.stop() }
      let name = UUID().uuidString
      try write(
        "host: \(server.url)\npath: /\nsince: {field: t, key: id, into: query.since, lag: 10m}\n",
        "\(name).yaml")
      for _ in 1...2 {
        let run = try run("run", "\(name).yaml", "--state", "\(name).json")
        #expect(run.ending == .exit(0), "\(run)")
      }
      let line = server.requests.last?.split(separator: " ").dropFirst().first ?? ""
      #expect(line.replacing("%3A", with: ":") == "/?since=\(sent)")
    }
  }

  @Test("A login belongs to the host with its base path")
  func logins() throws {
    let server = try server([
      ("/a/login", [], #"{"token":"of-a"}"#), ("/b/login", [], #"{"token":"of-b"}"#),
      ("/", [], "{}"),
    ])
    defer { server.stop() }
    try write("path: /login\noutputs: {token: $.token}\n", "login.yaml")
    try write(
      "path: /items\nneeds: {login: {call: login.yaml, fresh: 8h}}\nheaders: {X-T: <login.token>}\n",
      "items.yaml")
    for base in ["a", "b", "a"] {
      let run = try run("run", "items.yaml", "--host", "\(server.url)/\(base)")
      #expect(run.ending == .exit(0), "\(run)")
      #expect(server.requests.last?.contains("X-T: of-\(base)\r\n") == true)
    }
    #expect(server.requests.count == 5)
  }
}
