import TestServers
import Glibc
import Testing

@Suite("Interrupting a run")
struct InterruptionTests {
  @Test(
    "It dies of the signal while it waits for a response, without a message",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func whileWaiting(signal: Int32) throws {
    let server = try ScriptedServer { _, connection in _ = connection.receive() }
    let child = try child(at: server)
    #expect(server.waitForRequest())
    child.send(signal)
    let run = CommandRun(child, limit: .seconds(5))
    #expect(run == CommandRun(ending: .signal(signal), output: "", error: ""))
  }

  @Test("It dies of the signal while its output is not read", arguments: [SIGINT, SIGTERM])
  func whileWriting(signal: Int32) throws {
    let server = try Endless.server()
    let child = try child(at: server, output: .pipe)
    #expect(server.waitForRequest())
    try Endless.waitUntilFull(try #require(child.reading))
    child.send(signal)
    #expect(child.wait(limit: .seconds(5)) == .signal(signal))
  }

  @Test(
    "It dies of the signal while one large write waits for its reader",
    arguments: [
      ["--format", "json"], ["--format", "table"], ["--envelope"], ["-o", "/dev/stdout"],
    ])
  func whileWritingAtOnce(_ arguments: [String]) throws {
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[{\"a\":\"".utf8)
      connection.send(repeatElement(UInt8(ascii: "a"), count: 1 << 19))
      connection.send("\"}]".utf8)
    }
    let child = try ChildProcess(
      [Place.program("apicall"), "run", "reqres/users", "--mock", server.url] + arguments,
      output: .pipe)
    #expect(server.waitForRequest())
    try Endless.waitUntilFull(try #require(child.reading))
    child.send(SIGINT)
    #expect(child.wait(limit: .seconds(5)) == .signal(SIGINT))
  }

  @Test("It dies of the signal while its messages are not read")
  func whileTelling() throws {
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nX-Long: ".utf8)
      connection.send(repeatElement(UInt8(ascii: "a"), count: 90_000))
      connection.send("\r\nContent-Length: 0\r\n\r\n".utf8)
    }
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { for end in ends { close(end) } }
    let child = try ChildProcess(
      [Place.program("apicall"), "run", "reqres/users", "--mock", server.url, "-v"], error: ends[1])
    #expect(server.waitForRequest())
    try Endless.waitUntilFull(ends[0])
    child.send(SIGTERM)
    #expect(child.wait(limit: .seconds(5)) == .signal(SIGTERM))
  }

  private func child(
    at server: ScriptedServer, output: ChildProcess.Output = .file
  ) throws -> ChildProcess {
    let arguments = ["run", "reqres/users", "--format", "raw", "--mock", server.url]
    return try ChildProcess([Place.program("apicall")] + arguments, output: output)
  }
}

/// A server whose response does not end.
enum Endless {
  static func server() throws -> ScriptedServer {
    try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n".utf8)
      while connection.send(repeatElement(UInt8(ascii: "a"), count: 1 << 16)) {}
    }
  }

  /// Waits until a pipe is full: its writer is then blocked.
  static func waitUntilFull(_ pipe: Int32) throws {
    var before: Int32 = 0
    for _ in 0..<100 {
      usleep(100_000)
      var waiting: Int32 = 0
      guard ioctl(pipe, UInt(FIONREAD), &waiting) == 0 else { break }
      if waiting > 0, waiting == before { return }
      before = waiting
    }
    throw SetupError("the pipe did not fill")
  }
}
