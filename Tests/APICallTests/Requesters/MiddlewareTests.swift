import APICall
import Synchronization
import TestServers
import Testing

@Suite("Middleware of a program", .timeLimit(.minutes(15)))
struct MiddlewareTests {
  @Test("Each changes every exchange in turn, also redirects")
  func order() async throws {
    let server = try ScriptedServer { request, connection in
      let moved = request.hasPrefix("GET / ")
      connection.send(
        (moved
          ? "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"
          : "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}").utf8)
    }
    defer { server.stop() }
    let client = client(Adding("a"), Adding("b"))
    let response = try await client.call(
      try Endpoint(yaml: "url: \(server.url)/\nredirects: 3\n"))
    #expect(response.text == "{}")
    #expect(server.requests.count == 2)
    for request in server.requests { #expect(request.contains("\r\nTrace: ab\r\n")) }
  }

  @Test("One may respond itself, or send a request again")
  func again() async throws {
    let server = try ScriptedServer.answering { request in
      let text = String(decoding: request, as: UTF8.self)
      let status = text.contains("Trace: new") ? "200 OK" : "401 Unauthorized"
      return "HTTP/1.1 \(status)\r\nContent-Length: 2\r\n\r\n{}"
    }
    defer { server.stop() }
    struct Renewing: Middleware {
      func send(
        _ request: Request, to receiver: ResponseReceiver, by next: Next
      ) async throws(RequestError) {
        let first = try await next.response(to: request)
        guard first.head.status == .unauthorized else {
          await receiver.receive(first.head)
          await receiver.receive(first.body)
          return
        }
        var request = request
        request.setHeaderField(traceField, to: "new")
        let head = try await next.send(request, to: receiver)
        #expect(head?.status == .ok)
      }
    }
    #expect(try await client(Renewing()).call(server.root).text == "{}")
    #expect(server.requests.count == 2)
  }

  @Test("One may call with the same client, however few calls are allowed")
  func nested() async throws {
    final class LoggingIn: Middleware {
      let client = Mutex<Client?>(nil)
      let login: Endpoint
      init(_ login: Endpoint) { self.login = login }
      func send(
        _ request: Request, to receiver: ResponseReceiver, by next: Next
      ) async throws(RequestError) {
        if !request.url.hasSuffix("/login"), let client = client.withLock({ $0 }) {
          _ = try await client.call(login)
        }
        try await next.send(request, to: receiver)
      }
    }
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let login = LoggingIn(try Endpoint(yaml: "url: \(server.url)/login\n"))
    var configuration = ClientConfiguration()
    configuration.maximumCalls = 1
    configuration.middleware = [login]
    let client = Client(configuration: configuration)
    login.client.withLock { $0 = client }
    #expect(try await client.call(server.root).text == "{}")
    #expect(
      server.requests.map { $0.split(separator: "\r\n").first ?? "" } == [
        "GET /login HTTP/1.1", "GET / HTTP/1.1",
      ])
    login.client.withLock { $0 = nil }
  }

  @Test("Its own error is that of the call")
  func fails() async throws {
    struct Refusing: Middleware {
      func send(
        _ request: Request, to receiver: ResponseReceiver, by next: Next
      ) async throws(RequestError) {
        throw .notPermitted([Diagnostic("not on Sundays", hint: "wait for a day")])
      }
    }
    let error = await client(Refusing()).start(try Endpoint(yaml: "url: http://a.test/\n")).result
      .error
    guard case .notPermitted(let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.first?.message == "not on Sundays" && found.first?.hint == "wait for a day")
  }

  @Test("Line breaks do not get into a header field")
  func injection() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    _ = try await client(Adding("x\r\nEvil: 1")).call(server.root)
    #expect(server.requests.first?.contains("\r\nEvil") == false)
  }

  private func client(_ middleware: any Middleware...) -> Client {
    var configuration = ClientConfiguration()
    configuration.middleware = middleware
    return Client(configuration: configuration)
  }
}

/// The name of the field that the middleware here sets.
private let traceField = HTTPField.Name("Trace") ?? .accept

/// Adds a text to a header field.
private struct Adding: Middleware {
  private let text: String

  init(_ text: String) { self.text = text }

  func send(
    _ request: Request, to receiver: ResponseReceiver, by next: Next
  ) async throws(RequestError) {
    var request = request
    request.setHeaderField(traceField, to: (request.headerFields[traceField] ?? "") + text)
    try await next.send(request, to: receiver)
  }
}
