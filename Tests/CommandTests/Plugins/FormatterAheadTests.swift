import Foundation
import Synchronization
import TestServers
import Testing

@Suite("Formatters that start with the request")
struct FormatterAheadTests {
  private static let role = #""role": "formatter", "start": "request", "layout": "records""#
  /// Says that it runs, and copies its input.
  private static let copying = "echo $$ >>$0.runs; cat"

  /// A plugin, and a server that responds once its program runs.
  private struct Trial {
    let folder: PluginFolder
    let server: ScriptedServer
    /// The process of each start of the program, in a line of its own.
    private let file: String

    init(_ script: String = copying, _ responses: String...) throws {
      folder = try PluginFolder(role: role, script: script)
      let file = "\(folder.program).runs"
      self.file = file
      let count = Count()
      server = try ScriptedServer { _, connection in
        let number = count.next()
        let hasStarted = waits { Trial.lines(of: file).count > 0 }
        let response = hasStarted ? responses[min(number, responses.count - 1)] : response("[0]")
        connection.send(response.utf8)
      }
    }

    /// The process IDs of the programs that were started.
    var starts: [String] { Self.lines(of: file) }

    private static func lines(of file: String) -> [String] {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      return text.hasSuffix("\n") ? text.split(separator: "\n").map(String.init) : []
    }

    func run(_ fields: String = "") throws -> CommandRun {
      defer { server.stop() }
      try folder.write("url: \(server.url)\nretry: {times: 2, every: 1ms}\n\(fields)")
      return try folder.run(["--format", "odd"])
    }
  }

  /// Counts the requests.
  private final class Count: Sendable {
    private let value = Mutex(0)

    func next() -> Int {
      value.withLock { value in
        value += 1
        return value - 1
      }
    }
  }

  private static func response(_ body: String, _ status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test("The program runs before there is a response")
  func ahead() throws {
    let trial = try Trial(Self.copying, Self.response("[1]"))
    #expect(try trial.run() == CommandRun(ending: .exit(0), output: "1", error: ""))
    #expect(trial.starts.count == 1)
  }

  @Test("One program waits for the response of all attempts")
  func attempts() throws {
    let trial = try Trial(
      Self.copying, Self.response("{}", "503 Service Unavailable"), Self.response("[1]"))
    let run = try trial.run()
    #expect(run.ending == .exit(0) && run.output == "1", "\(run)")
    #expect(trial.server.requests.count == 2)
    #expect(trial.starts.count == 1)
  }

  @Test(
    "The program is ended where nothing is printed in its format",
    arguments: [
      ("a status that is not expected", response("{}", "404 Not Found"), 4),
      ("no content", "HTTP/1.1 204 No Content\r\n\r\n", 0),
      ("a response that is cut", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", 74),
    ] as [(String, String, Int32)])
  func ended(_ name: String, _ response: String, _ status: Int32) throws {
    let trial = try Trial("trap '' TERM HUP; \(Self.copying); exit 65", response)
    let run = try trial.run()
    #expect(run.ending == .exit(status) && run.output == "", "\(run)")
    #expect(!run.error.contains("odd"), "\(run.error)")
    let process = try #require(trial.starts.first.flatMap { pid_t($0) })
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test("It learns nothing of the response")
  func environment() throws {
    let trial = try Trial(
      "echo $$ >>$0.runs; cat >/dev/null; "
        + "echo \"$APICALL_METHOD ${APICALL_STATUS-none} ${APICALL_CONTENT_TYPE-none}\"",
      Self.response("[1]"))
    #expect(
      try trial.run() == CommandRun(ending: .exit(0), output: "GET none none\n", error: ""))
  }

  @Test("Of polled responses, only the last one starts the program")
  func poll() throws {
    let folder = try PluginFolder(role: Self.role, script: Self.copying)
    let count = Count()
    let server = try ScriptedServer { _, connection in
      connection.send(Self.response(#"{"n":\#(count.next())}"#).utf8)
    }
    defer { server.stop() }
    try folder.write(
      """
      steps:
        wait: {call: {url: \(server.url)}, poll: {until: {body: {$.n: 2}}, every: 10ms, for: 10m}}
      """)
    let run = try folder.run(["--format", "odd"])
    #expect(run.ending == .exit(0) && run.output == #"{"n":2}"#, "\(run)")
    let starts = try String(contentsOfFile: "\(folder.program).runs", encoding: .utf8)
    #expect(starts.split(separator: "\n").count == 1)
  }
}
