import Foundation
import Synchronization
import TestServers
import Testing

@Suite("Scripts that change what others change, too")
struct CompareAndSwapTests {
  /// A counter whose value is its ETag; the first reads wait for each other, so that some lose.
  private final class Counter: Sendable {
    private static let racing = 8
    private let state = Mutex((value: 0, reads: 0, refused: 0))

    var value: Int { state.withLock { $0.value } }
    var refused: Int { state.withLock { $0.refused } }

    func answer(_ request: [UInt8]) -> String {
      let text = String(decoding: request, as: UTF8.self)
      guard text.hasPrefix("PUT ") else {
        let value = state.withLock { state in
          state.reads += 1
          return state.value
        }
        waits { state.withLock { $0.reads >= Self.racing } }
        return Self.response("200 OK", value)
      }
      return state.withLock { state in
        guard text.contains("\r\nIf-Match: \"\(state.value)\"\r\n"),
          text.hasSuffix("{\"count\":\(state.value + 1)}")
        else {
          state.refused += 1
          return Self.response("412 Precondition Failed", state.value)
        }
        state.value += 1
        return Self.response("200 OK", state.value)
      }
    }

    private static func response(_ status: String, _ value: Int) -> String {
      let body = "{\"count\": \(value)}"
      return "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nETag: \"\(value)\"\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
  }

  @Test("60 increments by 8 processes at a time are all made, or report that they are not")
  func increments() throws {
    let counter = Counter()
    let server = try ScriptedServer.answering { counter.answer($0) }
    let folder = "\(Place.scratch)/swap-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = [
      "add.yaml": """
      steps:
        now: {call: {url: \(server.url)/counter}}
        put:
          call:
            url: \(server.url)/counter
            method: PUT
            headers: {If-Match: <now.headers.etag>}
            json: {count: <now.body.count + 1>}

      """,
      "main.yaml": """
      steps:
        add:
          call: add.yaml
          retry: {times: 100, every: 5ms, backoff: 1.2, max_wait: 50ms, on: [412]}

      """,
    ]
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    var all: [CommandRun] = []
    while all.count < 60 {
      let children = try (0..<min(8, 60 - all.count)).map { _ in
        try ChildProcess([Place.program("apicall"), "run", "main.yaml"], in: folder)
      }
      all += children.map { CommandRun($0) }
    }
    let made = all.filter { $0.ending == .exit(0) }
    #expect(counter.value == made.count)
    #expect(counter.refused >= 7)
    #expect(made.allSatisfy { $0.output.hasPrefix("{\"count\": ") && $0.error.isEmpty })
    for run in all where run.ending != .exit(0) {
      #expect(run.ending == .exit(4) && run.error.contains("after 101 attempts"))
    }
  }
}
