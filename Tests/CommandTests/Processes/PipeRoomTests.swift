import Glibc
import TestServers
import Testing

@Suite("The room of a pipe")
struct PipeRoomTests {
  /// `F_SETPIPE_SZ` and `F_GETPIPE_SZ`, which the module of the C library lacks.
  private static let setPipeSize: Int32 = 1031
  private static let getPipeSize: Int32 = 1032

  /// The room of a pipe of which 1 MiB is asked; a system may have a limit for it.
  private static func possible() throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    _ = fcntl(ends[1], setPipeSize, 1 << 20)
    return fcntl(ends[0], getPipeSize)
  }

  @Test("Standard output gets 1 MiB of room for a large body")
  func room() throws {
    let server = try Endless.server()
    let child = try ChildProcess(
      [
        Place.program("apicall"), "run", "reqres/users", "--format", "raw", "--mock", server.url,
      ], output: .pipe)
    let output = try #require(child.reading)
    try Endless.waitUntilFull(output)
    #expect(fcntl(output, Self.getPipeSize) == (try Self.possible()))
    child.send(SIGTERM)
    #expect(child.wait() == .signal(SIGTERM))
  }
}
