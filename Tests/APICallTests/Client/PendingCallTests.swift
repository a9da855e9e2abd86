import APICall
import Synchronization
import TestServers
import Testing

@Suite("Calls that are handled", .timeLimit(.minutes(15)))
struct PendingCallTests {
  @Test("A completion handler runs once, where it is isolated to")
  @MainActor func completion() async throws {
    let server = try ScriptedServer.responding()
    defer { server.stop() }
    let endpoint = try server.root
    let notes = Notes()
    await withCheckedContinuation { continuation in
      Client().call(endpoint) { @MainActor result in
        MainActor.assertIsolated()
        notes.add("\((try? result.get().text) ?? "")")
        continuation.resume()
      }
    }
    #expect(notes.lines == ["{}"])
    #expect(server.requests.count == 1)
  }

  @Test("Handlers run in order, each once, also if they are added late")
  @MainActor func handlers() async throws {
    let notes = Notes()
    let call = Client(requester: SucceedingRequester()).start(
      try Endpoint(yaml: "url: http://a.test/\n"))
    call.onSuccess { @MainActor in notes.add("one \($0.status.code)") }
      .onFailure { @MainActor in notes.add("\($0)") }
      .onSuccess { @MainActor _ in notes.add("two") }
      .finally { @MainActor in notes.add("three") }
    #expect(try await call.response.status == 200)
    await withCheckedContinuation { continuation in
      call.onSuccess { @MainActor _ in notes.add("four") }
        .finally { continuation.resume() }
    }
    #expect(notes.lines == ["one 200", "two", "three", "four"])
  }

  @Test("A handler may make the same call again")
  func again() async throws {
    var configuration = ClientConfiguration()
    configuration.duplicates = .refuse
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let endpoint = try server.root
    let client = Client(configuration: configuration)
    let result: Result<Response, RequestError> = await withCheckedContinuation { continuation in
      client.start(endpoint).onSuccess { _ in
        client.call(endpoint) { continuation.resume(returning: $0) }
      }
    }
    #expect(try result.get().text == "{}")
  }

  @Test(
    "A call is cancelled before, during and after it",
    arguments: ["before", "during", "after"])
  func cancelled(_ moment: String) async throws {
    let (server, closed) = try ScriptedServer.closing()
    let good = try ScriptedServer.responding()
    defer {
      server.stop()
      good.stop()
    }
    let call = Client().start(try moment == "after" ? good.root : server.root)
    switch moment {
    case "during": #expect(await server.hasRequests())
    case "after": _ = await call.result
    default: break
    }
    for _ in 0..<3 { call.cancel() }
    let ended = Tally()
    await withCheckedContinuation { continuation in
      call.onFailure { error in ended.add(error.isCancellation ? 1 : 100) }
        .onSuccess { _ in ended.add(10) }
        .finally { continuation.resume() }
    }
    #expect(ended.sum == (moment == "after" ? 10 : 1))
    if moment == "during" { #expect(await closed.first() == true) }
  }

  @Test("A bag cancels its calls when it is released, and forgets those that ended")
  func bag() async throws {
    let (server, closed) = try ScriptedServer.closing()
    let good = try ScriptedServer.responding()
    defer {
      server.stop()
      good.stop()
    }
    let client = Client()
    var bag: CallBag? = CallBag()
    let ended = client.start(try good.root)
    if let bag { ended.store(in: bag) }
    _ = await ended.result
    #expect(await waits { bag?.count == 0 })
    let call = client.start(try server.root)
    if let bag { call.store(in: bag) }
    #expect(await server.hasRequests())
    #expect(bag?.count == 1)
    bag = nil
    #expect(await call.result.error?.isCancellation == true)
    #expect(await closed.first() == true)
  }

  @Test("All calls of a client are cancelled at once; later ones are made")
  func all() async throws {
    let (server, _) = try ScriptedServer.closing()
    let good = try ScriptedServer.responding()
    defer {
      server.stop()
      good.stop()
    }
    let client = Client()
    let endpoint = try server.root
    let calls = (0..<8).map { _ in client.start(endpoint) }
    #expect(await server.hasRequests(8))
    client.cancelAll()
    for call in calls { #expect(await call.result.error?.isCancellation == true) }
    #expect(try await client.call(good.root).status == 200)
  }

  @Test("A client that is shut down cancels its calls and refuses others")
  func shutdown() async throws {
    let (server, closed) = try ScriptedServer.closing()
    defer { server.stop() }
    let client = Client()
    let endpoint = try server.root
    let call = client.start(endpoint)
    #expect(await server.hasRequests())
    let events = client.events
    await client.shutdown()
    await client.shutdown()
    #expect(await call.result.error?.isCancellation == true)
    #expect(await client.start(endpoint).result.error?.isCancellation == true)
    var left = 0
    for await event in events {
      // A call that takes long reports its progress again.
      if case .moved = event { continue }
      left += 1
    }
    #expect(left <= 3)
    #expect(await closed.first() == true)
    await Client().shutdown()
  }

  @Test("The last reference to a client may go in a handler")
  func released() async throws {
    let server = try ScriptedServer.responding()
    defer { server.stop() }
    let endpoint = try server.root
    for _ in 0..<20 {
      await withCheckedContinuation { continuation in
        Client().start(endpoint).finally { continuation.resume() }
      }
    }
    #expect(server.requests.count == 20)
  }

  @Test("No more calls are in progress than the limit; the others wait for their turn")
  func limit() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    var configuration = ClientConfiguration()
    configuration.maximumCalls = 2
    let (client, endpoint) = (Client(configuration: configuration), try server.root)
    let calls = (0..<50).map { _ in client.start(endpoint) }
    for number in stride(from: 0, to: 50, by: 5) { calls[number].cancel() }
    var ended = 0
    for call in calls where await call.result.error == nil { ended += 1 }
    #expect(ended >= 40)
    #expect(server.connections <= 2 + 10)
    #expect(try await client.call(endpoint).text == "{}")
  }
}

extension Result {
  /// The error; nil for a success.
  var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

/// A sum that handlers add to.
private final class Tally: Sendable {
  private let state = Mutex(0)
  var sum: Int { state.withLock { $0 } }
  func add(_ number: Int) { state.withLock { $0 += number } }
}
