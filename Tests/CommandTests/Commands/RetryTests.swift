import TestServers
import Glibc
import Synchronization
import Testing

@Suite("Retried calls")
struct RetryTests {
  private static let busy =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
  private static let file = "Tests/Fixtures/odd/answer.yaml"

  @Test("A server sees each attempt, with a pause before each but the first")
  func attempts() throws {
    let times = Mutex<[ContinuousClock.Instant]>.Ref([])
    let server = try ScriptedServer { _, connection in
      times.value.withLock { $0.append(.now) }
      connection.send(Self.busy.utf8)
    }
    let run = try CommandRun(
      "run", Self.file, "answer=x", "--host", server.url,
      "--set", "retry={times: 3, every: 20ms, backoff: 3}")
    #expect(run.ending == .exit(5))
    #expect(run.error.hasSuffix("answered 503 Service Unavailable, not 2xx, after 4 attempts\n"))
    let all = times.value.withLock { $0 }
    #expect(all.count == 4)
    for (index, least) in [20, 60, 180].enumerated() where index + 1 < all.count {
      #expect(all[index + 1] - all[index] >= .milliseconds(least))
    }
  }

  @Test("A request that is not safe to repeat is sent once, whatever apicall.yaml says")
  func once() throws {
    let server = try ScriptedServer { _, connection in connection.send(Self.busy.utf8) }
    let run = try CommandRun(
      "run", Self.file, "answer=x", "--host", server.url, "--retry", "2", "--set", "method=POST")
    #expect(run.ending == .exit(64))
    #expect(server.connections == 0)
  }

  @Test("An interrupt ends a pause at once", arguments: [SIGINT, SIGTERM])
  func interrupt(signal: Int32) throws {
    let server = try ScriptedServer { _, connection in connection.send(Self.busy.utf8) }
    let child = try ChildProcess([
      Place.program("apicall"), "run", Self.file, "answer=x", "--host", server.url,
      "--set", "retry={times: 3, every: 5m}", "-v",
    ])
    #expect(waits { String(decoding: child.error, as: UTF8.self).contains("attempt 2 of 4") })
    child.send(signal)
    #expect(child.wait() == .signal(signal))
    #expect(server.connections == 1)
  }
}
