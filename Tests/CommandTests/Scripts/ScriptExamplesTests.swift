import TestServers
import Foundation
import Synchronization
import Testing

/// The scripts in examples/scripts.
///
/// Their output and exit status are in Transcripts/example-scripts.txt.
@Suite("Example scripts with steps")
struct ScriptExamplesTests {
  static let folder = "examples/scripts"
  static let tests = Place.files(in: folder, suffix: ".test.yaml")
  static let scripts = Place.files(in: folder, suffix: ".yaml")
    .filter { $0 != "apicall.yaml" && !tests.contains($0) }
  static let shellScripts = Place.files(in: "\(folder)/shell", suffix: ".sh")

  private static func transcript() throws -> String {
    try Place.text("\(TranscriptTests.folder)/example-scripts.txt")
  }

  private static func isProgram(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "\(Place.package)/\(folder)/\(path)")
  }

  @Test("There are at least six, and three in shell")
  func count() {
    #expect(Self.scripts.count >= 6)
    #expect(Self.shellScripts.count >= 3)
  }

  @Test(
    "A script is executable, describes itself, is run by the transcript, and is listed",
    arguments: scripts)
  func form(_ script: String) throws {
    #expect(Self.isProgram(script))
    let text = try Place.text("\(Self.folder)/\(script)")
    #expect(text.hasPrefix("#!/usr/bin/env -S apicall run\nsummary: "))
    #expect(try Self.transcript().contains("./\(script) "))
    #expect(try Place.text("examples/README.md").contains("(scripts/\(script))"))
  }

  @Test("A test describes itself, is run by the transcript, and is listed", arguments: tests)
  func test(_ script: String) throws {
    #expect(try Place.text("\(Self.folder)/\(script)").hasPrefix("summary: "))
    #expect(try Self.transcript().contains("! \(script): 1 passed\n"))
    #expect(try Place.text("examples/README.md").contains("(scripts/\(script))"))
  }

  @Test(
    "A shell script does the same as the script with its name, and stops at errors",
    arguments: shellScripts)
  func shell(_ script: String) throws {
    #expect(Self.isProgram("shell/\(script)"))
    let twin = script.replacing(".sh", with: ".yaml")
    #expect(Self.scripts.contains(twin))
    let text = try Place.text("\(Self.folder)/shell/\(script)")
    #expect(text.contains("what \(twin) does"))
    #expect(text.contains("\nset -euo pipefail\n"))
    #expect(try Self.transcript().contains("shell/\(script)"))
    #expect(try Place.text("examples/README.md").contains("(scripts/shell/\(script))"))
  }

  @Test("The README shows one unchanged, with its output")
  func readme() throws {
    let readme = try Place.text("README.md")
    let example = try Place.text("\(Self.folder)/log-in-and-list.yaml")
    let shown = example.split(separator: "\n", maxSplits: 1)[1]
    #expect(readme.contains("```yaml\n\(shown)```\n"))
    let call = "log-in-and-list.yaml email=ann@example.com password=correct-horse --mock "
    let printed = try #require(
      Self.transcript().components(separatedBy: "$ ./\(call)").dropFirst().first
    )
    .split(separator: "\n").dropFirst().prefix { $0.hasPrefix("| ") }.map { $0.dropFirst(2) }
    #expect(printed.count == 3)
    #expect(
      readme.contains(
        "$ apicall run \(call)http://127.0.0.1:8081\n" + printed.joined(separator: "\n") + "\n```"))
  }

  /// Returns the methods and paths of requests, in order of arrival.
  private final class Requests: Sendable {
    let lines = Mutex<[String]>([])
  }

  @Test("A report that is not ready is requested again, and downloaded once it is")
  func polling() throws {
    let requests = Requests()
    let server = try ScriptedServer { request, connection in
      let line = request.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2)
        .joined(separator: " ")
      let isAgain = requests.lines.withLock { lines in
        defer { lines.append(line) }
        return lines.contains(line)
      }
      let (status, type, body) =
        switch line {
        case "POST /api/reports": (202, "application/json", #"{"id":"rep-5"}"#)
        case "GET /api/reports/rep-5":
          (200, "application/json", #"{"state":"\#(isAgain ? "ready" : "running")"}"#)
        case "GET /api/reports/rep-5/file": (200, "text/csv", "sku,sold\n")
        default: (404, "text/plain", "no")
        }
      connection.send(
        """
        HTTP/1.1 \(status) Made\r
        Content-Type: \(type)\r
        Content-Length: \(body.utf8.count)\r
        Connection: close\r
        \r
        \(body)
        """.utf8)
    }
    let run = try CommandRun(
      "run", "\(Self.folder)/export-report.yaml", "month=2026-10", "--mock", server.url)
    #expect(run == CommandRun(ending: .exit(0), output: "sku,sold\n", error: ""))
    let expected = [
      "POST /api/reports", "GET /api/reports/rep-5", "GET /api/reports/rep-5",
      "GET /api/reports/rep-5/file",
    ]
    #expect(requests.lines.withLock { $0 } == expected)
  }
}
