import APICallBase
import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import APICallSystem
import APICallText
import Glibc
import TestServers
import Testing

@Suite("Bodies that are read while they are sent", .timeLimit(.minutes(15)))
struct StreamedBodyTests {
  private static let answer = ScriptedServer.Step.write(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

  private func head(_ server: ScriptedServer, _ method: String, _ framing: String) -> String {
    "\(method) / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\(framing)\r\n\r\n"
  }

  @Test(
    "Files and bytes are sent one after the other, byte for byte", arguments: ["POST", "PUT"])
  func sized(method: String) throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let file = try ScratchFile("a\0b\r\n--x")
    let empty = try ScratchFile("")
    guard case .pieces(let pieces) = try file.body(), case .pieces(let none) = try empty.body()
    else { return }
    let body = RequestBody.pieces([.bytes("<")] + pieces + none + [.bytes(">")] + pieces)
    #expect(body.size == 18)
    let recorder = Recorder()
    let outcome = exchange(
      request(method, port: server.port, headers: [("Content-Length", "18")], body: body),
      recorder)
    #expect(outcome.error == nil && recorder.text == "ok")
    let expected = head(server, method, "Content-Length: 18") + "<a\0b\r\n--x>a\0b\r\n--x"
    #expect(server.requests == [expected])
  }

  @Test("An empty file is an empty body")
  func empty() throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let file = try ScratchFile("")
    let outcome = exchange(
      request(
        "POST", port: server.port, headers: [("Content-Length", "0")], body: try file.body()))
    #expect(outcome.error == nil)
    #expect(server.requests == [head(server, "POST", "Content-Length: 0")])
  }

  @Test("A body without a length is sent in chunks", arguments: ["POST", "PUT", "PATCH"])
  func chunked(method: String) throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let pipe = try ScratchPipe(["one", "two"])
    let body = RequestBody.pieces([.bytes("<"), try pipe.piece(), .bytes(">")])
    #expect(body.size == nil && !body.isRepeatable)
    let outcome = exchange(
      request(method, port: server.port, headers: [("Transfer-Encoding", "chunked")], body: body))
    #expect(outcome.error == nil)
    // What the pipe holds when it is read is one chunk.
    let expected = ["3\r\none\r\n3\r\ntwo", "6\r\nonetwo"].map {
      head(server, method, "Transfer-Encoding: chunked")
        + "1\r\n<\r\n\($0)\r\n1\r\n>\r\n0\r\n\r\n"
    }
    #expect(server.requests.count == 1 && expected.contains(server.requests[0]))
  }

  @Test("A file in /proc, whose size is 0, is read to its end")
  func madeUp() throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let body = RequestBody.pieces([
      .file(try BodyFile(InputFile(path: "/proc/self/comm"), in: SystemFiles()))
    ])
    #expect(body.size == nil)
    let outcome = exchange(
      request("POST", port: server.port, headers: [("Transfer-Encoding", "chunked")], body: body))
    #expect(outcome.error == nil)
    #expect(server.requests.first?.hasSuffix("\n\r\n0\r\n\r\n") == true)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var reason: RequestBodyFailure.Reason
    var make: @Sendable (ScratchFile) throws -> Void
  }

  static let changes = [
    Change(testDescription: "shrinks", reason: .changed(from: 6, to: 3)) {
      try $0.write(Array("one".utf8))
    },
    Change(testDescription: "grows", reason: .changed(from: 6, to: 9)) { try $0.append("abc") },
    Change(testDescription: "is empty", reason: .changed(from: 6, to: 0)) { try $0.write([]) },
    Change(testDescription: "is written to", reason: .changed(from: 6, to: 6)) { $0.touch() },
    Change(testDescription: "vanishes", reason: .unreadable(.notFound)) { unlink($0.path) },
    Change(testDescription: "is a folder", reason: .changed(from: 6, to: 0)) {
      unlink($0.path)
      mkdir($0.path, 0o700)
    },
  ]

  @Test("A file that changes before it is sent is not sent", arguments: changes)
  func before(change: Change) throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let file = try ScratchFile("onetwo")
    defer { rmdir(file.path) }
    let body = try file.body()
    try change.make(file)
    let outcome = exchange(
      request("POST", port: server.port, headers: [("Content-Length", "6")], body: body))
    #expect(
      outcome.error
        == .unreadableBody(RequestBodyFailure(change.reason, file: ProtectedText(file.path))))
    #expect(server.connections == 0)
  }

  @Test(
    "A file that changes while it is sent ends the call before its last byte",
    arguments: changes.filter { !["vanishes", "is a folder"].contains($0.testDescription) })
  func meanwhile(change: Change) throws {
    let size = 300_000
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let file = try ScratchFile([UInt8](repeating: UInt8(ascii: "x"), count: size))
    let files = TroubledFiles(after: 100_000) { try change.make(file) }
    let recorder = Recorder()
    let outcome = exchange(
      request(
        "POST", port: server.port, headers: [("Content-Length", "\(size)")],
        body: try file.body(in: files)), recorder)
    guard case .unreadableBody(let failure) = outcome.error, case .changed(size, _) = failure.reason
    else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(recorder.events.isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test("A file that is deleted while it is sent is sent whole: it still exists")
  func unlinked() throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let file = try ScratchFile([UInt8](repeating: UInt8(ascii: "x"), count: 300_000))
    let files = TroubledFiles(after: 1000) { unlink(file.path) }
    let outcome = exchange(
      request(
        "POST", port: server.port, headers: [("Content-Length", "300000")],
        body: try file.body(in: files)))
    #expect(outcome.error == nil)
  }

  /// Sends two requests with one loop, to a server that closes its first connection when the second
  /// request has come on it.
  private func second(_ method: String, _ body: RequestBody) throws -> (String, ScriptedServer) {
    let server = try ScriptedServer(.read, Self.answer, .leave("onetwo"))
    let first = request("GET", port: server.port)
    let framing = body.size.map { ("Content-Length", "\($0)") } ?? ("Transfer-Encoding", "chunked")
    let second = request(method, port: server.port, headers: [framing], body: body)
    let loop = CurlLoop()
    let curl = CurlSender(loop: loop)
    let text = loop.run {
      do throws(ExchangeError) {
        try await curl.send(first, to: Recorder())
        let recorder = Recorder()
        try await curl.send(second, to: recorder)
        return recorder.text
      } catch {
        return "\(error)"
      }
    }
    return (text, server)
  }

  @Test("A file is read from its beginning when a request is sent again")
  func again() throws {
    let file = try ScratchFile("onetwo")
    let (text, server) = try second("PUT", try file.body())
    defer { server.stop() }
    #expect(text == "ok")
    #expect(server.connections == 2)
    #expect(server.requests.last?.hasSuffix("\r\n\r\nonetwo") == true)
  }

  @Test("The data of a pipe is sent once, on a new connection")
  func once() throws {
    let pipe = try ScratchPipe(["onetwo"])
    let (text, server) = try second("PUT", .pieces([try pipe.piece()]))
    defer { server.stop() }
    #expect(text == "ok")
    #expect(server.connections == 2)
    #expect(server.requests.last?.hasSuffix("6\r\nonetwo\r\n0\r\n\r\n") == true)
  }

  @Test("A response that comes before the body was sent ends the call")
  func early() throws {
    let server = try ScriptedServer(
      .write("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"),
      .deafness)
    defer { server.stop() }
    let size = 8 << 20
    let file = try ScratchFile([UInt8](repeating: UInt8(ascii: "x"), count: size))
    let recorder = Recorder()
    let outcome = exchange(
      request(
        "POST", port: server.port, headers: [("Content-Length", "\(size)")],
        body: try file.body()), recorder)
    #expect(outcome.error == nil && recorder.head?.status == 413 && recorder.text == "no")
  }
}
