import APICallHTTP
import TestServers
import Testing

@Suite("Responses without a body, whatever length they announce", .timeLimit(.minutes(15)))
struct BodilessTests {
  @Test(
    "They are complete after their head",
    arguments: [
      ("GET", "204 No Content", "Content-Length: 10"),
      ("GET", "204 No Content", "Transfer-Encoding: chunked"),
      ("GET", "304 Not Modified", "Content-Length: 10"),
      ("GET", "304 Not Modified", "Content-Encoding: gzip"),
      ("HEAD", "200 OK", "Content-Length: 10"), ("HEAD", "200 OK", "Transfer-Encoding: chunked"),
      ("HEAD", "200 OK", "Content-Encoding: gzip"), ("HEAD", "404 Not Found", "Content-Length: 9"),
    ])
  func complete(method: String, status: String, field: String) throws {
    // Waiting for a body would report the closed connection as a truncated response.
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 \(status)\r\n\(field)\r\n\r\n"), .pause(.milliseconds(20)))
    defer { server.stop() }
    let recorder = Recorder()
    let request = request(method, port: server.port, headers: [("Accept-Encoding", "gzip")])
    #expect(exchange(request, recorder).error == nil)
    #expect(recorder.head?.status == Int(status.prefix(3)) && recorder.body.isEmpty)
  }

  @Test("Trailers are reported separately from the head")
  func trailers() throws {
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n"))
    defer { server.stop() }
    let recorder = Recorder()
    #expect(exchange(request(port: server.port), recorder).error == nil)
    #expect(recorder.text == "ok" && recorder.head?.header("X-Sum") == nil)
    #expect(recorder.trailers == [.init("X-Sum", "7")])
  }
}
