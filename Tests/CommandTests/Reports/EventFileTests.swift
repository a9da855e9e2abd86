import TestServers
import Foundation
import JSONText
import Testing

@Suite("The event file")
struct EventFileTests {
  private func path() -> String { "\(Place.scratch)/events-\(UUID().uuidString)" }

  /// The arguments of `apicall run` with its event file.
  private func arguments(_ path: String, at url: String? = nil) throws -> [String] {
    [try Place.program("apicall"), "run", "reqres/users", "--format", "raw", "--events", path]
      + (url.map { ["--mock", $0] } ?? ["--requester", "fixture"])
  }

  private func events(_ text: String) throws -> [String] {
    try text.split(separator: "\n").map {
      try JSONDocument(text: String($0)).root["event"]?.string ?? "none"
    }
  }

  @Test("It is readable by all, as far as the umask allows")
  func mode() throws {
    let path = path()
    _ = CommandRun(
      try ChildProcess(["sh", "-c", "umask 027; \"$@\"", "sh"] + arguments(path)))
    var information = stat()
    #expect(stat(path, &information) == 0)
    #expect(information.st_mode & 0o777 == 0o640)
  }

  @Test("A line is written as soon as its event happens, and the last one reports the signal")
  func asItHappens() throws {
    let server = try Endless.server()
    let path = path()
    let child = try ChildProcess(arguments(path, at: server.url), output: .pipe)
    try Endless.waitUntilFull(try #require(child.reading))
    let before = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try events(before).prefix(4) == ["start", "request", "connection", "response"])
    #expect(!before.contains("\"end\""))
    child.send(SIGTERM)
    #expect(child.wait() == .signal(SIGTERM))
    let after = try String(contentsOfFile: path, encoding: .utf8)
    #expect(after.hasPrefix(before))
    let last = try JSONDocument(text: String(after.split(separator: "\n").last ?? "")).root
    #expect(last["exit"]?.text == "143" && last["exit_name"]?.string == "terminated")
    #expect(last["diagnostics"]?.count == 0)
  }

  @Test("Each line is one write(2)")
  func writes() throws {
    // On this type of socket, each call writes one message.
    var ends: [Int32] = [-1, -1]
    #expect(socketpair(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let child = try ChildProcess(arguments("/dev/fd/0"), input: ends[1])
    #expect(child.wait() == .exit(0))
    var names: [String] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(ends[0], &buffer, buffer.count, Int32(MSG_DONTWAIT))
      guard count > 0 else { break }
      let line = String(decoding: buffer[..<count], as: UTF8.self)
      #expect(line.hasSuffix("}\n"))
      names += try events(line)
    }
    #expect(names == ["start", "request", "response", "progress", "end"])
  }

  @Test("A closed reader ends nothing, without a message")
  func closedReader() throws {
    let run = CommandRun(
      try ChildProcess(
        ["bash", "-c", "\"$@\" 3> >(exec 0<&-; exit 0)", "bash"] + arguments("/dev/fd/3")))
    #expect(run.ending == .exit(0))
    #expect(run.error.isEmpty)
    #expect(run.output.hasPrefix("{"))
  }

  @Test("A named pipe waits for its reader, and a signal ends the wait")
  func namedPipe() throws {
    let path = path()
    #expect(mkfifo(path, 0o600) == 0)
    let waiting = try ChildProcess(arguments(path))
    usleep(300_000)
    waiting.send(SIGINT)
    #expect(waiting.wait() == .signal(SIGINT))

    let child = try ChildProcess(arguments(path))
    let text = CommandRun(try ChildProcess(["cat", path])).output
    #expect(child.wait() == .exit(0))
    #expect(try events(text) == ["start", "request", "response", "progress", "end"])
  }

  @Test("A reader that does not read blocks the run until a signal ends it")
  func slowReader() throws {
    let path = path()
    #expect(mkfifo(path, 0o600) == 0)
    // The data that fills the pipe is never read.
    let reader = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let filling = [UInt8](repeating: 0x0A, count: 1 << 16)
    #expect(write(reader, filling, filling.count) == filling.count)
    let server = try Endless.server()
    let child = try ChildProcess(arguments(path, at: server.url))
    usleep(500_000)
    #expect(child.output.isEmpty)
    child.send(SIGTERM)
    #expect(child.wait() == .signal(SIGTERM))
    #expect(server.connections == 0)
  }

  @Test("A reader that stops in the middle of a line does not keep a signal from ending the run")
  func stoppedReader() throws {
    let path = path()
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nX-Long: ".utf8)
      connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 90_000))
      connection.send("\r\nContent-Length: 0\r\n\r\n".utf8)
    }
    let child = try ChildProcess(arguments(path, at: server.url))
    #expect(server.waitForRequest())
    try Endless.waitUntilFull(reader)
    child.send(SIGINT)
    #expect(child.wait() == .signal(SIGINT))
    // The half line is the last output.
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(reader, &bytes, bytes.count)
    #expect(count > 60_000 && bytes[count - 1] == UInt8(ascii: "a"))
  }
}
