import Foundation
import TestServers
import Testing

@Suite("Ends of responses that are easily mistaken")
struct WrongEndTests {
  private func run(_ file: String) throws -> CommandRun {
    let path = "\(Place.scratch)/end-\(UUID().uuidString).yaml"
    try file.write(toFile: path, atomically: true, encoding: .utf8)
    return CommandRun(try ChildProcess([Place.program("apicall"), "run", path]))
  }

  @Test("A coded body with a length ends with its last byte, and not with silence")
  func silence() throws {
    // A line of JSON in gzip, which could go on.
    let start = Data(base64Encoded: "H4sIAAAAAAACA6pWylOyMqzlAgAAAP//") ?? Data()
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\n"
          + "Content-Length: 1000\r\n\r\n"), .write(Array(start)), .silence)
    defer { server.stop() }
    let run = try run(
      "url: \(server.url)\ntimeout: {idle: 1s}\nstop: {idle: 100ms}\nformat: compact\n")
    #expect(run.ending == .exit(2), "\(run)")
  }

  @Test("Header fields are taken from a response that is too long to be held")
  func long() throws {
    let length = 65 << 20
    let server = try ScriptedServer { _, connection in
      connection.send(
        "HTTP/1.1 200 OK\r\nX-Ticket: t1\r\nContent-Length: \(length)\r\n\r\n".utf8)
      let piece = [UInt8](repeating: 0x78, count: 1 << 20)
      for _ in 0..<(length / piece.count) {
        guard connection.send(piece) else { return }
      }
    }
    defer { server.stop() }
    let run = try run(
      """
      steps:
        large:
          call:
            url: \(server.url)
            expect: {time: 10m}
            outputs: {ticket: {header: X-Ticket}}
      print: <large.ticket>
      """)
    #expect(run == CommandRun(ending: .exit(0), output: "t1\n", error: ""))
  }
}
