import TestServers
import Foundation
import Synchronization
import Testing

@Suite("Streams")
struct StreamTests {
  private static let spec = "Tests/Fixtures/odd/answer.yaml"

  /// Starts a run of a stream that a server sends.
  private func start(_ server: ScriptedServer, _ options: String...) throws -> ChildProcess {
    let arguments = ["run", Self.spec, "answer=x", "--host", server.url] + options
    return try ChildProcess([Place.program("apicall")] + arguments, output: .pipe)
  }

  /// Reads from a pipe until the text ends as given, or the pipe ends; the ``patience`` is limited.
  private func read(_ pipe: Int32, until end: String) -> String {
    var text = ""
    var wanted = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
    var piece = [UInt8](repeating: 0, count: 4096)
    while !text.hasSuffix(end), poll(&wanted, 1, Int32(patience / .milliseconds(1))) > 0 {
      let count = Glibc.read(pipe, &piece, piece.count)
      guard count > 0 else { break }
      text += String(decoding: piece[..<count], as: UTF8.self)
    }
    return text
  }

  private static func head(_ type: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\n\r\n"
  }

  @Test(
    "Each value is printed before the next one is sent",
    arguments: [
      (
        "application/x-ndjson", ["{\"id\":1,\"a\":1}\n", "{\"a\":2}\n", "{\"id\":3}\n"],
        ["--select", "$.id", "--format", "lines"], ["1\n", "", "3\n"]
      ),
      (
        "application/x-ndjson", ["{\"id\":1}\n", "{\"id\":2}\n"], ["--select", "$.id"],
        ["[\n  1", ",\n  2"]
      ),
      (
        "application/x-ndjson", ["{\"id\":1}\n", "{\"id\":2}\n"], ["--format", "csv"],
        ["id\n1\n", "2\n"]
      ),
      (
        "text/event-stream", ["data: {\"t\":\"Hel\"}\n\n", ": ping\n", "data: {\"t\":\"lo\"}\n\n"],
        ["--select", "$.json.t", "--format", "raw"], ["Hel", "", "lo"]
      ),
    ] as [(String, [String], [String], [String])])
  func atOnce(
    _ type: String, _ sent: [String], _ options: [String], _ printed: [String]
  ) throws {
    let turn = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { _, connection in
      connection.send(Self.head(type).utf8)
      for piece in sent {
        guard turn.waitsForSignal() else { return }
        connection.send(piece.utf8)
      }
      turn.waitsForSignal()
    }
    let child = try ChildProcess(
      [Place.program("apicall"), "run", Self.spec, "answer=x", "--host", server.url] + options,
      output: .pipe)
    let pipe = try #require(child.reading)
    for expected in printed {
      turn.signal()
      if !expected.isEmpty { #expect(read(pipe, until: expected) == expected) }
    }
    turn.signal()
    #expect(child.wait() == .exit(0))
  }

  @Test("An endless stream ends at the value that stops it")
  func stop() throws {
    let isClosed = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { _, connection in
      connection.send(Self.head("text/event-stream").utf8)
      connection.send("data: {\"t\":\"a\"}\n\ndata: [DONE]\n\n".utf8)
      while connection.send("data: {\"t\":\"b\"}\n\n".utf8) { usleep(1000) }
      isClosed.signal()
    }
    let child = try start(
      server, "--set", "stop={$.data: '[DONE]'}", "--select", "$.json.t", "--format", "lines")
    let pipe = try #require(child.reading)
    #expect(read(pipe, until: "\u{0}") == "a\n")
    #expect(child.wait() == .exit(0))
    #expect(isClosed.waitsForSignal())
  }

  @Test("A long stream takes no more memory than a short one")
  func memory() throws {
    // Some 8 MB: debug builds are slow.
    let rows = 40_000
    let turn = DispatchSemaphore(value: 0)
    let server = try ScriptedServer { _, connection in
      connection.send(Self.head("application/x-ndjson").utf8)
      for start in stride(from: 0, to: rows, by: 2000) {
        let text = (start..<start + 2000).map {
          "{\"id\":\($0),\"name\":\"row \($0)\",\"tags\":[\"a\",\"b\"],\"more\":\"\(filler)\"}\n"
        }
        guard connection.send(text.joined().utf8) else { return }
        // The program is measured while it waits for more.
        if start == 0 || start == rows - 2000 { turn.waitsForSignal() }
      }
    }
    let child = try start(
      server, "--select", "$['id','name']", "--format", "lines", "--timeout", "10m")
    let pipe = try #require(child.reading)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var lines = 0
    func readLines(upTo end: Int) {
      while lines < end {
        let count = Glibc.read(pipe, &buffer, buffer.count)
        guard count > 0 else { return }
        lines += buffer[..<count].count { $0 == 0x0A }
      }
    }
    readLines(upTo: 4000)
    let early = try #require(child.peakMemory)
    turn.signal()
    readLines(upTo: 2 * rows)
    let late = try #require(child.peakMemory)
    turn.signal()
    readLines(upTo: .max)
    #expect(lines == 2 * rows)
    #expect(child.wait() == .exit(0))
    #expect(early > 1 << 20 && late - early < 2 << 20, "\(early >> 10) and \(late >> 10) KiB")
  }
}

private let filler = String(repeating: "x", count: 150)
