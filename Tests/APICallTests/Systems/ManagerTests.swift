import APICall
import Synchronization
import TestServers
import Testing

/// One HTTP manager that hands its response back in four ways: to the caller, to a delegate, to a
/// closure, and to any number of observers.
@Suite("A manager with four ways of handing back", .timeLimit(.minutes(15)))
struct ManagerTests {
  @Test("The caller waits in line and counts bytes")
  func inLine() async throws {
    let response = try await ServedLibrary.client().call(
      ServedLibrary.endpoint("todos"), ["user": 1])
    #expect(response.body.count == 50 && response.status.kind == .successful)
  }

  @Test("A call that has begun can be awaited; its result is never read too early")
  func pending() async throws {
    let call = try ServedLibrary.client().start(ServedLibrary.endpoint("todos"), ["user": 1])
    #expect(try await call.response.body.count == 50)
    #expect(try await call.result.get().body.count == 50)
  }

  @Test("A closure gets the response or an error that says which")
  @MainActor func closure() async throws {
    let (client, todos) = (try ServedLibrary.client(), try ServedLibrary.endpoint("todos"))
    let notes = Notes()
    for user in [1, 404] {
      await withCheckedContinuation { continuation in
        client.call(todos, ["user": .integer(user)]) { @MainActor result in
          switch result {
          case .success(let response): notes.add("\(response.body.count) bytes")
          case .failure(.unexpectedStatus(let response, _)):
            notes.add("\(response.status.code): \(response.text)")
          case .failure(let error): notes.add("\(error)")
          }
          continuation.resume()
        }
      }
    }
    #expect(notes.lines == ["50 bytes", #"404: {"reason":"no such user"}"#])
  }

  @Test("An invalid URL is told before anything is sent")
  func invalidURL() async throws {
    let endpoint = try Endpoint(
      yaml: "inputs:\n  name: {}\nhost: https://<name>.example.com\n", named: "host.yaml")
    guard
      case .invalidURL(let found)? = await Client().start(endpoint, ["name": "a b"]).result.error
    else {
      Issue.record("no invalid URL")
      return
    }
    #expect(found.first?.file == "host.yaml" && found.first?.line == 3)
  }

  @Test("Any number of observers count the bytes to the end")
  func observers() async throws {
    let client = try ServedLibrary.client()
    let counts = (0..<3).map { _ in
      Task { [events = client.events] in
        var count: Int64 = 0
        for await case .moved(_, let progress) in events { count = max(count, progress.received) }
        return count
      }
    }
    _ = try await client.call(ServedLibrary.endpoint("todos"), ["user": 1])
    await client.shutdown()
    for count in counts { #expect(await count.value == 50) }
  }
}
