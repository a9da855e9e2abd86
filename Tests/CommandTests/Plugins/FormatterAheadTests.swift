import Foundation
import TestServers
import Testing

@Suite("Formatters that start with the request")
struct FormatterAheadTests {
  private static let role = #""role": "formatter", "start": "request""#
  /// Says that it runs, and copies its input.
  private static let copying = "echo $$ >$0.pid; echo \"$APICALL_METHOD\" >$0.runs; cat"

  private func isThere(_ file: String) -> Bool {
    (try? String(contentsOfFile: file, encoding: .utf8))?.hasSuffix("\n") == true
  }

  /// Runs a call of the server.
  private func run(
    _ folder: PluginFolder, _ server: ScriptedServer
  ) throws -> CommandRun {
    try folder.write("url: \(server.url)\nretry: {times: 2, every: 1ms}\n")
    return try folder.run(["--format", "odd"])
  }

  private static func response(_ body: String, _ status: String = "200 OK") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  @Test("The program runs before there is a response")
  func ahead() throws {
    let folder = try PluginFolder(role: Self.role, script: Self.copying)
    let file = "\(folder.program).runs"
    let server = try ScriptedServer { _, connection in
      connection.send(Self.response(waits { isThere(file) } ? "[1]" : "[0]").utf8)
    }
    defer { server.stop() }
    let run = try run(folder, server)
    #expect(run == CommandRun(ending: .exit(0), output: "[1]", error: ""))
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "GET\n")
  }

  @Test("One program waits for the response of all attempts")
  func attempts() throws {
    let folder = try PluginFolder(
      role: Self.role, script: "echo $$ >>$0.runs; cat")
    let isSecond = Flag()
    let server = try ScriptedServer { _, connection in
      let response =
        isSecond.isRaised
        ? Self.response("[1]") : Self.response("{}", "503 Service Unavailable")
      isSecond.raise()
      connection.send(response.utf8)
    }
    defer { server.stop() }
    let run = try run(folder, server)
    #expect(run.ending == .exit(0) && run.output == "[1]", "\(run)")
    #expect(server.requests.count == 2)
    let runs = try String(contentsOfFile: "\(folder.program).runs", encoding: .utf8)
    #expect(runs.split(separator: "\n").count == 1, "\(runs)")
  }

  @Test(
    "The program is ended where nothing is printed in its format",
    arguments: [
      ("a status that is not expected", response("{}", "404 Not Found"), 4),
      ("no content", "HTTP/1.1 204 No Content\r\n\r\n", 0),
      ("a response that is cut", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n", 74),
    ] as [(String, String, Int32)])
  func ended(_ name: String, _ response: String, _ status: Int32) throws {
    let folder = try PluginFolder(
      role: Self.role, script: "trap '' TERM HUP; \(Self.copying); exit 65")
    let file = "\(folder.program).pid"
    let server = try ScriptedServer { _, connection in
      _ = waits { isThere(file) }
      connection.send(response.utf8)
    }
    defer { server.stop() }
    let run = try run(folder, server)
    #expect(run.ending == .exit(status), "\(run)")
    #expect(!run.error.contains("odd"), "\(run.error)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let process = try #require(pid_t(text.dropLast()))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test("It learns nothing of a response")
  func environment() throws {
    let folder = try PluginFolder(
      role: Self.role,
      script: "cat >/dev/null; echo \"${APICALL_STATUS-none} ${APICALL_CONTENT_TYPE-none}\"")
    let server = try ScriptedServer { _, connection in
      connection.send(Self.response("[1]").utf8)
    }
    defer { server.stop() }
    let run = try run(folder, server)
    #expect(run == CommandRun(ending: .exit(0), output: "none none\n", error: ""))
  }
}
