import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import Glibc
import TestServers
import Testing

@Suite("Transport failures", .timeLimit(.minutes(15)))
struct CurlFailureTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [ScriptedServer.Step]
    var kind: ConnectionFailure.Kind
    var reason: String
    var hint: String?
    var body = ""
    var headers: [(String, String)] = []
  }

  static let identityHint =
    "to get the body as the server sends it, set 'Accept-Encoding: identity' in 'headers'"

  static let huge = String(
    repeating: "X-Filler: \(String(repeating: "x", count: 1000))\r\n", count: 310)

  @Test(
    "Each failure has its kind and its message",
    arguments: [
      Case(
        testDescription: "a body shorter than its length",
        steps: [.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")],
        kind: .truncated, reason: "transfer closed with 7 bytes remaining to read", body: "abc"),
      Case(
        testDescription: "a chunked body cut short",
        steps: [.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\nabc")],
        kind: .truncated, reason: "transfer closed with outstanding read data remaining",
        body: "abc"),
      Case(
        testDescription: "a chunk without a length",
        steps: [.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc")],
        kind: .protocolViolation,
        reason: "illegal or missing hexadecimal sequence in chunked-encoding"),
      Case(
        testDescription: "not HTTP at all", steps: [.write("SSH-2.0-OpenSSH_9.2\r\n")],
        kind: .protocolViolation, reason: "the response is not HTTP"),
      Case(
        testDescription: "nothing", steps: [], kind: .truncated,
        reason: "the server closed the connection without a response"),
      Case(
        testDescription: "a reset", steps: [.reset], kind: .truncated,
        reason: "connection reset by peer"),
      Case(
        testDescription: "a head cut short", steps: [.write("HTTP/1.1 200 OK\r\nX-A: 1\r\n")],
        kind: .truncated, reason: "the response header is cut short"),
      Case(
        testDescription: "a header of more than 300 KiB",
        steps: [.write("HTTP/1.1 200 OK\r\n" + huge + "\r\n")],
        kind: .protocolViolation, reason: "the response header is longer than 300 KiB"),
      Case(
        testDescription: "a header line of more than 100 KiB",
        steps: [
          .write("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 110_000) + "\r\n\r\n")
        ],
        kind: .protocolViolation, reason: "a header line of the response is longer than 100 KiB"),
      Case(
        testDescription: "a reason phrase of more than 100 KiB",
        steps: [.write("HTTP/1.1 200 " + String(repeating: "x", count: 200_000) + "\r\n\r\n")],
        kind: .protocolViolation, reason: "a header line of the response is longer than 100 KiB"),
      Case(
        testDescription: "a switch of protocols",
        steps: [.write("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n")],
        kind: .protocolViolation,
        reason: "the server switched to another protocol without being asked"),
      Case(
        testDescription: "an unknown content coding",
        steps: [
          .write("HTTP/1.1 200 OK\r\nContent-Encoding: rot13\r\nContent-Length: 3\r\n\r\nabc")
        ],
        kind: .protocolViolation,
        reason: "the body has the content coding 'rot13', which apicall cannot decode",
        hint: identityHint,
        headers: [("Accept-Encoding", "gzip")]),
      Case(
        testDescription: "gzip that is none",
        steps: [
          .write("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc")
        ],
        kind: .protocolViolation,
        reason: "the body is not valid gzip: incorrect header check", hint: identityHint,
        headers: [("Accept-Encoding", "gzip")]),
    ])
  func transport(example: Case) throws {
    let server = try ScriptedServer([.read] + example.steps)
    defer { server.stop() }
    let recorder = Recorder()
    let request = request(port: server.port, headers: example.headers)
    let outcome = exchange(request, recorder)
    #expect(
      outcome.error
        == .transport(
          ConnectionFailure(
            example.kind, origin: request.url.origin, reason: example.reason, hint: example.hint)))
    #expect(recorder.text == example.body)
  }

  @Test("A port without a server refuses the connection")
  func refused() throws {
    let request = request(port: try LoopbackSocket.bound(listens: false).port)
    #expect(
      exchange(request).error
        == .transport(
          ConnectionFailure(
            .cannotConnect, origin: request.url.origin, reason: "connection refused")))
  }

  @Test("A name that does not exist is not found")
  func unknownHost() {
    let request = request(port: 80, host: "nonexistent.invalid")
    #expect(
      exchange(request).error
        == .transport(
          ConnectionFailure(
            .hostNotFound, origin: request.url.origin, reason: "no address for this name")))
  }

  @Test("A header field with a line break is not sent")
  func lineBreak() throws {
    let server = try ScriptedServer(.read)
    defer { server.stop() }
    let request = request(port: server.port, headers: [("X-A", "a\r\nX-B: b")])
    #expect(
      exchange(request).error
        == .transport(
          ConnectionFailure(
            .other, origin: request.url.origin,
            reason: "the header field X-A contains a line break or a NUL")))
    #expect(server.connections == 0)
  }

  @Test("A URL that is not encoded is not sent", arguments: ["/a b", "/ä", "/a#b", "/a\0b"])
  func unencoded(path: String) {
    #expect(
      exchange(request(port: 9, path: path)).error
        == .invalidURL("the URL contains a character that must be percent-encoded"))
  }

  @Test("A request that is not safe to repeat is sent once")
  func sentOnce() throws {
    // The second request on a connection gets no response, as if the connection had been closed in
    // between.
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .read)
    defer { server.stop() }
    for (method, count) in [("POST", 2), ("GET", 3)] {
      let loop = CurlLoop()
      let requester = CurlSender(loop: loop)
      let request = request(method, port: server.port)
      let before = server.requests.count
      let error: ExchangeError? = loop.run {
        do throws(ExchangeError) {
          try await requester.send(request, to: Recorder())
          try await requester.send(request, to: Recorder())
          return nil
        } catch {
          return error
        }
      }
      let failure = ExchangeError.transport(
        ConnectionFailure(
          .truncated, origin: request.url.origin,
          reason: "the server closed the connection without a response"))
      #expect(error == (method == "POST" ? failure : nil))
      #expect(server.requests.count - before == count)
    }
  }
}
