import Foundation
import TestServers
import Testing

@Suite("Ends of responses that are easily mistaken")
struct WrongEndTests {
  private func run(_ file: String) throws -> CommandRun {
    let path = "\(Place.scratch)/end-\(UUID().uuidString).yaml"
    try file.write(toFile: path, atomically: true, encoding: .utf8)
    return CommandRun(try ChildProcess([Place.program("apicall"), "run", path]))
  }

  @Test("A coded body with a length ends with its last byte, and not with silence")
  func silence() throws {
    // A line of JSON in gzip, which could go on.
    let start = Data(base64Encoded: "H4sIAAAAAAACA6pWylOyMqzlAgAAAP//") ?? Data()
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\n"
          + "Content-Length: 1000\r\n\r\n"), .write(Array(start)), .silence)
    defer { server.stop() }
    let run = try run(
      "url: \(server.url)\ntimeout: {idle: 1s}\nstop: {idle: 100ms}\nformat: compact\n")
    #expect(run.ending == .exit(2), "\(run)")
    #expect(run.error.contains("sent nothing for 1s"), "\(run)")
  }

  @Test(
    "Only the last of the responses that are polled has to be as expected",
    arguments: ["", "\n"])
  func poll(_ end: String) throws {
    let count = Flag()
    let server = try ScriptedServer { _, connection in
      let body = "{\"state\":\"\(count.isRaised ? "done" : "running")\"}\(end)"
      count.raise()
      connection.send(
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }
    defer { server.stop() }
    let call = "{url: \(server.url), decode: ndjson, expect: {body: {$.state: STATE}}}"
    let file =
      "steps: {job: {call: \(call), poll: {until: {body: {$.state: done}}, every: 10ms, for: 10m}}}\n"
      + "print: <job.body | length>\n"
    let run = try run(file.replacing("STATE", with: "done"))
    #expect(run == CommandRun(ending: .exit(0), output: "1\n", error: ""))
    #expect(server.requests.count == 2)
    let other = try self.run(file.replacing("STATE", with: "over"))
    #expect(other.ending == .exit(9) && other.output == "", "\(other)")
    #expect(
      other.error.contains("value 1: $.state is the text 'done', not 'over'"), "\(other.error)")
  }

  @Test("A status that ends pages is an error of the first page of a range")
  func firstPage() throws {
    let hasBegun = Flag()
    let server = try ScriptedServer.answering { _ in
      let isFirst = !hasBegun.isRaised
      hasBegun.raise()
      let body = isFirst ? #"{"data":[{"id":1,"t":"2026-01-01T08:00:00Z"}]}"# : "{}"
      return "HTTP/1.1 \(isFirst ? "200 OK" : "404 Not Found")\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    defer { server.stop() }
    let run = try run(
      """
      url: \(server.url)
      paginate: {page: query.page, items: $.data, end: 404}
      since: {field: t, key: id, into: headers.X-From, until: headers.X-To, first: 2026-01-01, window: 90d}
      """)
    // The second page of the first range ends that range, and the first page of the second fails.
    #expect(run.ending == .exit(4) && run.output.contains(#""id":1"#), "\(run)")
    #expect(server.requests.count == 3)
  }

  @Test("A state belongs to the whole address of the host")
  func basePath() throws {
    let server = try ScriptedServer.answering { request in
      let isFirst = String(decoding: request, as: UTF8.self).hasPrefix("GET /a/")
      let body = isFirst ? #"[{"id":1,"t":5}]"# : #"[{"id":2,"t":3}]"#
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    defer { server.stop() }
    let path = "\(Place.scratch)/base-\(UUID().uuidString)"
    try "path: /o\nsince: {field: t, key: id}\n".write(
      toFile: "\(path).yaml", atomically: true, encoding: .utf8)
    for (base, id) in [("a", 1), ("b", 2)] {
      let run = CommandRun(
        try ChildProcess([
          Place.program("apicall"), "run", "\(path).yaml", "--host", "\(server.url)/\(base)",
          "--state", "\(path).json",
        ]))
      #expect(run.ending == .exit(0) && run.output.contains("\"id\":\(id)"), "\(run)")
    }
  }

  @Test("Header fields are taken from a response that is too long to be held")
  func long() throws {
    let length = 65 << 20
    let server = try ScriptedServer { _, connection in
      connection.send(
        "HTTP/1.1 200 OK\r\nX-Ticket: t1\r\nContent-Length: \(length)\r\n\r\n".utf8)
      let piece = [UInt8](repeating: 0x78, count: 1 << 20)
      for _ in 0..<(length / piece.count) {
        guard connection.send(piece) else { return }
      }
    }
    defer { server.stop() }
    let run = try run(
      """
      steps:
        large:
          call:
            url: \(server.url)
            expect: {time: 10m}
            outputs: {ticket: {header: X-Ticket}}
      print: <large.ticket>
      """)
    #expect(run == CommandRun(ending: .exit(0), output: "t1\n", error: ""))
  }
}
