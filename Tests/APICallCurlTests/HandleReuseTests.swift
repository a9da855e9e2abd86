import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import SeededNumbers
import TestServers
import Testing

@Suite("Reused handles", .timeLimit(.minutes(15)))
struct HandleReuseTests {
  private static let answer =
    "HTTP/1.1 200 OK\r\nSet-Cookie: session=k3y\r\nContent-Length: 2\r\n\r\nok"

  struct First: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var method = "GET"
    var headers: [(String, String)] = []
    var body: [UInt8]?
    var answer = HandleReuseTests.answer
    var connection: @Sendable (Int) -> CurlConnection? = { _ in nil }
  }

  @Test("Any number of requests may have to be sent again because a kept connection had ended")
  func sentAgain() throws {
    let server = try ScriptedServer(.read, .write(Self.answer), .read)
    defer { server.stop() }
    let loop = CurlLoop()
    let request = request(port: server.port)
    let errors = loop.run {
      let requester = CurlSender(loop: loop)
      var errors: [ExchangeError] = []
      for _ in 0..<20 {
        do throws(ExchangeError) {
          try await requester.send(request, to: Recorder())
        } catch {
          errors.append(error)
        }
      }
      return errors
    }
    #expect(errors.isEmpty)
    #expect(server.requests.count >= 20 + 15)
  }

  @Test(
    "Nothing of a call remains in the next",
    arguments: [
      First(
        testDescription: "credentials",
        headers: [("Authorization", "Bearer k3y"), ("Cookie", "a=k3y"), ("X-Key", "k3y")]),
      First(
        testDescription: "a body", method: "PUT",
        headers: [("Content-Type", "text/plain"), ("Content-Length", "4")], body: Array("body".utf8)
      ),
      First(testDescription: "another method", method: "DELETE"),
      First(testDescription: "HEAD", method: "HEAD"),
      First(
        testDescription: "a coding that is undone", headers: [("Accept-Encoding", "gzip")],
        answer: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
      First(
        testDescription: "fields of curl's own",
        headers: [
          ("User-Agent", "one"), ("Accept", "text/plain"), ("Expect", "100-continue"),
          ("Referer", "/k3y"), ("Range", "bytes=0-1"),
        ]),
      First(
        testDescription: "an answer that is no good",
        answer: "HTTP/1.1 401 No\r\n"
          + "WWW-Authenticate: Digest realm=\"k3y\", nonce=\"k3y\"\r\nContent-Length: 0\r\n\r\n"),
      First(testDescription: "an answer that is none", answer: "no\r\n\r\n"),
      First(
        testDescription: "a proxy with a password",
        connection: { port in
          var settings = CurlConnection()
          settings.proxy = (try? ProxyAddress("http://me:k3y@127.0.0.1:\(port)")).map {
            .address($0)
          }
          return settings
        }),
      First(
        testDescription: "no proxies",
        headers: [("Authorization", "Bearer k3y"), ("Accept-Encoding", "gzip")],
        connection: { _ in
          var settings = CurlConnection()
          settings.proxy = .direct
          return settings
        }),
      First(
        testDescription: "an older version of HTTP",
        connection: { _ in
          var settings = CurlConnection()
          settings.httpVersion = .http10
          return settings
        }),
    ])
  func nothingIsLeft(first: First) throws {
    let server = try ScriptedServer(.read, .write(first.answer))
    defer { server.stop() }
    let second = request(port: server.port, path: "/second")
    exchange(second)
    let alone = try #require(server.requests.last)
    let loop = CurlLoop()
    let before = request(
      first.method, port: server.port, path: "/first", headers: first.headers,
      body: first.body.map { RequestBody.bytes(ProtectedText(bytes: $0)) })
    loop.run {
      let requester = CurlSender(loop: loop, connection: first.connection(server.port))
      try? await requester.send(before, to: Recorder())
      try? await CurlSender(loop: loop).send(second, to: Recorder())
    }
    #expect(server.requests.count == 3)
    #expect(server.requests.last == alone)
    #expect(server.requests.last?.contains("k3y") == false)
  }

  @Test("After any requests, one is sent as by a new loop")
  func sameBytes() throws {
    let answer = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
    let server = try ScriptedServer(.read, .write(answer))
    defer { server.stop() }
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    let values = ["a", "b", ""]
    let requests = (0..<200).map { number in
      let names = ["User-Agent", "Accept", "Authorization", "X-A"].filter { _ in
        random.below(2) == 0
      }
      let hasBody = random.below(4) == 0
      return request(
        random.pick(hasBody ? ["POST", "PUT"] : ["GET", "GET", "HEAD", "DELETE"]),
        port: server.port, path: "/\(random.below(3))",
        headers: names.map { ($0, random.pick(values)) },
        body: hasBody ? .bytes(ProtectedText("body \(number)")) : nil)
    }
    let loop = CurlLoop()
    loop.run {
      for request in requests {
        try? await CurlSender(loop: loop).send(request, to: Recorder())
      }
    }
    let reused = server.requests
    for request in requests { exchange(request) }
    #expect(reused.count == requests.count)
    #expect(reused == Array(server.requests.dropFirst(reused.count)), "seed \(seed)")
  }

  @Test("Each receiver gets only its own data, with many calls in progress")
  func receivers() throws {
    let server = try ScriptedServer(.read, .write(Self.answer))
    defer { server.stop() }
    let loop = CurlLoop()
    let requester = CurlSender(loop: loop)
    let request = request(port: server.port)
    let counts = loop.run { () async -> [Int] in
      var counts: [Int] = []
      for _ in 0..<20 {
        let recorders = (0..<5).map { _ in Recorder() }
        await withTaskGroup(of: Void.self) { group in
          for recorder in recorders {
            nonisolated(unsafe) let recorder = recorder
            group.addTask { try? await requester.send(request, to: recorder) }
          }
        }
        counts += recorders.map(\.body.count)
      }
      return counts
    }
    #expect(counts == Array(repeating: 2, count: 100))
  }
}
