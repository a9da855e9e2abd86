import APICallCurl
import APICallHTTP
import APICallSafety
import APICallText
import Synchronization
import TestServers
import Testing

@Suite("Sending and receiving", .timeLimit(.minutes(15)))
struct CurlSenderTests {
  @Test("A response arrives as its head, then its body, with everything the server wrote")
  func answer() throws {
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 200 All right\r\nX-A:  one \r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n"
          + "X-Folded: a\r\n\t b\r\nContent-Length: 5\r\n\r\n"),
      .pause(.milliseconds(30)), .write("hello"))
    defer { server.stop() }
    let recorder = Recorder()
    let outcome = exchange(request(port: server.port), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.events == [.head(200), .body(5)])
    #expect(
      recorder.head
        == ResponseHead(
          version: "HTTP/1.1", status: 200, reason: "All right",
          headers: [
            .init("X-A", "one"), .init("Set-Cookie", "a=1"), .init("Set-Cookie", "b=2"),
            .init("X-Folded", "a b"), .init("Content-Length", "5"),
          ]))
    #expect(recorder.text == "hello")
  }

  struct Answer: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var bytes: String
    var method = "GET"
    var events: [Recorder.Event]
    var body = ""
  }

  @Test(
    "Responses of all forms are read",
    arguments: [
      Answer(
        testDescription: "chunked, with a trailer",
        bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nX-T: 1\r\n\r\n",
        events: [.head(200), .body(3), .body(4)], body: "abcdefg"),
      Answer(
        testDescription: "to the end of the connection", bytes: "HTTP/1.0 200 OK\r\n\r\nabc",
        events: [.head(200), .body(3)], body: "abc"),
      Answer(
        testDescription: "HEAD", bytes: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n",
        method: "HEAD", events: [.head(200)]),
      Answer(
        testDescription: "204", bytes: "HTTP/1.1 204 No Content\r\n\r\n", events: [.head(204)]),
      Answer(
        testDescription: "404", bytes: "HTTP/1.1 404\r\nContent-Length: 2\r\n\r\nno",
        events: [.head(404), .body(2)], body: "no"),
      Answer(
        testDescription: "a redirect is not followed",
        bytes: "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n",
        events: [.head(302)]),
      Answer(
        testDescription: "several interim answers",
        bytes: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
          + "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        events: [.head(200), .body(2)], body: "ok"),
      Answer(
        testDescription: "a body with NULs",
        bytes: "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n\0a\0\0",
        events: [.head(200), .body(4)],
        body: "\0a\0\0"),
    ])
  func shapes(answer: Answer) throws {
    let server = try ScriptedServer(.read, .write(answer.bytes))
    defer { server.stop() }
    let recorder = Recorder()
    let outcome = exchange(request(answer.method, port: server.port), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.events == answer.events)
    #expect(recorder.text == answer.body)
  }

  @Test("gzip is decoded if the request accepts it, and the length of its data is left out")
  func gzip() throws {
    let bytes: [UInt8] = [
      0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 7, 0, 0x86, 0xa6, 0x10,
      0x36, 5, 0, 0, 0,
    ]
    let head =
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bytes.count)\r\n"
      + "X-A: 1\r\n\r\n"
    let server = try ScriptedServer(.read, .write(Array(head.utf8) + bytes))
    defer { server.stop() }
    let decoded = Recorder()
    exchange(request(port: server.port, headers: [("Accept-Encoding", "gzip, br")]), decoded)
    #expect(decoded.text == "hello")
    #expect(
      decoded.head?.headers == [.init("Content-Encoding", "gzip"), .init("X-A", "1")])
    let raw = Recorder()
    exchange(request(port: server.port), raw)
    #expect(raw.body == bytes)
    #expect(raw.head?.header("Content-Encoding") == "gzip")
    #expect(server.requests.map { $0.contains("Accept-Encoding: gzip, br\r\n") } == [true, false])
  }

  struct Sent: Sendable, CustomTestStringConvertible {
    var testDescription: String { method }
    var method: String
    var headers: [(String, String)] = []
    var body: String?
    var wire: String
  }

  @Test(
    "The bytes sent are exactly those of the request",
    arguments: [
      Sent(method: "GET", wire: "GET /a/../b?x=%2e&y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"),
      Sent(method: "HEAD", wire: "HEAD /a/../b?x=%2e&y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"),
      Sent(
        method: "DELETE", headers: [("User-Agent", "apicall/1"), ("Accept", "*/*"), ("X-E", "")],
        wire: "DELETE /a/../b?x=%2e&y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
          + "User-Agent: apicall/1\r\nAccept: */*\r\nX-E:\r\n\r\n"),
      Sent(
        method: "POST", headers: [("Content-Type", "text/plain"), ("content-length", "5")],
        body: "a\0b\r\n",
        wire: "POST /a/../b?x=%2e&y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
          + "Content-Type: text/plain\r\ncontent-length: 5\r\n\r\na\0b\r\n"),
      Sent(
        method: "QUERY", headers: [("X-B", "2"), ("Content-Length", "0"), ("X-A", "1")], body: "",
        wire: "QUERY /a/../b?x=%2e&y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
          + "X-B: 2\r\nContent-Length: 0\r\nX-A: 1\r\n\r\n"),
      Sent(
        method: "PUT", wire: "PUT /a/../b?x=%2e&y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n"),
      Sent(
        method: "GET", headers: [("Content-Length", "2")], body: "{}",
        wire: "GET /a/../b?x=%2e&y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
          + "Content-Length: 2\r\n\r\n{}"),
      Sent(
        method: "HEAD", headers: [("Content-Length", "2")], body: "{}",
        wire: "HEAD /a/../b?x=%2e&y HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n"
          + "Content-Length: 2\r\n\r\n{}"),
    ])
  func wire(sent: Sent) throws {
    let server = try ScriptedServer(.read, .write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"))
    defer { server.stop() }
    exchange(
      request(
        sent.method, port: server.port, path: "/a/../b?x=%2e&y", headers: sent.headers,
        body: sent.body.map { .bytes(ProtectedText($0)) }))
    #expect(server.requests == [sent.wire.replacing("PORT", with: "\(server.port)")])
  }

  @Test("A body of several MiB is sent whole, without Expect: 100-continue")
  func largeBody() throws {
    let server = try ScriptedServer(.read, .write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
    defer { server.stop() }
    let body = String(repeating: "0123456789abcdef", count: 1 << 18)
    let outcome = exchange(
      request(
        "POST", port: server.port, headers: [("Content-Length", "\(body.utf8.count)")],
        body: .bytes(ProtectedText(body))))
    #expect(outcome.error == nil)
    let parts = server.requests.first?.split(separator: "\r\n\r\n")
    #expect(
      parts?.first == "POST / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nContent-Length: 4194304"
    )
    #expect(parts?.last?.utf8.count == body.utf8.count)
  }

  @Test("A connection is kept and reused")
  func keepsConnection() throws {
    let answer = ScriptedServer.Step.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    let server = try ScriptedServer(.read, answer, .read, answer, .read, answer)
    defer { server.stop() }
    let loop = CurlLoop()
    let requester = CurlSender(loop: loop)
    let request = request("POST", port: server.port)
    let texts = loop.run {
      var texts: [String] = []
      for _ in 0..<3 {
        let recorder = Recorder()
        do {
          try await requester.send(request, to: recorder)
          // A connection that exists is not set up again.
          let connects = recorder.timings?.connect != nil
          texts.append(recorder.text + (connects ? " connected" : " kept"))
        } catch {
          texts.append("\(error)")
        }
      }
      return texts
    }
    #expect(texts == ["ok connected", "ok kept", "ok kept"])
    #expect(server.connections == 1)
  }

  @Test("Fifty exchanges run in parallel on one loop")
  func parallel() throws {
    // No response comes before all requests.
    let count = Mutex(0)
    let server = try ScriptedServer { _, connection in
      count.withLock { $0 += 1 }
      waits { count.withLock { $0 == 50 } }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    }
    defer { server.stop() }
    let loop = CurlLoop()
    let requester = CurlSender(loop: loop)
    let request = request(port: server.port)
    let texts = loop.run {
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<50 {
          group.addTask {
            let recorder = Recorder()
            try? await requester.send(request, to: recorder)
            return recorder.text
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(texts == [String](repeating: "ok", count: 50))
    #expect(server.connections == 50)
  }
}
