import TestServers
import Foundation
import Testing

@Suite("The progress line of a script on a terminal")
struct ScriptProgressTests {
  private static let terminal = ["TERM": "xterm"]
  private static let erase = "\r\u{1B}[K"

  /// A server that takes a while for each response, and keeps back those to the iterations until
  /// the test has seen enough.
  private let server: ScriptedServer
  private let hasSeen = Flag()
  private let path: String

  init() throws {
    let hasSeen = hasSeen
    server = try ScriptedServer.answering { request in
      usleep(300_000)
      if request.starts(with: "GET /good".utf8) { hasSeen.waits() }
      let isBad = request.starts(with: "GET /bad".utf8)
      let status = isBad ? "500 Internal Server Error" : "200 OK"
      return "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n"
        + "Content-Length: 8\r\n\r\n{\"id\":1}"
    }
    path = "\(Place.scratch)/progress-\(UUID().uuidString).yaml"
    try """
    steps:
      first: {call: {url: "\(server.url)/first"}}
      iterations:
        each: {range: [1, 16]}
        parallel: 2
        call: {url: "\(server.url)/good"}
      last: {call: {url: "\(server.url)/bad"}, allow_failure: true}
    print: iterations

    """.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func arguments(_ options: String...) throws -> [String] {
    [try Place.program("apicall"), "run", path, "--color", "never"] + options
  }

  /// Returns the lines that are left on the screen after carriage returns and erasures.
  private func screen(_ text: String) -> [String] {
    text.split(separator: "\n").map { line in
      (line.components(separatedBy: "\r").last ?? "")
        .replacingOccurrences(of: "\u{1B}[K", with: "")
    }
  }

  @Test("It shows the step and its iterations, and is gone before a message and at the end")
  func shown() throws {
    let session = try TerminalSession(arguments(), environment: Self.terminal)
    let line = /\rstep 2 of 3 iterations: \d+ of 16[^\r]*, 2 running, [^\r]*\d+:\d\d[^\r]*\x1B\[K/
    #expect(waits { session.text.matches(of: line).count >= 2 }, "\(session.text)")
    hasSeen.raise()
    #expect(session.child.wait() == .exit(0))
    let text = session.text
    let left = screen(text)
    #expect(left.contains { $0.contains("answered 500") && $0.contains("warning: ") }, "\(text)")
    #expect(!left.contains { $0.contains("iterations, ") }, "\(left)")
    #expect(text.hasSuffix(Self.erase) || text.hasSuffix("\n"), "\(text)")
    #expect(session.child.output.split(separator: UInt8(ascii: "\n")).count == 16)
  }

  @Test("Of a file of rows, it shows how much is done")
  func rows() throws {
    let script = path.replacing(".yaml", with: "-rows.yaml")
    let file = path.replacing(".yaml", with: ".csv")
    try ("id\n" + (10..<90).map { "\($0)\n" }.joined()).write(
      toFile: file, atomically: true, encoding: .utf8)
    let hasSeen = Flag()
    let server = try ScriptedServer.answering { request in
      if request.starts(with: "GET /49".utf8) { hasSeen.waits() }
      return "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
    }
    try """
    inputs: {file: {type: file}}
    steps:
      ids:
        each: {csv: <file>}
        call: {url: "\(server.url)/<each.id>"}

    """.write(toFile: script, atomically: true, encoding: .utf8)
    let session = try TerminalSession(
      [Place.program("apicall"), "run", script, "file=\(file)"], environment: Self.terminal)
    let line = /step 1 of 1 ids: 39 iterations, 48% of the file[^\r]*, \d+:\d\d left/
    #expect(waits { session.text.contains(line) }, "\(session.text)")
    hasSeen.raise()
    #expect(session.child.wait() == .exit(0))
  }

  @Test("It is gone when a signal ends the run", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let session = try TerminalSession(arguments(), environment: Self.terminal)
    #expect(waits { session.text.contains("step 2 of 3") })
    session.child.send(signal)
    #expect(session.child.wait() == .signal(signal))
    #expect(session.text.hasSuffix(Self.erase))
  }

  @Test(
    "It is not shown if it is not wanted",
    arguments: [
      (["--no-progress"], terminal), ([], ["TERM": "dumb"]),
      ([], ["TERM": "xterm", "CI": "true"]),
    ] as [([String], [String: String])])
  func notThere(options: [String], environment: [String: String]) throws {
    hasSeen.raise()
    let session = try TerminalSession(try arguments() + options, environment: environment)
    #expect(session.child.wait() == .exit(0))
    #expect(!session.text.contains(" running") && !session.text.contains("\u{1B}"))
  }

  @Test("It gives way to output on the same terminal, and comes back below it")
  func belowOutput() throws {
    let session = try TerminalSession(
      ["sh", "-c", "exec \"$@\" >&2", "sh"] + arguments(),
      environment: Self.terminal)
    #expect(waits { session.text.contains("\rstep 2 of 3 iterations: ") }, "\(session.text)")
    hasSeen.raise()
    #expect(session.child.wait() == .exit(0))
    let text = session.text
    let left = screen(text)
    #expect(!left.contains { $0.contains("of 16 iterations") }, "\(text)")
    // One of them is the body of the unexpected response.
    #expect(left.filter { $0.contains("\"id\"") }.count == 17, "\(text)")
  }
}
