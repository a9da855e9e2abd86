import TestServers
import Foundation
import Testing

@Suite("The progress line on a terminal")
struct ProgressBarTests {
  private static let terminal = ["TERM": "xterm"]
  private static let erase = "\r\u{1B}[K"

  /// A server that takes two seconds for its response, whose status the request selects, and keeps
  /// its end back until the test has seen enough.
  private let server: ScriptedServer
  private let hasSeen = Flag()

  init() throws {
    let hasSeen = hasSeen
    server = try ScriptedServer { request, connection in
      let status =
        request.firstMatch(of: /X-Status: (\d+[A-Za-z ]*)/).map { String($0.output.1) } ?? "200 OK"
      let head = "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nContent-Length: 200000\r\n\r\n"
      connection.send(head.utf8)
      let count = status.hasPrefix("204") ? 0 : 20
      for number in 0..<count {
        if number == count - 2 { hasSeen.waits() }
        guard connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 10_000)) else { return }
        usleep(100_000)
      }
    }
  }

  private func arguments(_ options: String...) throws -> [String] {
    [try Place.program("apicall"), "run", "todos/list", "--format", "raw", "--host", server.url]
      + options
  }

  /// Returns the screen after carriage returns and erasures.
  private func screen(_ text: String) -> String {
    var lines: [Substring] = [""]
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      // Each piece begins at the first column, and erases the earlier text.
      let shown = line.components(separatedBy: "\r").last ?? ""
      lines.append(Substring(shown.replacingOccurrences(of: "\u{1B}[K", with: "")))
    }
    return lines.dropFirst().joined(separator: "\n")
  }

  @Test("It shows the progress of a long response, and is gone at the end")
  func download() throws {
    let session = try TerminalSession(arguments(), environment: Self.terminal)
    let line =
      /\rreceiving +\d+% \[=*> *\] \d+\.\d kB of 200\.0 kB, \d+\.\d kB\/s, \d+:\d\d left\x1B\[K/
    #expect(waits { session.text.matches(of: line).count >= 3 }, "\(session.text)")
    hasSeen.raise()
    #expect(session.child.wait() == .exit(0))
    let text = session.text
    #expect(text.hasSuffix(Self.erase) && screen(text).isEmpty, "\(text)")
    let escapes = text.replacingOccurrences(of: "\u{1B}[K", with: "")
    #expect(!escapes.contains("\u{1B}"))
    #expect(session.child.output.count == 200_000)
  }

  @Test("It is gone before any message")
  func messages() throws {
    let session = try TerminalSession(
      arguments("-H", "X-Status: 503 Service Unavailable", "-v"), environment: Self.terminal)
    #expect(waits { session.text.contains("\rreceiving ") }, "\(session.text)")
    hasSeen.raise()
    #expect(session.child.wait() == .exit(5))
    let lines = screen(session.text).split(separator: "\n")
    #expect(lines.filter { $0.contains("receiving") } == [])
    #expect(lines.contains("< HTTP/1.1 503 Service Unavailable"))
    #expect(lines.last?.hasSuffix("answered 503 Service Unavailable, not 2xx") == true)
  }

  @Test("It is gone when a signal ends the run", arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) throws {
    let session = try TerminalSession(arguments(), environment: Self.terminal)
    #expect(waits { session.text.contains("receiving") })
    session.child.send(signal)
    #expect(session.child.wait() == .signal(signal))
    #expect(session.text.hasSuffix(Self.erase) && screen(session.text).isEmpty)
  }

  @Test(
    "It is not shown if it is not wanted",
    arguments: [
      (["--no-progress"], terminal), ([], ["TERM": "dumb"]), ([], [:]),
      ([], ["TERM": "xterm", "CI": "true"]), (["--events", "/dev/stderr"], terminal),
    ] as [([String], [String: String])])
  func notThere(options: [String], environment: [String: String]) throws {
    hasSeen.raise()
    let command = try arguments() + options
    let session = try TerminalSession(command, environment: environment)
    #expect(session.child.wait() == .exit(0))
    #expect(!session.text.contains("receiving ") && !session.text.contains("\u{1B}"))
  }

  @Test("It is never written to an output other than a terminal, even on request")
  func file() throws {
    hasSeen.raise()
    let run = CommandRun(
      try ChildProcess(
        arguments("--progress"),
        environment: Surroundings.variables.merging(Self.terminal) { $1 }))
    #expect(run.ending == .exit(0) && run.error.isEmpty)
  }

  @Test("It is shown on request if a pipe leads to the same terminal")
  func pipe() throws {
    for isWanted in [true, false] {
      let command = try arguments() + (isWanted ? ["--progress"] : [])
      let session = try TerminalSession(
        ["sh", "-c", "\"$@\" | cat >/dev/null", "sh"] + command, environment: Self.terminal)
      if isWanted { #expect(waits { session.text.contains("receiving ") }) }
      hasSeen.raise()
      #expect(session.child.wait() == .exit(0))
      #expect(session.text.contains("receiving ") == isWanted)
      #expect(screen(session.text).isEmpty)
    }
  }

  @Test("A call that takes less than a second has none")
  func short() throws {
    // A busy machine may take longer, and then it is right to have one.
    var time = Duration.zero
    let wasShort = try waits {
      let start = ContinuousClock.now
      let session = try TerminalSession(
        arguments("-H", "X-Status: 204 No Content"), environment: Self.terminal)
      #expect(session.child.wait() == .exit(0))
      time = ContinuousClock.now - start
      guard time < .seconds(1) else { return false }
      #expect(session.text.isEmpty)
      return true
    }
    #expect(wasShort, "the last one took \(time)")
  }
}
