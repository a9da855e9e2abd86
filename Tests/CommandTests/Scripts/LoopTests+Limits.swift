import TestServers
import Foundation
import Synchronization
import Testing

/// Limits that the server tells.
extension LoopTests {
  private static func run(_ server: String, _ loop: String, _ call: String) throws -> CommandRun {
    let folder = "\(Place.scratch)/pace-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = """
      steps:
        items:
          each: {range: [0, 5]}
          \(loop)
          call: {url: "\(server)/<each>"\(call)}
      print: null

      """
    try script.write(toFile: "\(folder)/loop.yaml", atomically: true, encoding: .utf8)
    return CommandRun(try ChildProcess([Place.program("apicall"), "run", "loop.yaml"], in: folder))
  }

  private static func head(_ status: String, _ fields: String, _ body: String = "{}") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(fields)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  private static let told = "rate: {remaining: {header: X-Left}, reset: {header: X-Reset}}"

  @Test("After the last request that the server allows, a loop waits for its reset")
  func toldLimit() throws {
    // Two requests are allowed at a time.
    let times = Mutex<[ContinuousClock.Instant]>([])
    let server = try ScriptedServer.answering { request in
      let left = 1 - Self.number(request) % 2
      times.withLock { $0.append(.now) }
      return Self.head("200 OK", "X-Left: \(left)\r\nX-Reset: 0.3\r\n")
    }
    let run = try Self.run(server.url, Self.told, "")
    #expect(run == CommandRun(ending: .exit(0), output: "", error: ""))
    let all = times.withLock { $0 }
    #expect(all.count == 6)
    for index in [2, 4] where index < all.count {
      #expect(all[index] - all[index - 1] >= .milliseconds(200))
    }
  }

  @Test(
    "A server's fields neither stop a loop for good nor end the program",
    arguments: ["0.01", String(repeating: "9", count: 400), "-1", "soon"])
  func hostileFields(reset: String) throws {
    // Where the time is long, nothing is left to wait for.
    let server = try ScriptedServer.answering { request in
      let left = reset == "0.01" ? 0 : 9
      return Self.head(
        "200 OK", "X-Left: \(left)\r\nX-Reset: \(reset)\r\n", #"{"code": "BUSY"}"#)
    }
    let run = try Self.run(
      server.url, Self.told + "\n    parallel: 2\n    on_error: continue",
      ", retry: {times: 1, every: 1ms, on: [{body: {$.code: BUSY}}]}")
    #expect(run.ending == .exit(10))
    #expect(
      run.error.hasSuffix(
        "6 of 6 iterations of the step 'items' failed\n  2 |   items:\n    |   ^^^^^\n"))
  }
}
