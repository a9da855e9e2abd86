import TestServers
import Foundation
import Testing

@Suite("When checked output is printed")
struct ExpectedStreamTests {
  private static let spec = "Tests/Fixtures/odd/answer.yaml"

  /// Starts a run with an expectation about the body that a server sends.
  private func start(
    _ server: ScriptedServer, _ body: String, _ options: String...
  ) throws -> ChildProcess {
    let arguments = [
      "run", Self.spec, "answer=x", "--host", server.url, "--set", "expect.body=\(body)",
    ]
    return try ChildProcess(
      [Place.program("apicall")] + arguments + options, output: .pipe)
  }

  /// Reads from a pipe until the text ends as given, the pipe ends, or nothing has come for a
  /// while.
  private func read(
    _ pipe: Int32, until end: String, for time: Duration = patience
  ) -> String {
    var text = ""
    var wanted = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    var piece = [UInt8](repeating: 0, count: 4096)
    while !text.hasSuffix(end), poll(&wanted, 1, Int32(time / .milliseconds(1))) > 0 {
      let count = Glibc.read(pipe, &piece, piece.count)
      guard count > 0 else { break }
      text += String(decoding: piece[..<count], as: UTF8.self)
    }
    return text
  }

  private static func head(_ type: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n"
  }

  static let streams: [(type: String, sent: [String], options: [String], printed: [String])] = [
    ("application/x-ndjson", ["{\"n\":1}\n", "{\"n\":2}\n"], [], ["{\"n\":1}\n", "{\"n\":2}\n"]),
    (
      "application/x-ndjson", ["{\"n\":1}\n", "{\"n\":2}\n"],
      ["--select", "$.n", "--format", "lines"], ["1\n", "2\n"]
    ),
    (
      "text/event-stream", ["data: {\"n\":1}\n\n", "data: {\"n\":2}\n\n"], [],
      ["data: {\"n\":1}\n\n", "data: {\"n\":2}\n\n"]
    ),
  ]

  @Test(
    "Each value is printed on arrival, and the first that fails ends the run", arguments: streams
  )
  func values(_ stream: (type: String, sent: [String], options: [String], printed: [String])) throws
  {
    let turn = DispatchSemaphore(value: 0)
    let isClosed = DispatchSemaphore(value: 0)
    let failing = stream.type == "text/event-stream" ? "data: {\"n\":9}\n\n" : "{\"n\":9}\n"
    let server = try ScriptedServer { _, connection in
      connection.send(Self.head(stream.type).utf8)
      for piece in stream.sent {
        guard turn.waitsForSignal() else { return }
        connection.send(piece.utf8)
      }
      guard turn.waitsForSignal() else { return }
      // It never ends by itself.
      while connection.send(failing.utf8) { usleep(1000) }
      isClosed.signal()
    }
    let path = stream.type == "text/event-stream" ? "$.json.n" : "$.n"
    let arguments =
      ["run", Self.spec, "answer=x", "--host", server.url] + stream.options
      + ["--set", "expect.body={\(path): {max: 5}}"]
    let child = try ChildProcess([Place.program("apicall")] + arguments, output: .pipe)
    let pipe = try #require(child.reading)
    for expected in stream.printed {
      turn.signal()
      #expect(read(pipe, until: expected) == expected)
    }
    turn.signal()
    #expect(read(pipe, until: "\u{0}").isEmpty)
    #expect(child.wait() == .exit(9))
    #expect(isClosed.waitsForSignal())
  }

  @Test(
    "Nothing of a document is printed before it was checked", arguments: ["{$.n: 1}", "{$.n: 2}"])
  func document(_ body: String) throws {
    let turn = DispatchSemaphore(value: 0)
    let half = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { _, connection in
      connection.send(Self.head("application/json").utf8)
      connection.send("{\"n\": 1, \"list\": [1, 2, 3,".utf8)
      half.signal()
      guard turn.waitsForSignal() else { return }
      connection.send(" 4]}".utf8)
    }
    let child = try start(server, body, "--format", "compact")
    let pipe = try #require(child.reading)
    #expect(half.waitsForSignal())
    // Long enough for an unbuffered body to appear.
    #expect(read(pipe, until: "\n", for: .milliseconds(300)).isEmpty)
    turn.signal()
    #expect(read(pipe, until: "\n") == "{\"n\":1,\"list\":[1,2,3,4]}\n")
    #expect(child.wait() == .exit(body == "{$.n: 1}" ? 0 : 9))
  }

  @Test(
    "No more of a value is buffered than max_body allows",
    arguments: [
      ("application/json", "[\"", "aaaaaaaaaaaaaaaa"),
      ("application/x-ndjson", "{\"n\": \"", "aaaaaaaa"),
      ("text/event-stream", "data: ", "data: aaaaaaaa\n"),
    ])
  func memory(_ type: String, _ first: String, _ rest: String) throws {
    let isClosed = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { _, connection in
      connection.send(Self.head(type).utf8)
      connection.send(first.utf8)
      let piece = String(repeating: rest, count: 512)
      while connection.send(piece.utf8) {}
      isClosed.signal()
    }
    let child = try start(server, "{$.n: {max: 1}}", "--set", "max_body=100KiB")
    let pipe = try #require(child.reading)
    #expect(read(pipe, until: "\u{0}").isEmpty)
    #expect(child.wait() == .exit(8))
    #expect(isClosed.waitsForSignal())
  }
}
