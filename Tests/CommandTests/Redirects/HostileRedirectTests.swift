import TestServers
import Foundation
import Synchronization
import Testing

@Suite("Hostile redirects")
struct HostileRedirectTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var location: String
    var status: Int32
    /// A text that the message has to contain.
    var message = ""
    /// The request line that the redirect leads to.
    var second: String?
  }

  static let cases = [
    Case(testDescription: "NUL", location: "/a\0b", status: 76),
    Case(testDescription: "a line break that is bare", location: "/a\rX-Evil: 1", status: 76),
    Case(
      testDescription: "escapes of line breaks", location: "/a%0d%0aX-Evil:%201", status: 0,
      second: "GET /a%0d%0aX-Evil:%201 HTTP/1.1"),
    Case(
      testDescription: "a megabyte", location: "/" + String(repeating: "a", count: 1 << 20),
      status: 76, message: "a header line of the response is longer than 100 KiB"),
    Case(
      testDescription: "70 kilobytes", location: "/" + String(repeating: "a", count: 70_000),
      status: 76, message: "it has 70001 bytes, and at most 65536 are allowed"),
    Case(
      testDescription: "a file", location: "file:///etc/passwd", status: 76,
      message: "its scheme 'file' is not http or https"),
    Case(
      testDescription: "another protocol", location: "gopher://127.0.0.1:25/_HELO", status: 76,
      message: "its scheme 'gopher' is not http or https"),
    Case(
      testDescription: "a user", location: "http://eve:hunter2@127.0.0.1/", status: 76,
      message: "its Location cannot be used: it contains a user or a password"),
    Case(
      testDescription: "a host that is none", location: "http://127.1/", status: 76,
      message: "is not an address"),
    Case(
      testDescription: "characters that steer terminals", location: "ftp\u{1B}[2J://a/", status: 76,
      message: "it contains the control character 0x1b"),
    Case(testDescription: "itself", location: "#a", status: 6, message: "go in a circle"),
  ]

  @Test("Each redirect has the expected result", arguments: cases)
  func location(example: Case) throws {
    let lines = Mutex<[String]>.Ref([])
    let server = try ScriptedServer { request, connection in
      let line = String(request.prefix { $0 != "\r\n" })
      let isFirst = lines.value.withLock { lines in
        lines.append(line)
        return lines.count == 1
      }
      connection.send(
        isFirst
          ? "HTTP/1.1 302 Found\r\nLocation: \(example.location)\r\nContent-Length: 0\r\n\r\n".utf8
          : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine".utf8)
    }
    let run = try CommandRun(
      "run", "Tests/Fixtures/odd/answer.yaml", "answer=x", "--host", server.url, "--follow")
    #expect(run.ending == .exit(example.status), "\(run)")
    #expect(example.message.isEmpty || run.error.contains(example.message), "\(run.error)")
    #expect(run.output == (example.status == 0 ? "fine" : ""))
    #expect(!run.error.contains("hunter2"))
    #expect(run.error.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    #expect(
      lines.value.withLock { $0 } == ["GET /x HTTP/1.1"] + (example.second.map { [$0] } ?? []))
  }

  @Test("A body without an end does not block")
  func endless() throws {
    let server = try ScriptedServer { request, connection in
      guard request.hasPrefix("GET /x ") else {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine".utf8)
        return
      }
      connection.send("HTTP/1.1 302 Found\r\nLocation: /y\r\n\r\n".utf8)
      while connection.send([UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)) {}
    }
    let run = try CommandRun(
      "run", "Tests/Fixtures/odd/answer.yaml", "answer=x", "--host", server.url, "--follow")
    #expect(run == CommandRun(ending: .exit(0), output: "fine", error: ""))
    #expect(server.connections == 2)
  }

  @Test("Three hundred redirects are followed if the limit allows it")
  func many() throws {
    let server = try ScriptedServer.answering { request in
      let path = String(decoding: request, as: UTF8.self).split(separator: " ")[1]
      let number = Int(path.dropFirst()) ?? 0
      return number == 0
        ? "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine"
        : "HTTP/1.1 302 Found\r\nLocation: /\(number - 1)\r\nContent-Length: 0\r\n\r\n"
    }
    let program = [
      "run", "Tests/Fixtures/odd/answer.yaml", "answer=300", "--host", server.url,
      "--timeout", "10m",
    ]
    let followed = CommandRun(
      try ChildProcess([Place.program("apicall")] + program + ["--follow=300"]))
    #expect(followed == CommandRun(ending: .exit(0), output: "fine", error: ""))
    #expect(server.takeRequests().count == 301)
    let refused = CommandRun(
      try ChildProcess([Place.program("apicall")] + program + ["--follow=299"]))
    #expect(refused.ending == .exit(6))
    #expect(server.takeRequests().count == 300)
  }

  @Test("apicall.yaml guards the targets of redirects, unless they are allowed")
  func guarded() throws {
    let second = try ScriptedServer.answering()
    let first = try ScriptedServer.answering { [url = second.url] _ in
      "HTTP/1.1 307 Temporary Redirect\r\nLocation: \(url)/x\r\nContent-Length: 0\r\n\r\n"
    }
    let folder = "\(Place.scratch)/guarded-redirect"
    let files = FileManager.default
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in [
      ("apicall.yaml", "guard: {\"\(second.url)\": [GET]}\n"),
      ("call.yaml", "host: \(first.url)\nmethod: PUT\nredirects: 2\n"),
    ] {
      try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let refused = try CommandRun("run", "call.yaml", in: folder)
    #expect(refused.ending == .exit(77), "\(refused.error)")
    #expect(second.takeRequests().isEmpty)
    let allowed = try CommandRun("run", "call.yaml", "--allow-write", in: folder)
    #expect(allowed.ending == .exit(0), "\(allowed.error)")
    #expect(second.takeRequests().count == 1)
    #expect(first.takeRequests().count == 2)
  }
}
