import APICall
import Glibc
import TestServers
import Testing

@Suite("Calls from Swift", .timeLimit(.minutes(15)))
struct ClientTests {
  @Test("The body, the header fields and the outputs of a response")
  func response() async throws {
    let server = try server("200 OK", #"[{"id": 7, "title": "milk"}]"#)
    defer { server.stop() }
    let endpoint = try endpoint(at: server.url)
    let response = try await Client().call(endpoint, ["user": 1, "tags": ["a", "b"]])
    #expect(response.status == 200 && response.text == #"[{"id": 7, "title": "milk"}]"#)
    #expect(response.headerFields[.contentType] == "application/json")
    #expect(try response.output("first") == "7")
    #expect(response.description == "Response(200, 28 bytes)")
    #expect(server.requests.first?.hasPrefix("GET /users/1/todos?tag=a&tag=b HTTP/1.1\r\n") == true)
    let error = #expect(throws: RequestError.self) { try response.output("frist") }
    #expect(error?.diagnostics.first?.hint == "did you mean 'first'?")
  }

  @Test("An unexpected status has its body")
  func unexpectedStatus() async throws {
    let server = try server("404 Not Found", #"{"reason": "gone"}"#)
    defer { server.stop() }
    let error = await failure(of: try endpoint(at: server.url), ["user": 1])
    guard case .unexpectedStatus(let response, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(response.status == 404 && response.text == #"{"reason": "gone"}"#)
    #expect(found.first?.message.hasSuffix("answered 404 Not Found, not 2xx") == true)
  }

  @Test("A response that is not as the file expects has its body")
  func expectation() async throws {
    let server = try server("200 OK", #"{"state": "failed"}"#)
    defer { server.stop() }
    let text = "url: \(server.url)/\nexpect:\n  body:\n    $.state: done\n"
    let error = await failure(of: try Endpoint(yaml: text, named: "state.yaml"), [:])
    guard case .expectation(let response, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(response.text == #"{"state": "failed"}"#)
    #expect(found.first?.file == "state.yaml" && found.first?.line == 4)
  }

  @Test("A body that is not JSON is an error as soon as an output is taken")
  func brokenJSON() async throws {
    let server = try server("200 OK", #"[{"id": "#)
    defer { server.stop() }
    let response = try await Client().call(try endpoint(at: server.url), ["user": 1])
    let error = #expect(throws: RequestError.self) { try response.output("first") }
    guard case .decoding(let same, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(same.text == #"[{"id": "#)
    #expect(
      found.first?.message
        == "cannot decode the response of todos.yaml: 1:9: the text ends where a value was expected"
    )
  }

  @Test("Problems of the file, the inputs and the URL are found before anything is sent")
  func beforeSending() async throws {
    let invalid = #expect(throws: RequestError.self) {
      try Endpoint(yaml: "hots: https://api.example.com\n", named: "typo.yaml")
    }
    guard case .invalidEndpoint(let found)? = invalid else {
      Issue.record("\(String(describing: invalid))")
      return
    }
    #expect(found.first?.file == "typo.yaml" && found.first?.line == 1)
    #expect(found.first?.description.contains("^^^^") == true)

    let endpoint = try endpoint(at: "http://127.0.0.1:9")
    let missing = await failure(of: endpoint, [:])
    guard case .invalidInputs(let problems)? = missing else {
      Issue.record("\(String(describing: missing))")
      return
    }
    #expect(problems.first?.message.contains("user") == true)

    let text = "inputs:\n  name: {type: string}\nhost: https://<name>\n"
    let url = await failure(of: try Endpoint(yaml: text), ["name": "a b"])
    guard case .invalidURL? = url else {
      Issue.record("\(String(describing: url))")
      return
    }
    let named = await #expect(throws: RequestError.self) { try await Client().call("todos/list") }
    guard case .invalidEndpoint? = named else {
      Issue.record("\(String(describing: named))")
      return
    }
  }

  @Test("A refused connection and a time limit")
  func transport() async throws {
    let server = try ScriptedServer(.read, .silence)
    let refused = await failure(of: try endpoint(at: "http://127.0.0.1:1"), ["user": 1])
    guard case .transport(.cannotConnect, _)? = refused else {
      Issue.record("\(String(describing: refused))")
      return
    }
    let slow = try Endpoint(yaml: "url: \(server.url)/\ntimeout: 100ms\n")
    let late = await failure(of: slow, [:])
    guard case .timedOut(.total, let found)? = late else {
      Issue.record("\(String(describing: late))")
      return
    }
    #expect(found.first?.message == "no complete response from \(server.url) within 100ms")
    server.stop()
  }

  @Test("A cancelled call closes its connection")
  func cancelled() async throws {
    let (closed, close) = AsyncStream<Bool>.makeStream()
    let server = try ScriptedServer { _, connection in
      close.yield(connection.receive().isEmpty)
      close.finish()
    }
    defer { server.stop() }
    let endpoint = try Endpoint(yaml: "url: \(server.url)/\n")
    let client = Client()
    let task = Task { await failure(of: endpoint, [:], by: client) }
    #expect(await server.hasRequests())
    task.cancel()
    guard case .cancelled? = await task.value else {
      Issue.record("not cancelled")
      return
    }
    var seen: [Bool] = []
    for await end in closed { seen.append(end) }
    #expect(seen == [true])
  }

  @Test("A call of a task that is already cancelled sends nothing")
  func cancelledBefore() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let (endpoint, client) = (try server.root, Client())
    let task = Task {
      await waits { Task.isCancelled }
      return await failure(of: endpoint, [:], by: client)
    }
    task.cancel()
    #expect(await task.value?.isCancellation == true)
    await client.shutdown()
    #expect(server.connections == 0)
  }

  @Test("A process that the program starts does not get its connections")
  func inheritance() async throws {
    let (closed, close) = AsyncStream<Bool>.makeStream()
    let server = try ScriptedServer { _, connection in
      close.yield(connection.receive().isEmpty)
    }
    defer { server.stop() }
    let call = Client().start(try server.root)
    #expect(await server.hasRequests())
    // The sockets of this process whose other end is the server.
    let sockets = (3..<4096).filter { peerPort(of: CInt($0)) == server.port }
    #expect(!sockets.isEmpty)
    for socket in sockets {
      #expect(fcntl(CInt(socket), F_GETFD) & FD_CLOEXEC != 0)
    }
    call.cancel()
    #expect(await closed.first() == true)
  }

  /// The port of the other end of a connection over IPv4; nil without one.
  private func peerPort(of socket: CInt) -> Int? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) }
    }
    guard status == 0, address.sin_family == sa_family_t(AF_INET) else { return nil }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  @Test("Many calls at a time, by one client and by clients of their own")
  func many() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let endpoint = try Endpoint(yaml: "url: \(server.url)/\n")
    let shared = Client()
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<64 {
        group.addTask {
          let client = number % 4 == 0 ? Client() : shared
          return try await client.call(endpoint).text
        }
      }
      return try await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(texts == [String](repeating: "{}", count: 64))
  }

  @Test("A project finds endpoints by name")
  func project() async throws {
    let project = Project(at: "\(root)")
    let endpoint = try project.endpoint(named: "github/user")
    let error = await failure(of: endpoint, ["username": "-"])
    #expect(
      error?.description.hasPrefix("the value of the input 'username'") == true
        || error?.diagnostics.first?.message.contains("username") == true)
    for name in ["../README", "github/", "github/nothing"] {
      let error = #expect(throws: RequestError.self) { try project.endpoint(named: name) }
      guard case .invalidEndpoint(let found)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(found.count == 1)
    }
  }

  @Test("A script is not an endpoint")
  func script() throws {
    let error = #expect(throws: RequestError.self) {
      try Endpoint(contentsOf: "\(root)/examples/scripts/log-in-and-list.yaml")
    }
    #expect(error?.description.contains("is a script, not an endpoint") == true)
  }

  @Test("A secret is in no description")
  func secrets() async throws {
    let server = try server("404 Not Found", #"{"token": "s3cret-value"}"#)
    defer { server.stop() }
    let text = """
      url: \(server.url)/
      inputs:
        token: {type: string, secret: true}
      query:
        key: <token>
      """
    let inputs: Inputs = ["token": "s3cret-value"]
    let error = await failure(of: try Endpoint(yaml: text), inputs)
    #expect(server.requests.first?.contains("s3cret-value") == true)
    #expect(error?.response?.text.contains("s3cret-value") == true)
    var dumped = ""
    dump(error, to: &dumped)
    dump(error?.response, to: &dumped)
    dump(inputs, to: &dumped)
    for shown in ["\(String(describing: error))", "\(String(reflecting: error))", dumped] {
      #expect(!shown.contains("s3cret-value"))
    }
  }

  // MARK: Helpers

  private func server(_ status: String, _ body: String) throws -> ScriptedServer {
    try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"))
  }

  private func endpoint(at url: String) throws -> Endpoint {
    try Endpoint(
      yaml: """
        host: \(url)
        path: /users/{user}/todos
        inputs:
          user: {type: integer}
          tags: {type: array, required: false}
        query:
          tag: <tags>
        outputs:
          first: $[0].id
        """, named: "todos.yaml")
  }
}

/// The folder of the package.
private let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }

/// Makes a call that fails.
private func failure(
  of endpoint: Endpoint, _ inputs: Inputs, by client: Client = Client()
) async -> RequestError? {
  do throws(RequestError) {
    _ = try await client.call(endpoint, inputs)
    return nil
  } catch {
    return error
  }
}
