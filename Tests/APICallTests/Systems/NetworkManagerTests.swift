import APICall
import TestServers
import Testing

/// A network manager whose requester is replaced in tests, which refuses duplicates and cancels.
@Suite("A network manager", .timeLimit(.minutes(15)))
struct NetworkManagerTests {
  @Test("One line replaces the requester")
  func swapped() async throws {
    let todos = try ServedLibrary.endpoint("todos")
    let clients: [(Client, String)] = [
      (try ServedLibrary.client(), "200"),
      (Client(requester: FixtureRequester()), "200"),
      (Client(requester: SucceedingRequester("[]", status: .accepted)), "202"),
      (Client(requester: FailingRequester(.transport(.cannotConnect, []))), "cannotConnect"),
      (Client(requester: FailingRequester(.timedOut(.connecting, []))), "connecting"),
    ]
    for (client, expected) in clients {
      switch await client.start(todos, ["user": 1]).result {
      case .success(let response): #expect("\(response.status.code)" == expected)
      case .failure(.transport(let failure, _)): #expect("\(failure)" == expected)
      case .failure(.timedOut(let phase, _)): #expect("\(phase)" == expected)
      case .failure(let error): Issue.record("\(error)")
      }
    }
  }

  @Test("A refused connection")
  func refused() async throws {
    let error = await Client().start(try Endpoint(yaml: "url: http://127.0.0.1:1/\n")).result.error
    guard case .transport(.cannotConnect, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      found.first?.message == "cannot connect to http://127.0.0.1:1: connection refused")
  }

  @Test("A duplicate is refused while the first is in progress, not afterwards")
  func duplicate() async throws {
    let (responses, respond) = AsyncStream<Void>.makeStream()
    let requester = RespondingRequester { _ in
      for await _ in responses { break }
      return (.ok, "[]")
    }
    var configuration = ClientConfiguration()
    configuration.duplicates = .refuse
    let client = Client(configuration: configuration, requester: requester)
    let todos = try ServedLibrary.endpoint("todos")
    let first = client.start(todos, ["user": 1])
    #expect(await waits { !requester.requests.isEmpty })
    guard case .duplicateRequest? = await client.start(todos, ["user": 1]).result.error else {
      Issue.record("the second call was not refused")
      return
    }
    respond.finish()
    #expect(try await first.response.status == .ok)
    #expect(try await client.call(todos, ["user": 1]).status == .ok)
  }

  @Test("The server sees a call that is cancelled half-way close its connection")
  func cancelled() async throws {
    let (closed, close) = AsyncStream<Bool>.makeStream()
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nhalf".utf8)
      close.yield(connection.receive().isEmpty)
    }
    defer { server.stop() }
    let client = Client()
    let moved = Task { [events = client.events] in
      for await case .moved(_, let progress) in events where progress.received > 0 { return }
    }
    let call = client.start(try server.root)
    await moved.value
    call.cancel()
    #expect(await call.result.error?.isCancellation == true)
    #expect(await closed.first() == true)
  }
}
