import APICallContracts
import APICallHTTP
import APICallSafety
import Glibc
import TestServers
import Testing

@Suite("Requests with Expect: 100-continue", .timeLimit(.minutes(15)))
struct ExpectationTests {
  private static let body = RequestBody.bytes(
    ProtectedText(String(repeating: "x", count: 2_000_000)))

  private func post(_ server: ScriptedServer, _ body: RequestBody, _ recorder: Recorder) -> Outcome
  {
    let length =
      body.size.map { ("Content-Length", String($0)) } ?? ("Transfer-Encoding", "chunked")
    return exchange(
      request(
        "POST", port: server.port, headers: [("Expect", "100-continue"), length], body: body),
      recorder)
  }

  @Test("A response before the body is reported, and the body is not sent")
  func refused() throws {
    let server = try ScriptedServer(
      .readHead,
      .write("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig"))
    defer { server.stop() }
    let recorder = Recorder()
    #expect(post(server, Self.body, recorder).error == nil)
    #expect(recorder.head?.status == 413 && recorder.text == "big")
    #expect(recorder.progress.last?.sent == 0)
    #expect(server.requests.count == 1)
  }

  @Test("A server that wants the body gets it")
  func wanted() throws {
    let server = try ScriptedServer(
      .readHead, .write("HTTP/1.1 100 Continue\r\n\r\n"), .readBody(2_000_000),
      .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
    defer { server.stop() }
    let recorder = Recorder()
    #expect(post(server, Self.body, recorder).error == nil)
    #expect(recorder.interims.map(\.status) == [100] && recorder.text == "ok")
  }

  @Test("A refusal in the middle of the body is reported, even if the server closes the connection")
  func refusedAmidst() throws {
    let server = try ScriptedServer(
      .readHead, .write("HTTP/1.1 100 Continue\r\n\r\n"), .readBody(300_000),
      .write("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig"),
      .deafness)
    defer { server.stop() }
    let recorder = Recorder()
    #expect(post(server, Self.body, recorder).error == nil)
    #expect(recorder.head?.status == 413)
  }

  @Test("A complete error counts even if the server stops reading the body; a success does not")
  func early() throws {
    for (status, isSuccess) in [("413 Too Large", false), ("200 OK", true), ("201 Made", true)] {
      let server = try ScriptedServer(
        .readHead, .write("HTTP/1.1 \(status)\r\nContent-Length: 2\r\n\r\nok"), .deafness)
      defer { server.stop() }
      let body = RequestBody.bytes(ProtectedText(String(repeating: "x", count: 40_000_000)))
      let recorder = Recorder()
      let request = request(
        "POST", port: server.port, headers: [("Content-Length", "40000000")], body: body)
      let error = exchange(request, recorder).error
      #expect(recorder.text == "ok")
      let message = error.map { "\($0)" } ?? ""
      #expect(message.contains("of 40000000 bytes of the request body") == isSuccess, "\(message)")
    }
  }

  @Test("A success before the body that waits for 100 (Continue), or before a pipe's end, is none")
  func unsent() throws {
    let pipe = try ScratchPipe(Array(repeating: String(repeating: "x", count: 60_000), count: 200))
    for body in [Self.body, .pieces([try pipe.piece()])] {
      let server = try ScriptedServer(
        .readHead,
        .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"))
      defer { server.stop() }
      let recorder = Recorder()
      let message = post(server, body, recorder).error.map { "\($0)" } ?? ""
      #expect(message.contains("the server responded with 200 after "), "\(message)")
      #expect(recorder.text == "ok")
    }
  }

  @Test("If the server does not know the expectation, the request is sent once without it")
  func unknown() throws {
    // Closing with an unread body resets the connection.
    let server = try ScriptedServer(
      .readHead, .write("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"),
      .deafness)
    defer { server.stop() }
    let recorder = Recorder()
    #expect(post(server, Self.body, recorder).error == nil)
    #expect(recorder.head?.status == 417 && recorder.events == [.head(417)])
    #expect(server.requests.map { $0.contains("\r\nExpect: ") } == [true, false])
  }

  @Test("A body that cannot be read twice is not sent again")
  func unknownOfPipe() throws {
    let server = try ScriptedServer(
      .readHead, .write("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"))
    defer { server.stop() }
    let pipe = try ScratchPipe(["one"])
    let recorder = Recorder()
    #expect(post(server, .pieces([try pipe.piece()]), recorder).error == nil)
    #expect(recorder.head?.status == 417 && server.requests.count == 1)
  }
}
