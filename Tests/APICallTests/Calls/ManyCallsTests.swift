import APICall
import SeededNumbers
import Synchronization
import TestServers
import Testing

@Suite("Many calls", .timeLimit(.minutes(15)))
struct ManyCallsTests {
  private static let count = 2_000

  @Test("No response is lost or mixed up with 64 tasks at a time")
  func concurrent() async throws {
    let server = try ScriptedServer.answering { request in
      let path = String(decoding: request.prefix { $0 != 13 }, as: UTF8.self)
        .split(separator: " ")[1]
      return "HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)"
    }
    defer { server.stop() }
    let endpoint = try Endpoint(
      yaml: "host: \(server.url)\npath: /items/{id}\ninputs:\n  id: {type: integer}\n")
    let client = Client()
    var wrong = 0
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<Self.count {
        if number >= 64, await group.next() == false { wrong += 1 }
        group.addTask {
          let response = try? await client.call(endpoint, ["id": .integer(number)])
          return response?.text == "/items/\(number)"
        }
      }
      for await isRight in group where !isRight { wrong += 1 }
    }
    #expect(wrong == 0)
    #expect(server.requests.count == Self.count)
    #expect(server.connections <= 64)
  }

  @Test("Calls that are cancelled at any moment leave nothing behind")
  func cancelled() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let endpoint = try server.root
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let client = Client()
    var ends = (answered: 0, cancelled: 0, other: 0)
    for round in 0..<20 {
      let calls = (0..<32).map { _ in client.start(endpoint) }
      for call in calls where numbers.below(3) > 0 {
        if numbers.below(2) == 0 { await Task.yield() }
        if round % 4 == 0 { try await Task.sleep(for: .microseconds(numbers.below(500))) }
        call.cancel()
      }
      for call in calls {
        switch await call.result {
        case .success: ends.answered += 1
        case .failure(let error) where error.isCancellation: ends.cancelled += 1
        case .failure: ends.other += 1
        }
      }
    }
    #expect(ends.other == 0 && ends.answered + ends.cancelled == 640, "APICALL_SEED=\(seed)")
    #expect(ends.answered > 0 && ends.cancelled > 0, "APICALL_SEED=\(seed)")
    await client.shutdown()
  }

  @Test("Clients that come and go")
  func clients() async throws {
    let server = try ScriptedServer.answering()
    defer { server.stop() }
    let endpoint = try server.root
    for number in 0..<30 {
      let client = Client()
      _ = try await client.call(endpoint)
      if number % 2 == 0 { await client.shutdown() }
    }
    #expect(server.connections == 30)
  }
}
