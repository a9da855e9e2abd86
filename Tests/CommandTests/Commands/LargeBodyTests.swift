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

  /// More than is held of a body.
  private static func sendDocument(on connection: LoopbackSocket) {
    let piece = Array(String(repeating: #"{"id": 12, "name": "ann"},"#, count: 40_000).utf8)
    let (start, end) = (#"{"rows": ["#, #"{}], "total": 7, "next": {"page": "b"}}"#)
    let size = start.utf8.count + 70 * piece.count + end.utf8.count
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(size)\r\n\r\n"
    connection.send((head + start).utf8)
    for _ in 0..<70 where !connection.send(piece) { return }
    connection.send(end.utf8)
  }

  @Test(
    "A value at the end of a document that is too long to be held is found",
    arguments: [
      ("expect: {body: {$.total: 7}}", ["--print", "total", "--print", "page"], "7\nb\n", ""),
      ("timeout: 1m", ["--select", "$.next.page"], "b\n", ""),
      (
        "expect: {body: {$.total: 7}}", ["--select", "$.next.pgae"], "",
        """
        --select: error: the response has nothing at $.next.pgae
            | $.next.pgae
            | ^^^^^^^^^^^
          hint: did you mean 'page'? $.next has page

        """
      ),
    ])
  func finds(
    _ line: String, _ arguments: [String], _ output: String, _ error: String
  ) throws {
    let server = try ScriptedServer { _, connection in Self.sendDocument(on: connection) }
    let file = "\(Place.scratch)/large-\(UUID().uuidString).yaml"
    try """
    url: \(server.url)/
    \(line)
    outputs: {total: $.total, page: $.next.page}
    """.write(toFile: file, atomically: true, encoding: .utf8)
    let words = [try Place.program("apicall"), "run", file] + arguments
    let run = CommandRun(try ChildProcess(words))
    #expect(run.output == output && run.error == error, "\(run)")
  }
}
