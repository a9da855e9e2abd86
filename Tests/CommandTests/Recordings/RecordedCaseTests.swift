import Glibc
import TestServers
import Testing

@Suite("What a recording of a case holds")
struct RecordedCaseTests {
  private static let echo = """
    host: <host>
    path: /echo
    inputs: {key: {}, name: {default: none}}
    headers: {X-Key: <name>}
    examples:
      one: {with: {key: k}, response: {}}

    """

  @Test("A case that passes with its server but not in a replay leaves the old recording")
  func replayedFirst() throws {
    let server = try ScriptedServer.answering { _ in response("{\"key\": \"abcdef-123456\"}") }
    let secret = Self.echo.replacing("{key: {}", with: "{key: {secret: true}")
      .replacing("{key: k}", with: "{key: abcdef-123456}")
    let folder = try RecordingFolder(["echo.yaml": secret], at: server.url)
    #expect(try folder.run("test", "--record").ending == .exit(0))
    let before = folder.tree("echo.recorded")
    #expect(before.count == 2)
    let strict = secret.replacing("examples:", with: "expect: {body: {$.key: <key>}}\nexamples:")
      .replacing("host: <host>", with: "host: \(server.url)")
    try folder.write(strict, "echo.yaml")
    let run = try folder.run("test", "--record")
    #expect(run.ending == .exit(9))
    #expect(run.error.contains("not when it is replayed; nothing was recorded"), "\(run.error)")
    #expect(folder.tree("echo.recorded") == before)
  }

  @Test("Header fields that a script uses are in it, without those that always differ")
  func headers() throws {
    let server = try ScriptedServer.answering { _ in
      response("{}", headers: ["X-Pool: seven", "Date: Mon, 01 Jan 2026 00:00:00 GMT"])
    }
    let script = """
      steps:
        one: {call: {url: \(server.url)/a}}
        two: {call: {url: \(server.url)/b}}
      print: <one.headers.x-pool>

      """
    let folder = try RecordingFolder(["pool.yaml": script])
    let recorded = try folder.run("run", "pool.yaml", "--record", "r")
    server.stop()
    let text = folder.text("r/recording.yaml")
    #expect(text.split(separator: "X-Pool: seven").count == 2, "\(text)")
    #expect(!text.contains("Date:"))
    let replayed = try folder.run("run", "pool.yaml", "--replay", "r")
    #expect(recorded.output == replayed.output && replayed.output == "seven\n")
  }

  @Test(
    "Tokens by name are masked in bodies that are cut off, and in fragments",
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
        + "{\"access_token\": \"made-by-server-1\", \"x\": [",
      "HTTP/1.1 302 Found\r\nLocation: http://a.example/#access_token=made-by-server-1&s=1\r\n"
        + "Content-Length: 0\r\n\r\n",
    ])
  func tokens(_ response: String) throws {
    let server = try ScriptedServer.answering { _ in response }
    let folder = try RecordingFolder(["echo.yaml": Self.echo], at: server.url)
    _ = try folder.run("run", "echo.yaml", "key=k", "--record", "r")
    let files = folder.tree("r").values.map { String(decoding: $0, as: UTF8.self) }
    #expect(files.contains { $0.contains("masked-1") })
    #expect(!files.contains { $0.contains("made-by-server") })
  }

  @Test("A signal in the middle of a case writes nothing and reports nothing")
  func signal() throws {
    let folder = try RecordingFolder([
      "a.yaml": "url: http://a.example/\nexamples: {a: {response: {}}}\n",
      "long.test.yaml": """
      steps: {a: {each: {range: [1, 10000000]}, call: a.yaml}}
      print: <a.status>
      test: {golden: true}

      """,
    ])
    let child = try folder.start("test", "--update", "long.test.yaml")
    usleep(700_000)
    child.send(SIGTERM)
    let run = CommandRun(child, limit: .seconds(60))
    #expect(run.ending == .signal(SIGTERM))
    #expect(!run.error.contains("passed"), "\(run.error)")
    #expect(folder.names() == ["a.yaml", "long.test.yaml"])
  }
}
