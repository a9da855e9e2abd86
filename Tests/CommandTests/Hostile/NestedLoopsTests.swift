import TestServers
import Foundation
import Synchronization
import Testing

@Suite("Nested loops")
struct NestedLoopsTests {
  @Test("They have at most 256 iterations in progress in all, in little memory")
  func bounded() throws {
    let served = ServedRequests()
    let server = try ScriptedServer.answering { _ in
      served.begin()
      usleep(5000)
      served.end()
      return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    }
    let child = try ChildProcess(
      [Place.program("apicall"), "run", "outer.yaml", "--mock", server.url],
      in: folder(iterations: 256))
    let end = ContinuousClock.now + .seconds(6)
    var peak = 0
    waits {
      peak = max(peak, child.peakMemory ?? 0)
      return ContinuousClock.now >= end && served.all > 100
    }
    child.send(SIGTERM)
    #expect(child.wait() == .signal(SIGTERM))
    #expect(peak < 200 << 20)
    #expect(served.most <= 256)
    #expect(served.all > 100)
  }

  @Test("They finish, with the iterations in order")
  func ordered() throws {
    let server = try ScriptedServer.answering { request in
      let path = request.drop { $0 != UInt8(ascii: "/") }.dropFirst().prefix { $0 != 0x20 }
      let body = String(decoding: path, as: UTF8.self)
      return "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    let run = CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "run", "outer.yaml", "--mock", server.url],
        in: folder(iterations: 7)))
    var expected = ""
    // The outputs of iterations are printed as JSON.
    for a in 1...7 { for b in 1...7 { for c in 1...7 { expected += "\"\(a)-\(b)-\(c)\"" } } }
    #expect(run.ending == .exit(0) && run.error == "")
    #expect(run.output.filter { $0 != "\n" } == expected)
  }

  /// Three scripts, each of which calls the next one for each iteration.
  private func folder(iterations: Int) throws -> String {
    let folder = "\(Place.scratch)/nested-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let calls = [
      ("outer", "", "call: middle.yaml\n    with: {a: <each>}"),
      ("middle", "inputs: {a: {}}", "call: inner.yaml\n    with: {a: <a>, b: <each>}"),
      (
        "inner", "inputs: {a: {}, b: {}}",
        "call: {host: 'https://odd.example', path: '/<a>-<b>-<each>'}"
      ),
    ]
    for (name, inputs, call) in calls {
      try """
      \(inputs)
      steps:
        iterations:
          each: {range: [1, \(iterations)]}
          parallel: 256
          \(call)

      """.write(toFile: "\(folder)/\(name).yaml", atomically: true, encoding: .utf8)
    }
    return folder
  }
}

/// The number of requests in progress.
private final class ServedRequests: Sendable {
  private let counts = Mutex((now: 0, most: 0, all: 0))

  /// The maximum at a time.
  var most: Int { counts.withLock { $0.most } }
  /// The total.
  var all: Int { counts.withLock { $0.all } }

  func begin() {
    counts.withLock { counts in
      counts.now += 1
      counts.all += 1
      counts.most = max(counts.most, counts.now)
    }
  }

  func end() { counts.withLock { $0.now -= 1 } }
}
