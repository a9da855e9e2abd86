import Foundation
import TestServers
import Testing

@testable import apicall

@Suite("The line that shows what a call waits for")
struct WaitingTests {
  private static let terminal = ["TERM": "xterm"]
  private static let erase = "\r\u{1B}[K"

  /// A server that responds once the test has seen enough, or requests a delay.
  private static func server(until hasSeen: Flag = Flag()) throws -> ScriptedServer {
    let hits = Hits()
    return try ScriptedServer.answering { request in
      let text = String(decoding: request, as: UTF8.self)
      let count = hits.add()
      var (status, field, body) = ("200 OK", "", "{\"state\":\"done\"}")
      if text.hasPrefix("GET /slow") {
        hasSeen.waits()
      } else if text.hasPrefix("GET /late") {
        usleep(2_600_000)
      } else if text.hasPrefix("GET /busy"), count < 2 {
        (status, field) = ("503 Service Unavailable", "Retry-After: 5\r\n")
      } else if text.hasPrefix("GET /poll"), count < 2 {
        (field, body) = ("Retry-After: 5\r\n", "{}")
      }
      return "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(field)"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
  }

  /// The number of requests to a server.
  private final class Hits: @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0

    func add() -> Int {
      lock.withLock {
        count += 1
        return count
      }
    }
  }

  /// Runs a file on a terminal that is also standard output, and returns the terminal's text.
  ///
  /// The flag is raised once the lines that were drawn are as they should be.
  private func run(
    _ text: String, _ options: [String] = [], columns: UInt16 = 60, isOutputTerminal: Bool = true,
    raising hasSeen: Flag = Flag(), when isDrawn: ([String]) -> Bool = { _ in true }
  ) throws -> String {
    let path = "\(Place.scratch)/waiting-\(UUID().uuidString).yaml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let command = [try Place.program("apicall"), "run", path, "--color", "never"] + options
    let session = try TerminalSession(
      isOutputTerminal ? ["sh", "-c", "exec \"$@\" >&2", "sh"] + command : command,
      environment: Self.terminal, columns: columns)
    #expect(waits { isDrawn(drawn(session.text)) }, "\(session.text)")
    hasSeen.raise()
    #expect(session.child.wait() == .exit(0))
    return session.text
  }

  @Test("Several files have a line that counts them, also in parallel", arguments: [1, 2])
  func files(parallel: Int) throws {
    let hasSeen = Flag()
    let server = try Self.server(until: hasSeen)
    let path = "\(Place.scratch)/waiting-\(UUID().uuidString).yaml"
    try "url: \(server.url)/slow\n".write(toFile: path, atomically: true, encoding: .utf8)
    let session = try TerminalSession(
      ["sh", "-c", "exec \"$@\" >&2", "sh", Place.program("apicall"), "run", path, path, "-j"]
        + ["\(parallel)", "--color", "never"], environment: Self.terminal, columns: 60)
    let start = "files: 0 of 2\(parallel == 2 ? ", 2 running" : ""), 0:"
    #expect(waits { drawn(session.text).contains { $0.hasPrefix(start) } }, "\(session.text)")
    hasSeen.raise()
    #expect(session.child.wait() == .exit(0))
    let lines = session.text.split(whereSeparator: \.isNewline)
    #expect(lines.filter { $0.contains("\"done\"") }.count == 2, "\(session.text)")
    #expect(lines.last?.contains("files") == false, "\(session.text)")
  }

  /// Returns the lines that were drawn in place.
  private func drawn(_ text: String) -> [String] {
    text.matches(of: /\r([^\r\n\u{1B}]+)\u{1B}\[K/).map { String($0.output.1) }
  }

  @Test("A waiting call shows what it waits for, and erases the line before the response")
  func answer() throws {
    for isOutputTerminal in [true, false] {
      let hasSeen = Flag()
      let server = try Self.server(until: hasSeen)
      let host = server.url.dropFirst("http://".count)
      let text = try run(
        "url: \(server.url)/slow\n", isOutputTerminal: isOutputTerminal, raising: hasSeen
      ) { $0.count >= 2 }
      // The body itself may have a line while it arrives.
      let lines = drawn(text).filter { !$0.hasPrefix("receiving ") }
      let seconds = lines.compactMap { line -> Int? in
        guard line.hasPrefix("waiting for \(host), ") else { return nil }
        return line.split(separator: " ").dropLast().last.flatMap { Int($0) }
      }
      // A busy machine may skip a second.
      #expect(seconds.count == lines.count && seconds == seconds.sorted(), "\(text)")
      #expect(seconds.first ?? 0 >= 1, "\(text)")
      let end = isOutputTerminal ? Self.erase + "{\n  \"state\": \"done\"\n}\n" : Self.erase
      #expect(text.hasSuffix(end), "\(text)")
    }
  }

  @Test(
    "With --no-progress or -v, no line is shown",
    arguments: [["--no-progress"], ["-v"]])
  func unwanted(options: [String]) throws {
    let server = try Self.server()
    let text = try run("url: \(server.url)/late\n", options)
    #expect(!text.contains("waiting for") && !text.contains("\u{1B}"), "\(text)")
  }

  @Test("A delayed retry shows the time left and the reason")
  func retry() throws {
    let server = try Self.server()
    let text = try run("url: \(server.url)/busy\nretry: {times: 5, every: 100ms}\n")
    let lines = drawn(text)
    let seconds = lines.compactMap { line in
      line.wholeMatch(of: /attempt 2 of 6 in (\d) s \(503\)/).flatMap { Int($0.output.1) }
    }
    // A busy machine may skip some.
    #expect(seconds.count >= 2 && seconds == seconds.sorted(by: >), "\(text)")
    #expect(seconds.allSatisfy { (1...5).contains($0) }, "\(text)")
  }

  @Test("A polling step shows the time until its next call")
  func poll() throws {
    let server = try Self.server()
    let text = try run(
      """
      steps:
        job:
          call: {url: "\(server.url)/poll"}
          poll: {until: {body: {$.state: done}}, every: 100ms, for: 10m}

      """)
    let line = /step 1 of 1 job: call 2 in [1-5] s, \d+:\d\d/
    #expect(drawn(text).contains { $0.wholeMatch(of: line) != nil }, "\(text)")
  }

  @Test("A narrow terminal gets a shorter line, and never two")
  func narrow() throws {
    let hasSeen = Flag()
    let server = try Self.server(until: hasSeen)
    _ = try run("url: \(server.url)/slow\n", columns: 20, raising: hasSeen) {
      $0.contains("waiting for 127....")
    }
    let host = String(repeating: "long-", count: 20) + ".example"
    for columns in 0...130 {
      let lines = [
        WaitingLine.answer(host: host, for: .seconds(12)),
        .retry(2, of: 5, in: .milliseconds(3200), status: 503),
      ].map { $0.text(columns: columns) }
      #expect(lines.allSatisfy { $0.count <= max(columns - 1, 0) }, "\(columns): \(lines)")
    }
    let wide = WaitingLine.retry(2, of: 5, in: .milliseconds(3200), status: 503)
    #expect(wide.text(columns: 60) == "attempt 2 of 5 in 4 s (503)")
    #expect(wide.text(columns: 26) == "attempt 2 of 5 in 4 s")
    let failed = WaitingLine.retry(2, of: 2, in: .seconds(2), status: nil)
    #expect(failed.text(columns: 60) == "attempt 2 of 2 in 2 s")
  }

  @Test("A message starts a new line after a body without a line break on the same terminal")
  func messages() throws {
    let server = try ScriptedServer.answering { request in
      let isBad = request.starts(with: "GET /bad".utf8)
      return "HTTP/1.1 \(isBad ? "404 Not Found" : "200 OK")\r\nContent-Type: text/plain\r\n"
        + "Content-Length: 7\r\n\r\nno line"
    }
    let path = "\(Place.scratch)/waiting-\(UUID().uuidString).yaml"
    try """
    steps:
      all:
        each: [good, bad, good]
        on_error: continue
        call: {url: "\(server.url)/<+each>"}
    print: all

    """.write(toFile: path, atomically: true, encoding: .utf8)
    let session = try TerminalSession(
      ["sh", "-c", "exec \"$@\" >&2", "sh"]
        + [try Place.program("apicall"), "run", path, "--color", "never", "--format", "raw"],
      environment: Self.terminal)
    #expect(session.child.wait() == .exit(10))
    let lines = session.text.split(separator: "\n")
    #expect(lines.prefix(2) == ["no line", "no line"], "\(session.text)")
    #expect(lines.contains { $0.hasPrefix("apicall: GET \(server.url)/bad answered 404") })
  }
}
