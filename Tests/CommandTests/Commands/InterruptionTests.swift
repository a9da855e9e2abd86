import Glibc
import Testing

@Suite("A run that is told to end")
struct InterruptionTests {
  @Test(
    "dies of the signal while it waits for an answer, without a word",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func whileWaiting(signal: Int32) throws {
    let server = try ScriptedServer { _, connection in _ = connection.receive() }
    let child = try child(at: server)
    #expect(server.waitForRequest())
    child.send(signal)
    let run = CommandRun(child, limit: .seconds(5))
    #expect(run == CommandRun(ending: .signal(signal), output: "", error: ""))
  }

  @Test("dies of the signal while nobody reads what it writes", arguments: [SIGINT, SIGTERM])
  func whileWriting(signal: Int32) throws {
    let server = try Endless.server()
    let child = try child(at: server, output: .pipe)
    #expect(server.waitForRequest())
    try Endless.waitUntilFull(try #require(child.reading))
    child.send(signal)
    #expect(child.wait(limit: .seconds(5)) == .signal(signal))
  }

  private func child(
    at server: ScriptedServer, output: ChildProcess.Output = .file
  ) throws -> ChildProcess {
    let arguments = ["run", "reqres/users", "--format", "raw", "--mock", server.url]
    return try ChildProcess([Place.program("apicall")] + arguments, output: output)
  }
}

/// A server whose answer does not end.
enum Endless {
  static func server() throws -> ScriptedServer {
    try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n".utf8)
      while connection.send(repeatElement(UInt8(ascii: "a"), count: 1 << 16)) {}
    }
  }

  /// Waits until a pipe holds all that it can: its writer is then blocked.
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
