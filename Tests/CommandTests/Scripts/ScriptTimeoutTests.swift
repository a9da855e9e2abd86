import Foundation
import TestServers
import Testing

@Suite("The time limit of a script")
struct ScriptTimeoutTests {
  fileprivate struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let steps: String
  }

  fileprivate static let cases = [
    Case(testDescription: "a pause", steps: "a: {call: {url: $S/}, pause: 1h}"),
    Case(testDescription: "a call", steps: "a: {call: {url: $S/silent}}"),
    Case(
      testDescription: "iterations",
      steps: "a: {each: [1, 2, 3], parallel: 2, on_error: continue, call: {url: $S/silent}}"),
    Case(
      testDescription: "the pause of a retry",
      steps: "a: {call: {url: $S/412}, retry: {times: 1, every: 1h, max_wait: 2h, on: [412]}}"),
    Case(
      testDescription: "the pause of a retried script",
      steps: "a: {call: inner.yaml, retry: {times: 1, every: 1h, max_wait: 2h, on: [412]}}"),
    Case(
      testDescription: "the pause of a polling",
      steps: "a: {call: {url: $S/}, poll: {until: {body: {$.a: 1}}, every: 1h, for: 2h}}"),
    Case(
      testDescription: "the pause of a polled script",
      steps: "a: {call: empty.yaml, poll: {until: <a.n == 1>, every: 1h, for: 2h}}"),
    Case(
      testDescription: "a step that may fail, and those after it",
      steps: "a: {call: {url: $S/silent}, allow_failure: true}\n  b: {call: {url: $S/}}"),
    Case(
      testDescription: "a script that may fail, and those after it",
      steps: "a: {call: silent.yaml, allow_failure: true}\n  b: {call: {url: $S/}}"),
    Case(
      testDescription: "a script that may fail, with nothing after it",
      steps: "a: {call: silent.yaml, allow_failure: true}"),
    Case(
      testDescription: "iterations of a script that may fail, with nothing after them",
      steps: "a: {each: [1, 2], on_error: continue, call: silent.yaml, allow_failure: true}"),
  ]

  @Test("It ends everything in progress with exit status 2", arguments: cases)
  fileprivate func ends(_ example: Case) throws {
    let server = try ScriptedServer.answering { request in
      let isSilent = request.starts(with: "GET /silent".utf8)
      // The client hangs up after its time limit.
      if isSilent { return "" }
      let status = request.starts(with: "GET /412".utf8) ? "412 Precondition Failed" : "200 OK"
      return "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    }
    let folder = "\(Place.scratch)/timeout-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = [
      "main.yaml": """
      timeout: 300ms
      steps:
        \(example.steps)
      on_failure:
        tell: {call: {url: $S/told/<error.code>}}
      finally:
        last: {call: {url: $S/last}}

      """,
      "inner.yaml": "steps: {one: {call: {url: $S/412}}}\n",
      "silent.yaml": """
      steps: {one: {call: {url: $S/silent}}}
      finally: {two: {call: {url: $S/two}}}

      """,
      "empty.yaml": "steps: {one: {call: {url: $S/}}}\noutputs: {n: 0}\n",
    ]
    for (name, text) in files {
      try text.replacing("$S", with: server.url)
        .write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let run = try CommandRun("run", "main.yaml", in: folder)
    #expect(run.ending == .exit(2), "\(run.error)")
    let message = """
      main.yaml:1:10: error: the steps took longer than 300ms
        1 | timeout: 300ms
          |          ^^^^^

      """
    #expect(run.error.contains(message), "\(run.error)")
    let paths = server.requests.compactMap { $0.split(separator: " ").dropFirst().first }
    #expect(paths.suffix(2) == ["/told/2", "/last"], "\(paths)")
    // A script that the limit ends makes the calls of its own end.
    #expect(paths.contains("/two") == example.steps.contains("silent.yaml"), "\(paths)")
  }
}
