import TestServers
import Foundation
import Synchronization
import Testing

@Suite("A file as the body")
struct UploadTests {
  private static let size = 50 << 20

  /// Creates a folder with a spec that sends a file of zeros, which takes no disk space.
  private struct Folder {
    let path: String
    var file: String { "\(path)/zeros" }

    init(_ name: String, body: String, size: Int = UploadTests.size) throws {
      path = "\(Place.scratch)/\(name)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      let spec = "host: http://a.example\n\(body)\n"
      try spec.write(toFile: "\(path)/up.yaml", atomically: true, encoding: .utf8)
      try #require(FileManager.default.createFile(atPath: file, contents: nil))
      try #require(truncate(file, size) == 0)
    }

    func run(_ server: ScriptedServer) throws -> ChildProcess {
      try ChildProcess(
        [Place.program("apicall"), "run", "up.yaml", "--mock", server.url], in: path)
    }
  }

  /// The parts of a request that a server received.
  private struct Received: Sendable {
    var head = ""
    /// The bytes after the head.
    var count = 0
  }

  /// A server that reads until the end, and responds when all of the body has come.
  private func server(
    _ received: Mutex<Received>.Ref, meanwhile: @escaping @Sendable () -> Void = {},
    atEnd: @escaping @Sendable () -> Void = {}
  ) throws -> ScriptedServer {
    try ScriptedServer { request, connection in
      let parts = request.split(separator: "\r\n\r\n", maxSplits: 1)
      let length = request.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.output.1) }
      var count = parts.count > 1 ? parts[1].utf8.count : 0
      meanwhile()
      while count < length ?? 0 {
        let piece = connection.receive()
        if piece.isEmpty { break }
        count += piece.count
      }
      let total = count
      received.value.withLock { $0 = Received(head: String(parts[0]), count: total) }
      atEnd()
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    }
  }

  @Test(
    "It is streamed in little memory",
    arguments: ["file: zeros", "multipart: {a: b, zeros: {file: zeros}}"])
  func memory(body: String) throws {
    let folder = try Folder("memory-\(body.count)", body: body)
    let received = Mutex<Received>.Ref(Received())
    // Measured while it waits for the response: that of an ended program is no longer available.
    let isMeasured = Flag()
    let server = try server(received, atEnd: { isMeasured.waits() })
    let child = try folder.run(server)
    #expect(waits { received.value.withLock { $0.count >= Self.size } || child.hasEnded })
    let peak = child.peakMemory ?? 0
    isMeasured.raise()
    #expect(child.wait() == .exit(0))
    #expect(String(decoding: child.output, as: UTF8.self) == "ok")
    received.value.withLock { received in
      #expect(received.count >= Self.size)
      #expect(received.head.hasSuffix("Content-Length: \(received.count)"))
    }
    // This is a debug build; a buffered body would add 50 MB.
    #expect(peak > 1 << 20 && peak < 40 << 20, "\(peak >> 20) MiB")
  }

  @Test(
    "If it changes while it is sent, the call ends, and the server never has all of it",
    arguments: [0, 1 << 20, (50 << 20) + 1])
  func changes(size: Int) throws {
    let folder = try Folder("changes-\(size)", body: "file: zeros")
    let file = folder.file
    let received = Mutex<Received>.Ref(Received())
    let server = try server(received) { truncate(file, size) }
    let run = CommandRun(try folder.run(server))
    #expect(run.ending == .exit(74) && run.output.isEmpty)
    #expect(
      run.error == """
        apicall: 'zeros' changed during the call: it had \(Self.size) bytes, and now has \(size)
          hint: the request was incomplete; run it again while the file does not change

        """)
    #expect(waits { received.value.withLock { !$0.head.isEmpty } })
    #expect(received.value.withLock { $0.count } < Self.size)
  }

  @Test("Standard input is sent in chunks as it comes, and in little memory")
  func standardInput() throws {
    let folder = try Folder("input", body: "inputs: {x: {type: file}}\nfile: <x>", size: 20 << 20)
    let received = Mutex<Received>.Ref(Received())
    let server = try ScriptedServer { request, connection in
      let end = Array("0\r\n\r\n".utf8)
      var count = request.utf8.count
      var tail: [UInt8] = []
      while !tail.elementsEqual(end) {
        let piece = connection.receive()
        if piece.isEmpty { return }
        count += piece.count
        tail = (tail + piece).suffix(end.count)
      }
      let total = count
      received.value.withLock { $0 = Received(head: request, count: total) }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
    }
    let program = try Place.program("apicall")
    let script = "cat zeros | exec '\(program)' run up.yaml x=- --mock \(server.url)"
    let run = CommandRun(try ChildProcess(["/bin/sh", "-c", script], in: folder.path))
    #expect(run == CommandRun(ending: .exit(0), output: "ok", error: ""))
    received.value.withLock { received in
      #expect(received.count > 20 << 20 && received.count < 21 << 20)
      #expect(received.head.contains("\r\nTransfer-Encoding: chunked\r\n"))
      #expect(!received.head.contains("Content-Length"))
    }
  }

  @Test("A signal ends a call that waits for its standard input")
  func interrupted() throws {
    let folder = try Folder("silent", body: "inputs: {x: {type: file}}\nfile: <x>", size: 0)
    let server = try ScriptedServer { _, connection in _ = connection.receive() }
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let child = try ChildProcess(
      [Place.program("apicall"), "run", "up.yaml", "x=-", "--mock", server.url], in: folder.path,
      input: ends[0])
    #expect(server.waitForRequest())
    usleep(50_000)
    child.send(SIGINT)
    #expect(child.wait() == .signal(SIGINT))
  }

  @Test("A device or a pipe in a spec is refused, and does not block")
  func devices() throws {
    let folder = try Folder("devices", body: "multipart: {a: {file: pipe}, b: {file: zero}}")
    try #require(mkfifo("\(folder.path)/pipe", 0o600) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/zero", withDestinationPath: "/dev/zero")
    let server = try ScriptedServer { _, _ in }
    let run = CommandRun(try folder.run(server))
    #expect(run.ending == .exit(65) && server.connections == 0)
    #expect(run.error.contains("'pipe' is a device, a pipe or a socket"))
    #expect(run.error.contains("'zero' is a symbolic link that leads out of "))
  }
}

extension Mutex where Value: Sendable {
  /// A value that several threads share.
  final class Ref: Sendable {
    let value: Mutex<Value>
    init(_ value: sending Value) { self.value = Mutex(value) }
  }
}
