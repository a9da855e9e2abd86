import Synchronization
import TestServers
import Testing

@Suite("Drift")
struct DriftTests {
  /// What the server does, which a test changes.
  private final class Script: Sendable {
    private let made = Mutex<@Sendable (String, Int) -> String>({ _, _ in response("{}") })
    private let counts = Mutex<[String: Int]>([:])

    func set(_ answer: @escaping @Sendable (_ path: String, _ count: Int) -> String) {
      made.withLock { $0 = answer }
      counts.withLock { $0 = [:] }
    }

    func answer(to request: [UInt8]) -> String {
      let words = String(decoding: request, as: UTF8.self).split(separator: " ")
      let path = String(words[1])
      let count = counts.withLock { counts in
        counts[path, default: 0] += 1
        return counts[path] ?? 0
      }
      return made.withLock { $0 }(path, count)
    }
  }

  private static let user = #"{"id":1,"name":"ann","tags":["a"],"owner":{"id":3}}"#

  private static func file(_ path: String, _ more: String = "") -> String {
    "host: <host>\npath: /\(path)\n\(more)examples: {one: {with: {}, response: {json: {}}}}\n"
  }

  private static func recorded(
    _ files: [String: String], by answer: @escaping @Sendable (String, Int) -> String
  ) throws -> (folder: RecordingFolder, server: ScriptedServer, script: Script) {
    let script = Script()
    script.set(answer)
    let server = try ScriptedServer.answering { script.answer(to: $0) }
    let folder = try RecordingFolder(files, at: server.url)
    let run = try folder.run("test", "--record")
    #expect(run.ending == .exit(0), "\(run.error)")
    return (folder, server, script)
  }

  @Test("A lost member and another kind fail, a new one is a note, other values are nothing")
  func changes() throws {
    let (folder, server, script) = try Self.recorded(["user.yaml": Self.file("user")]) { _, _ in
      response(Self.user)
    }
    defer { server.stop() }
    func drift(_ body: String, _ options: String...) throws -> CommandRun {
      script.set { _, _ in response(body) }
      return try folder.run(["test", "--drift"] + options)
    }
    let place = "user.recorded/one/recording.yaml:4:5: "
    let subject = "the response to GET \(server.url)/user differs from the recorded one"
    let lost = try drift(Self.user.replacing(#","name":"ann""#, with: ""))
    #expect(lost.ending == .exit(9))
    #expect(lost.error.contains("\(place)error: \(subject)\n"), "\(lost.error)")
    #expect(lost.error.contains("    $.name is missing; it was a string\n"), "\(lost.error)")
    let retyped = try drift(Self.user.replacing(#""id":1"#, with: #""id":"1""#))
    #expect(retyped.ending == .exit(9))
    #expect(retyped.error.contains("    $.id is a string; it was a number\n"), "\(retyped.error)")
    let more = Self.user.replacing(#""id":1"#, with: #""id":1,"new":[]"#)
    let added = try drift(more)
    #expect(added.ending == .exit(0))
    #expect(added.error.contains("NOTE user.yaml::one\n\(place)note: "), "\(added.error)")
    #expect(added.error.contains("    $.new is new: an array\n"), "\(added.error)")
    #expect(try drift(more, "--strict").ending == .exit(9))
    let values = try drift(#"{"owner":{"id":4},"tags":["z","y"],"name":"bob","id":17}"#)
    #expect(values.ending == .exit(0))
    #expect(values.error == "user.yaml: 1 passed\n1 passed\n")
    let page = try drift("<p>down</p>")
    #expect(page.ending != .exit(0))
    script.set { _, _ in response("201 Created", Self.user) }
    let status = try folder.run("test", "--drift")
    #expect(status.error.contains("    the status is 201; it was 200\n"), "\(status.error)")
    script.set { _, _ in response("<p>", type: "text/html") }
    let type = try folder.run("test", "--drift")
    #expect(
      type.error.contains("    the media type is text/html; it was application/json\n"),
      "\(type.error)")
  }

  @Test("Recorded requests that are not sent any more fail, and fewer of a loop are a note")
  func fewer() throws {
    let files = [
      "a.yaml": "host: <host>\npath: /a\n", "b.yaml": "host: <host>\npath: /b\n",
      "s.test.yaml": """
      steps:
        a: {call: a.yaml}
        b: {if: <a.body.more>, call: b.yaml}
        c: {each: <a.body.list>, call: b.yaml}

      """,
    ]
    let (folder, server, script) = try Self.recorded(files) { path, _ in
      response(path == "/a" ? #"{"more":true,"list":[1,2]}"# : "{}")
    }
    defer { server.stop() }
    func drift(_ body: String, _ options: String...) throws -> CommandRun {
      script.set { path, _ in response(path == "/a" ? body : "{}") }
      return try folder.run(["test", "--drift"] + options)
    }
    let lost = try drift(#"{"more":false,"list":[1,2]}"#)
    #expect(lost.ending == .exit(9), "\(lost)")
    #expect(
      lost.error.contains("nothing was sent in place of the recorded requests of the step 'b'\n"),
      "\(lost.error)")
    let shorter = #"{"more":true,"list":[1]}"#
    let fewer = try drift(shorter)
    #expect(fewer.ending == .exit(0), "\(fewer)")
    #expect(
      fewer.error.contains("1 request was sent in place of the 2 recorded ones of the step 'c'\n"),
      "\(fewer.error)")
    #expect(try drift(shorter, "--strict").ending == .exit(9))
  }

  @Test("The lines of a stream are compared as the items of a list")
  func lines() throws {
    let type = "application/x-ndjson"
    let (folder, server, script) = try Self.recorded(["lines.yaml": Self.file("lines")]) { _, _ in
      response("{\"id\":1}\n{\"id\":2}\n", type: type)
    }
    defer { server.stop() }
    script.set { _, _ in response("{\"key\":1}\n\n{\"key\":2}\n", type: type) }
    let run = try folder.run("test", "--drift")
    #expect(run.ending == .exit(9), "\(run)")
    #expect(run.error.contains("    $.*.id is missing; it was a number\n"), "\(run.error)")
    script.set { _, _ in response("{\"id\":3}\n", type: type) }
    #expect(try folder.run("test", "--drift").ending == .exit(0))
  }

  @Test("Five changes among thirty endpoints are found, and nothing else")
  func thirty() throws {
    var files: [String: String] = [:]
    for number in 10..<40 { files["e\(number).yaml"] = Self.file("e\(number)") }
    @Sendable func body(_ path: String, _ salt: Int) -> String {
      let ids = (0..<(1 + salt % 3)).map { #"{"id":\#($0 + salt),"at":"\#(salt)","none":null}"# }
      return
        #"{"path":"\#(path)","items":[\#(ids.joined(separator: ","))],"by":{"\#(salt + 100)":1}}"#
    }
    let (folder, server, script) = try Self.recorded(files) { path, _ in response(body(path, 1)) }
    defer { server.stop() }
    script.set { path, _ in
      let now = body(path, 5)
      switch path {
      case "/e12": return response(now.replacing(#""path""#, with: #""way""#))
      case "/e19": return response(now.replacing(#""id":5"#, with: #""id":"5""#))
      case "/e23": return response("203 Other", now)
      case "/e30": return response(now, type: "application/vnd.x+json")
      case "/e38": return response(#"{"path":"","items":{},"by":{"1":1}}"#)
      default: return response(now)
      }
    }
    let run = try folder.run("test", "--drift", "-j", "4")
    #expect(run.ending == .exit(9))
    let failed = run.error.split(separator: "\n").filter { $0.hasPrefix("FAIL ") }
    #expect(
      failed == ["12", "19", "23", "30", "38"].map { "FAIL e\($0).yaml::one" }, "\(run.error)")
    #expect(run.error.hasSuffix("25 passed, 5 failed\n"), "\(run.error)")
    #expect(!run.error.contains("NOTE"), "\(run.error)")
  }

  @Test("Only requests for reading are sent, unless the user allows others")
  func writes() throws {
    let files = [
      "add.yaml": Self.file("add", "json: {}\n"), "get.yaml": Self.file("get"),
      "both.test.yaml": "steps: {a: {call: get.yaml}, b: {call: add.yaml}}\n",
    ]
    let (folder, server, script) = try Self.recorded(files) { _, _ in response("{}") }
    defer { server.stop() }
    let sent = Mutex<[String]>([])
    script.set { path, _ in
      sent.withLock { $0.append(path) }
      return response("{}")
    }
    let run = try folder.run("test", "--drift")
    #expect(run.ending == .exit(0))
    #expect(
      run.error.contains(
        "skipped add.yaml::one: POST may change something; --allow-write sends it"),
      "\(run.error)")
    #expect(run.error.contains("skipped both.test.yaml::both: POST"), "\(run.error)")
    #expect(sent.withLock { $0 } == ["/get", "/get"])
    let all = try folder.run("test", "--drift", "--allow-write")
    #expect(all.ending == .exit(0) && all.error.hasSuffix("3 passed\n"), "\(all.error)")
  }

  @Test("More pages than were recorded are compared with the last one")
  func pages() throws {
    let files = ["list.yaml": Self.file("list", "paginate: {link: next}\n")]
    @Sendable func page(_ path: String, of count: Int) -> String {
      let number = Int(path.drop { $0 != "=" }.dropFirst()) ?? 1
      let next = number < count ? ["Link: </list?page=\(number + 1)>; rel=next"] : []
      return response(#"[{"id":\#(number)}]"#, headers: next)
    }
    let (folder, server, script) = try Self.recorded(files) { path, _ in page(path, of: 2) }
    defer { server.stop() }
    script.set { path, _ in page(path, of: 5) }
    #expect(try folder.run("test", "--drift").ending == .exit(0))
    script.set { path, _ in
      path.hasSuffix("=4") ? response(#"[{"id":"4"}]"#) : page(path, of: 5)
    }
    let run = try folder.run("test", "--drift")
    #expect(run.ending == .exit(9))
    #expect(run.error.contains("    $.*.id is a string; it was a number\n"), "\(run.error)")
  }

  @Test("A secret in the name of a member is masked")
  func secretName() throws {
    let file = """
      host: <host>
      path: /one
      inputs: {key: {secret: true}}
      headers: {X-Key: <key>}
      examples: {one: {with: {key: hunter-2-hunter}, response: {json: {}}}}

      """
    let (folder, server, script) = try Self.recorded(["one.yaml": file]) { _, _ in response("{}") }
    defer { server.stop() }
    script.set { _, _ in response(#"{"hunter-2-hunter":1}"#) }
    let run = try folder.run("test", "--drift", "--strict")
    #expect(run.ending == .exit(9))
    #expect(!run.error.contains("hunter-2-hunter"), "\(run.error)")
  }

  @Test("A case that passes when it is run again is flaky")
  func flaky() throws {
    let (folder, server, script) = try Self.recorded(["one.yaml": Self.file("one")]) { _, _ in
      response("{}")
    }
    defer { server.stop() }
    @Sendable func third(_ path: String, _ count: Int) -> String {
      count == 3 ? response("{}") : response("503 Busy", "{}")
    }
    script.set(third)
    #expect(try folder.run("test", "--live", "--retries", "1").ending == .exit(9))
    script.set(third)
    let run = try folder.run("test", "--live", "--retries", "2")
    #expect(run.ending == .exit(0))
    #expect(
      run.untimed.error == """
        one.yaml: 1 flaky
        flaky one.yaml::one: it passed at attempt 3: before, GET \(server.url)/one answered 503 \
        Busy, not 2xx
        1 flaky

        """, "\(run.error)")
    script.set(third)
    #expect(
      try folder.run("test", "--live", "--retries", "2", "--fail-on-flaky").ending == .exit(9))
  }
}
