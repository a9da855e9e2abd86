import TestServers
import APICallBase
import APICallHTTP
import Glibc
import Testing

@Suite("Bodies that a server is asked about first", .timeLimit(.minutes(15)))
struct ExpectationTests {
  private static let body = RequestBody.octets(
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

  @Test("an answer before the body spares that, and the answer is the one that is reported")
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

  @Test("a server that wants the body gets it")
  func wanted() throws {
    let server = try ScriptedServer(
      .readHead, .write("HTTP/1.1 100 Continue\r\n\r\n"), .readBody(2_000_000),
      .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
    defer { server.stop() }
    let recorder = Recorder()
    #expect(post(server, Self.body, recorder).error == nil)
    #expect(recorder.interims.map(\.status) == [100] && recorder.text == "ok")
  }

  @Test("a refusal amid the body is reported, though the server closes")
  func refusedAmidst() throws {
    let server = try ScriptedServer(
      .readHead, .write("HTTP/1.1 100 Continue\r\n\r\n"), .readBody(300_000),
      .write("HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig"),
      .pause(.milliseconds(50)))
    defer { server.stop() }
    let recorder = Recorder()
    #expect(post(server, Self.body, recorder).error == nil)
    #expect(recorder.head?.status == 413)
  }

  @Test("who answers whole and takes no more of the body has answered")
  func early() throws {
    let server = try ScriptedServer(
      .readHead, .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .pause(.seconds(4)))
    defer { server.stop() }
    let body = RequestBody.octets(ProtectedText(String(repeating: "x", count: 40_000_000)))
    let recorder = Recorder()
    let request = request(
      "POST", port: server.port, headers: [("Content-Length", "40000000")], body: body)
    #expect(exchange(request, recorder).error == nil)
    #expect(recorder.text == "ok")
  }

  @Test("who does not know the question is sent the request without it, once")
  func unknown() throws {
    // Who closes with a body that is not read resets the connection.
    let server = try ScriptedServer(
      .readHead, .write("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"),
      .pause(.milliseconds(200)))
    defer { server.stop() }
    let recorder = Recorder()
    #expect(post(server, Self.body, recorder).error == nil)
    #expect(recorder.head?.status == 417 && recorder.events == [.head(417)])
    #expect(server.requests.map { $0.contains("\r\nExpect: ") } == [true, false])
  }

  @Test("a body that cannot be read twice is not sent anew")
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
