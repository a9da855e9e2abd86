import Foundation
import Glibc
import Synchronization
import TestServers
import Testing

/// What a run leaves that was cut off, and where a list ends.
extension KeptStateTests {
  @Test("A line that a full disk has torn does not swallow the next item")
  func tornLine() throws {
    try write("url: http://a.example/0\nsince: {field: next, key: next}\n", "job/since.yaml")
    try write("{\"next\":1,\"ro", "job/all.ndjson")
    let program = try Place.program("apicall")
    let run = CommandRun(
      try ChildProcess(
        ["/bin/sh", "-c", "\(program) run --mock \(server.url) since.yaml >>all.ndjson"],
        in: "\(home)/job", environment: Surroundings.variables.merging(["HOME": home]) { $1 }))
    #expect(run.ending == .exit(0), "\(run.error)")
    let text = try String(contentsOfFile: "\(home)/job/all.ndjson", encoding: .utf8)
    #expect(text == "{\"next\":1,\"ro\n{\"next\":1,\"rows\":[\"row 0\"]}\n")
  }

  @Test("A state that no run leaves is not used")
  func impossible() throws {
    try write("url: http://a.example/0\nsince: {field: at, key: id, lag: 1m}\n", "job/since.yaml")
    let set = ["since=2026-01-01", "since=2999-01-01"]
    #expect(
      try apicall("state", "set", "since.yaml", set[0], "--state", "s", "--mock", server.url).ending
        == .exit(0))
    let text = try String(contentsOfFile: "\(home)/job/s", encoding: .utf8)
    try write(text.replacingOccurrences(of: "2026-01-01", with: "2999-01-01"), "job/s")
    let run = try apicall("run", "since.yaml", "--state", "s", "--mock", server.url)
    #expect(run.ending == .exit(78) && run.error.contains("'since' is not what a run leaves"))
  }

  @Test(
    "Items of which none has what the file selects are read again when it is mended",
    arguments: [
      ("select: $.nam\n", ""), ("where: <it.nam == 'x'>\n", ""), ("", ", order: asc"),
    ])
  func misspelt(stage: String, order: String) throws {
    let list = try ScriptedServer.answering { _ in
      response(#"[{"id":1,"t":1,"name":"a"},{"id":2,"t":2,"name":"b"}]"#)
    }
    defer { list.stop() }
    let since = "since: {field: t, key: id, into: query.since\(order)}\nformat: ndjson\n"
    let file = "url: \(list.url)/\n\(since)"
    try write(file + (stage.isEmpty ? "select: $.nam\n" : stage), "job/names.yaml")
    let wrong = try apicall("run", "names.yaml", "--state", "names.json")
    #expect(wrong.ending == .exit(8) && wrong.output.isEmpty, "\(wrong)")
    try write(file + "select: $.name\n", "job/names.yaml")
    let right = try apicall("run", "names.yaml", "--state", "names.json")
    #expect(right == CommandRun(ending: .exit(0), output: "\"a\"\n\"b\"\n", error: ""))
    #expect(try apicall("run", "names.yaml", "--state", "names.json").output.isEmpty)
  }

  @Test("The last range of dates includes the present day")
  func dates() throws {
    let targets = Mutex<[String]>([])
    let server = try ScriptedServer.answering { request in
      let target = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
      targets.withLock { $0.append(String(target)) }
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"
    }
    func day(_ days: Double) -> String {
      Date(timeIntervalSinceNow: days * 86_400).ISO8601Format().prefix(10).description
    }
    try write(
      """
      url: http://a.example/
      since:
        field: at
        key: id
        into: query.from
        first: \(day(-1))
        window: 1d
        until: query.to

      """, "job/days.yaml")
    let tomorrow = day(1)
    let run = try apicall("run", "days.yaml", "--mock", server.url)
    #expect(run.ending == .exit(0), "\(run.error)")
    let last = try #require(targets.withLock { $0.last })
    // Another day may have begun.
    #expect(last.hasSuffix("&to=\(tomorrow)") || last.hasSuffix("&to=\(day(1))"), "\(last)")
  }

  @Test("A cursor that comes twice is no end if its page may be cut")
  func sameCursor() throws {
    let server = try ScriptedServer.answering { request in
      let target = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
      let from = target.split(separator: "=").dropFirst().last.flatMap { Int($0) } ?? 0
      // Two of the items from a value on.
      let items = [5, 6, 6, 6].enumerated().filter { $0.element >= from }.prefix(2)
      let body =
        "[\(items.map { "{\"id\":\($0.offset),\"at\":\($0.element)}" }.joined(separator: ","))]"
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    try write(
      """
      url: http://a.example/
      paginate: {cursor: {last: $.at}, into: query.from, same: end}
      since: {field: at, key: id, into: query.from, order: asc}

      """, "job/list.yaml")
    let run = try apicall("run", "list.yaml", "--mock", server.url)
    #expect(run.ending == .exit(8))
    #expect(
      run.error.hasPrefix(
        "list.yaml:2:1: error: page 2 has as many new items as any, but the cursor of the page before, "
          + "so there may be more\n"), "\(run.error)")
  }
}
