import APICallCurl
import APICallHTTP
import APICallSafety
import Glibc
import TestServers
import Testing

@Suite("HTTP/2", .enabled(if: HTTP2Server.isThere), .timeLimit(.minutes(15)))
struct HTTP2Tests {
  @Test("It is used if the server offers it, with the same result")
  func exchanges() throws {
    let server = try HTTP2Server()
    defer { server.stop() }
    let trust = TrustStore(file: server.certificate)
    let recorder = Recorder()
    let found = exchange(
      request(port: server.port, path: "/body", scheme: .https), recorder, trust: trust)
    #expect(found.error == nil)
    #expect(recorder.head?.version == "HTTP/2" && recorder.head?.status == 200)
    #expect(recorder.head?.reason == "" && recorder.head?.header("content-length") == "300000")
    #expect(recorder.body == [UInt8](repeating: UInt8(ascii: "x"), count: 300_000))

    let nothing = Recorder()
    let missing = exchange(
      request(port: server.port, path: "/none", scheme: .https), nothing, trust: trust)
    #expect(missing.error == nil && nothing.head?.status == 404)

    let echo = Recorder()
    let posted = request(
      "POST", port: server.port, path: "/body", scheme: .https,
      headers: [("Content-Length", "5")], body: "hello")
    #expect(exchange(posted, echo, trust: trust).error == nil)
    #expect(echo.text == "hello")
  }

  @Test("A body without a length is sent without chunks, which HTTP/2 does not have")
  func streams() throws {
    let server = try HTTP2Server()
    defer { server.stop() }
    let pipe = try ScratchPipe(["one", "two"])
    let echo = Recorder()
    let posted = request(
      "POST", port: server.port, path: "/body", scheme: .https,
      headers: [("Transfer-Encoding", "chunked")],
      body: .pieces([.bytes("<"), try pipe.piece(), .bytes(">")]))
    let outcome = exchange(posted, echo, trust: TrustStore(file: server.certificate))
    #expect(outcome.error == nil)
    #expect(echo.head?.version == "HTTP/2" && echo.text == "<onetwo>")
  }
}
