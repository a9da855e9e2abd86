import TestServers
import Foundation
import Testing

@Suite("A large body")
struct LargeBodyTests {
  private static let size = 50 << 20

  @Test("It is streamed to a pipe in little memory")
  func streams() throws {
    let server = try ScriptedServer { _, connection in
      let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(Self.size)\r\n\r\n"
      connection.send(head.utf8)
      let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
      for _ in 0..<(Self.size >> 20) where !connection.send(piece) { return }
    }
    let arguments = ["run", "todos/list", "--format", "raw", "--host", server.url]
    let child = try ChildProcess([Place.program("apicall")] + arguments, output: .pipe)
    let pipe = try #require(child.reading)

    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var total = 0
    var peak = 0
    while total < Self.size {
      let count = read(pipe, &buffer, buffer.count)
      guard count > 0 else { break }
      total += count
      // Measured near the end of the body, when the rest is more than a pipe holds: the program is
      // still running.
      if peak == 0, total > Self.size - (4 << 20) { peak = try #require(child.peakMemory) }
    }
    #expect(total == Self.size)
    #expect(child.wait() == .exit(0))
    // This is a debug build; a buffered body would add 50 MB.
    #expect(peak > 1 << 20 && peak < 48 << 20, "\(peak >> 20) MiB")
  }
}
