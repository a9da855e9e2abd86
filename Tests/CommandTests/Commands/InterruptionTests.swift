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
    let run = CommandRun(child)
    #expect(run == CommandRun(ending: .signal(signal), output: "", error: ""))
  }

  @Test("It dies of the signal while its output is not read", arguments: [SIGINT, SIGTERM])
  func whileWriting(signal: Int32) throws {
    let server = try Endless.server()
    let child = try child(at: server, output: .pipe)
    #expect(server.waitForRequest())
    try Endless.waitUntilFull(try #require(child.reading))
    child.send(signal)
    #expect(child.wait() == .signal(signal))
  }

  @Test(
    "It dies of the signal while one large write waits for its reader",
    arguments: [
      ["--format", "json"], ["--format", "table"], ["--envelope"], ["-o", "/dev/stdout"],
    ])
  func whileWritingAtOnce(_ arguments: [String]) throws {
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[{\"a\":\"".utf8)
      connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 22))
      connection.send("\"}]".utf8)
    }
    let child = try ChildProcess(
      [Place.program("apicall"), "run", "reqres/users", "--mock", server.url] + arguments,
      output: .pipe)
    #expect(server.waitForRequest())
    try Endless.waitUntilFull(try #require(child.reading))
    child.send(SIGINT)
    #expect(child.wait() == .signal(SIGINT))
  }

  @Test("It dies of the signal while its messages are not read")
  func whileTelling() throws {
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nX-Long: ".utf8)
      connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 90_000))
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
    #expect(child.wait() == .signal(SIGTERM))
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
      while connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)) {}
    }
  }

  /// Waits until a pipe is full: its writer is then blocked.
  static func waitUntilFull(_ pipe: Int32) throws {
    // Another end of the same pipe, which can be written to as long as it is not full.
    let end = open("/proc/self/fd/\(pipe)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    guard end >= 0 else { throw SetupError("the pipe has no other end") }
    defer { close(end) }
    var wanted = pollfd(fd: end, events: Int16(POLLOUT), revents: 0)
    guard waits(until: { poll(&wanted, 1, 0) == 0 }) else {
      throw SetupError("the pipe did not fill")
    }
  }
}
