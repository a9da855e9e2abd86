import Glibc
import TestServers
import Testing

@Suite("The room of a pipe")
struct PipeRoomTests {
  /// `F_GETPIPE_SZ`, which the module of the C library lacks.
  private static let getPipeSize: Int32 = 1032

  @Test("Standard output gets 1 MiB of room for a large body")
  func room() throws {
    let server = try Endless.server()
    let child = try ChildProcess(
      [
        Place.program("apicall"), "run", "reqres/users", "--format", "raw", "--mock", server.url,
      ], output: .pipe)
    let pipe = try #require(child.reading)
    try Endless.waitUntilFull(pipe)
    #expect(fcntl(pipe, Self.getPipeSize) == 1 << 20)
    child.send(SIGTERM)
    #expect(child.wait() == .signal(SIGTERM))
  }
}
