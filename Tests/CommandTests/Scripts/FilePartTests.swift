import Foundation
import SeededNumbers
import Synchronization
import TestServers
import Testing

@Suite("Parts of a file")
struct FilePartTests {
  /// Starts a server that keeps the body of each request by the last part of its path.
  private static func server(_ bodies: Bodies) throws -> ScriptedServer {
    try ScriptedServer.answering { request in
      let end = request.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? request.endIndex
      let head = String(decoding: request[..<end], as: UTF8.self)
      let name = head.split(separator: " ")[1].dropFirst()
      bodies.kept.withLock { $0[String(name)] = Array(request[end...]) }
      return "HTTP/1.1 204 No Content\r\n\r\n"
    }
  }

  private final class Bodies: Sendable {
    let kept = Mutex<[String: [UInt8]]>([:])
  }

  private static func folder(_ bytes: [UInt8], _ files: [String: String]) throws -> String {
    let folder = "\(Place.scratch)/parts-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/data.bin"))
    for (name, text) in files {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    return folder
  }

  private static func run(_ folder: String, _ arguments: String...) throws -> CommandRun {
    CommandRun(try ChildProcess([Place.program("apicall"), "run"] + arguments, in: folder))
  }

  private static func upload(_ url: String) -> String {
    """
    inputs:
      data: {type: file, default: data.bin}
      size: {type: integer}
    steps:
      part:
        each: {range: [0, "<((data | length) - 1) / size | floor>"]}
        parallel: 4
        call:
          url: \(url)/<each>
          method: PUT
          file: <data | slice(each * size, (each + 1) * size)>

    """
  }

  @Test("The parts that a loop sends are the file")
  func whole() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<CaseCount.picked(12) {
      let bytes = (0..<Int.random(in: 1...200_000, using: &numbers)).map { _ in
        UInt8.random(in: 0...255, using: &numbers)
      }
      let size = Int.random(in: max(1, bytes.count / 40)...bytes.count + 10, using: &numbers)
      let bodies = Bodies()
      let server = try Self.server(bodies)
      let folder = try Self.folder(bytes, ["upload.yaml": Self.upload(server.url)])
      let run = try Self.run(folder, "upload.yaml", "size:=\(size)")
      #expect(run == CommandRun(ending: .exit(0), output: "", error: ""), "seed \(seed)")
      let parts = bodies.kept.withLock { $0 }
      let sent = (0..<parts.count).flatMap { parts["\($0)"] ?? [] }
      #expect(sent == bytes, "seed \(seed), \(bytes.count) bytes in parts of \(size)")
    }
  }

  @Test("A part is a part of a multipart body, and text in JSON")
  func places() throws {
    let bodies = Bodies()
    let server = try Self.server(bodies)
    let folder = try Self.folder(
      Array("0123456789".utf8),
      [
        "parts.yaml": """
        url: \(server.url)/parts
        method: POST
        inputs: {data: {type: file, default: data.bin}}
        multipart: {piece: {file: "<data | slice(2, 5)>"}}

        """,
        "json.yaml": """
        url: \(server.url)/json
        method: POST
        inputs: {data: {type: file, default: data.bin}}
        json:
          chunk: <data | slice(-3) | base64>
          digest: <data | slice(0, 9) | slice(1, 3) | sha256 | hex>
          left: <data | slice(4) | length>

        """,
      ])
    for file in ["parts.yaml", "json.yaml"] {
      let run = try Self.run(folder, file)
      #expect(run == CommandRun(ending: .exit(0), output: "", error: ""))
    }
    let kept = bodies.kept.withLock { $0 }
    let parts = String(decoding: kept["parts"] ?? [], as: UTF8.self)
    #expect(parts.contains("filename=\"data.bin\"\r\n") && parts.contains("\r\n\r\n234\r\n--"))
    #expect(
      String(decoding: kept["json"] ?? [], as: UTF8.self)
        == #"{"chunk":"Nzg5","digest":"#
        + #""6b51d431df5d7f141cbececcf79edf3dd861c3b4069f0b11661a3eefacbba918","left":6}"#)
  }

  @Test("What has no bytes there, or no known length, is an error before anything is sent")
  func outside() throws {
    let bodies = Bodies()
    let server = try Self.server(bodies)
    let folder = try Self.folder(
      Array("0123456789".utf8),
      [
        "put.yaml": """
        url: \(server.url)/put
        method: PUT
        inputs: {data: {type: file}}
        file: <data | slice(10, 20)>

        """
      ])
    for (data, reason) in [
      ("data.bin", "it has 10 bytes, and none in this part"), ("-", "it is not a regular file"),
    ] {
      let run = try Self.run(folder, "put.yaml", "data=\(data)")
      #expect(
        run
          == CommandRun(
            ending: .exit(65), output: "",
            error: """
              put.yaml:4:15: error: cannot read the file '\(data)': \(reason)
                4 | file: <data | slice(10, 20)>
                  |               ^^^^^^^^^^^^^

              """))
    }
    #expect(bodies.kept.withLock { $0.isEmpty })
  }

  @Test("The command for curl sends the same part")
  func curl() throws {
    let bodies = Bodies()
    let server = try Self.server(bodies)
    let folder = try Self.folder(
      Array("0123456789".utf8),
      [
        "put.yaml": """
        url: \(server.url)/put
        method: PUT
        inputs: {data: {type: file, default: data.bin}}
        file: <data | slice(3, 7)>

        """
      ])
    let script = "\(try Place.program("apicall")) show put.yaml --as curl | sh"
    let run = CommandRun(try ChildProcess(["/bin/sh", "-c", script], in: folder))
    #expect(run.ending == .exit(0))
    #expect(bodies.kept.withLock { $0["put"] } == Array("3456".utf8), "\(run)")
  }
}
