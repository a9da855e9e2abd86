import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import APICallText
import TestServers
import Testing

@Suite("Connection settings", .timeLimit(.minutes(15)))
struct CurlConnectionTests {
  private static let answer = ScriptedServer.Step.write(
    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

  private func settings(_ change: (inout CurlConnection) throws -> Void) rethrows
    -> CurlConnection
  {
    var settings = CurlConnection()
    try change(&settings)
    return settings
  }

  private func transport(_ outcome: Outcome) -> ConnectionFailure? {
    if case .transport(let failure) = outcome.error { failure } else { nil }
  }

  @Test("A proxy gets the whole URL and the password, and none of libcurl's own fields")
  func proxy() throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let connection = try settings {
      $0.proxy = .address(try ProxyAddress("http://ann:s%40crt@127.0.0.1:\(server.port)"))
    }
    let recorder = Recorder()
    // An explicit proxy is used for local hosts as well.
    let request = request(port: 9, path: "/x?y=1")
    let outcome = exchange(request, recorder, connection: connection)
    #expect(outcome.error == nil && recorder.text == "ok")
    #expect(
      server.requests == [
        "GET http://127.0.0.1:9/x?y=1 HTTP/1.1\r\nHost: 127.0.0.1:9\r\n"
          + "Proxy-Authorization: Basic YW5uOnNAY3J0\r\n\r\n"
      ])
  }

  @Test("No proxy is used for excluded hosts or if proxies are disabled")
  func noProxy() throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let dead = CurlConnection.ProxyChoice.address(
      try ProxyAddress("http://127.0.0.1:\(LoopbackSocket.bound(listens: false).port)"))
    let named = settings {
      $0.proxy = dead
      $0.noProxy = "other.example, 127.0.0.1"
    }
    #expect(exchange(request(port: server.port), connection: named).error == nil)
    let direct = settings { $0.proxy = .direct }
    #expect(exchange(request(port: server.port), connection: direct).error == nil)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var steps: [ScriptedServer.Step]
    var reason: String
    var hint: String
  }

  @Test(
    "An error of the proxy names the proxy, without its password",
    arguments: [
      Refusal(
        testDescription: "wants a password",
        steps: [.write("HTTP/1.1 407 Who\r\nContent-Length: 0\r\n\r\n")],
        reason: "answered 407 Proxy Authentication Required",
        hint: "log in with --proxy scheme://user:password@host:port"),
      Refusal(
        testDescription: "forbids",
        steps: [.write("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")],
        reason: "answered 403 Forbidden", hint: "the proxy may not allow connections to this host"),
      Refusal(
        testDescription: "is none", steps: [.write("SSH-2.0-x\r\n\r\n")],
        reason: "sent an invalid HTTP response to CONNECT: CONNECT tunnel failed, response 0",
        hint: "check that the proxy speaks http"),
      Refusal(
        testDescription: "says nothing", steps: [],
        reason: "sent an invalid HTTP response to CONNECT: proxy CONNECT aborted",
        hint: "check that the proxy speaks http"),
    ])
  func refusal(example: Refusal) throws {
    let server = try ScriptedServer([.read] + example.steps)
    defer { server.stop() }
    let connection = try settings {
      $0.proxy = .address(try ProxyAddress("http://ann:hunter2@127.0.0.1:\(server.port)"))
    }
    let request = request(port: 443, host: "a.example", scheme: .https)
    #expect(
      exchange(request, connection: connection).error
        == .transport(
          ConnectionFailure(
            .cannotConnect, origin: request.url.origin,
            reason: "the proxy http://127.0.0.1:\(server.port) \(example.reason)",
            hint: example.hint)))
    #expect(server.requests.first?.hasPrefix("CONNECT a.example:443 HTTP/1.1\r\n") == true)
  }

  @Test("A proxy that does not exist is named")
  func deadProxy() throws {
    let port = try LoopbackSocket.bound(listens: false).port
    let connection = try settings {
      $0.proxy = .address(try ProxyAddress("http://ann:hunter2@127.0.0.1:\(port)"))
    }
    let failure = transport(exchange(request(port: 9, host: "a.example"), connection: connection))
    #expect(failure?.reason == "the proxy http://127.0.0.1:\(port): connection refused")
    #expect(failure?.hint == "check the host and the port of the proxy, and that it is running")
  }

  @Test("A local socket replaces any host")
  func unixSocket() throws {
    let server = try ScriptedServer(onSocket: [.read, Self.answer])
    defer { server.stop() }
    let connection = settings { $0.unixSocket = server.path }
    let recorder = Recorder()
    let request = request(port: 80, host: "a.example")
    #expect(exchange(request, recorder, connection: connection).error == nil)
    #expect(recorder.text == "ok" && recorder.peers == [Peer(address: server.path, port: 0)])
    #expect(server.requests == ["GET / HTTP/1.1\r\nHost: a.example\r\n\r\n"])

    let missing = settings { $0.unixSocket = "\(server.path).not" }
    let failure = transport(exchange(request, connection: missing))
    #expect(failure?.reason == "the socket '\(server.path).not': no such file or directory")
    #expect(failure?.kind == .cannotConnect)
  }

  @Test("Names resolve to the given addresses, and hosts are replaced by others")
  func places() throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let resolved = try settings {
      $0.resolutions = [try HostResolution("a.invalid:\(server.port):127.0.0.1")]
    }
    let toName = request(port: server.port, host: "a.invalid")
    #expect(exchange(toName, connection: resolved).error == nil)
    let detoured = try settings {
      $0.detours = [try HostDetour("b.invalid:80:127.0.0.1:\(server.port)")]
    }
    #expect(exchange(request(port: 80, host: "b.invalid"), connection: detoured).error == nil)
    #expect(
      server.requests == [
        "GET / HTTP/1.1\r\nHost: a.invalid:\(server.port)\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: b.invalid\r\n\r\n",
      ])
  }

  @Test("Connections can be limited to one address family")
  func family() throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let request = request(port: server.port)
    #expect(exchange(request, connection: settings { $0.addressFamily = .ipv4 }).error == nil)
    let failure = transport(
      exchange(request, connection: settings { $0.addressFamily = .ipv6 }))
    #expect(failure?.kind == .cannotConnect)
  }

  @Test(
    "The requested HTTP version is used, and no field is added for it",
    arguments: [
      (CurlConnection.HTTPVersion.http10, "HTTP/1.0"), (.http11, "HTTP/1.1"),
      (.http2, "HTTP/1.1"),
    ])
  func version(version: CurlConnection.HTTPVersion, spoken: String) throws {
    let server = try ScriptedServer(.read, Self.answer)
    defer { server.stop() }
    let connection = settings { $0.httpVersion = version }
    #expect(exchange(request(port: server.port), connection: connection).error == nil)
    #expect(
      server.requests == ["GET / \(spoken)\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n"])
  }

  @Test("The rate limit is kept")
  func rate() throws {
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 200 OK\r\nContent-Length: 400000\r\n\r\n" + String(repeating: "x", count: 400_000)
      ))
    defer { server.stop() }
    let recorder = Recorder()
    let connection = settings { $0.rateLimit = 200_000 }
    #expect(exchange(request(port: server.port), recorder, connection: connection).error == nil)
    #expect(recorder.body.count == 400_000)
    // 2 s, less what is read at once.
    #expect(recorder.timings?.total.map { $0 > .milliseconds(800) } == true)
  }

  @Test("The error suggests that the server does not speak HTTP/2 without TLS")
  func priorKnowledge() throws {
    let server = try ScriptedServer(.pause(.milliseconds(20)))
    defer { server.stop() }
    let connection = settings { $0.httpVersion = .http2PriorKnowledge }
    let failure = transport(exchange(request(port: server.port), connection: connection))
    #expect(
      failure?.hint
        == "the server may not speak HTTP/2 without TLS; try --http-version 1.1")
  }
}
