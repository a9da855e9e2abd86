import TestServers
import Foundation
import Testing

@Suite("Continuing a download")
struct ContinueTests {
  private static let bytes = RangeServer.bytes(3 << 20)
  private var body: [UInt8] { Self.bytes }
  private let done = CommandRun(ending: .exit(0), output: "", error: "")

  private func kept(_ bytes: Int) -> String {
    "apicall: \(bytes) bytes are kept in 'out/x.part': run the same command again to resume\n"
  }

  /// Creates a folder in which a run broke off after this many bytes.
  private func begun(_ server: RangeServer, at bytes: Int = 1_000_000) throws -> SavingFolder {
    let folder = try SavingFolder()
    server.set { $0.cut = bytes }
    let run = try folder.run(server.url, "-C", "-o", "out/x")
    #expect(run.ending == .exit(74) && run.error.hasSuffix(kept(bytes)))
    #expect(folder.bytes("x.part") == Array(body.prefix(bytes)))
    server.set { $0.cut = nil }
    return folder
  }

  @Test("It requests the rest of the same version, and the file is identical")
  func rest() throws {
    let server = try RangeServer(body)
    let folder = try begun(server)
    #expect(server.field("Range") == nil && server.field("Accept-Encoding") == "identity")
    #expect(folder.names == ["x.part", "x.part.json"])
    #expect(try folder.mode("x.part") == 0o600 && folder.mode("x.part.json") == 0o600)
    let run = try folder.run(server.url, "-C", "-o", "out/x", "-v")
    #expect(run.ending == .exit(0) && run.output.isEmpty)
    #expect(run.error.contains("> Range: bytes=1000000-\n> If-Range: \"one\"\n"))
    #expect(run.error.contains("< HTTP/1.1 206 Partial Content\n"))
    #expect(server.field("Range") == "bytes=1000000-" && server.field("If-Range") == "\"one\"")
    #expect(folder.names == ["x"] && folder.bytes("x") == body)
  }

  @Test("Signals can cut it again and again", arguments: [SIGINT, SIGTERM])
  func interrupted(_ signal: Int32) throws {
    let server = try RangeServer(body, RangeServer.Manner(stall: 700_000))
    let folder = try SavingFolder()
    var length = 0
    for iteration in 1...4 {
      let child = try folder.start(
        server.url, "--continue", "--output", "out/x", "--timeout", "10m")
      let wanted = length + 600_000
      #expect(waits { folder.bytes("x.part")?.count ?? 0 >= wanted })
      child.send(signal)
      #expect(child.wait() == .signal(signal))
      #expect(folder.names == ["x.part", "x.part.json"])
      let part = try #require(folder.bytes("x.part"))
      // Only Ctrl-C means that the user is at the terminal.
      #expect(
        String(decoding: child.error, as: UTF8.self) == (signal == SIGINT ? kept(part.count) : ""))
      #expect(
        part.count > length && Array(body.prefix(part.count)) == part, "iteration \(iteration)")
      length = part.count
      #expect(server.count == iteration)
    }
    server.set { $0.stall = nil }
    #expect(try folder.run(server.url, "-C", "-o", "out/x") == done)
    #expect(folder.names == ["x"] && folder.bytes("x") == body)
  }

  @Test("A killed run is continued, too")
  func killed() throws {
    let server = try RangeServer(body, RangeServer.Manner(stall: 700_000))
    let folder = try SavingFolder()
    let child = try folder.start(server.url, "-C", "-o", "out/x", "--timeout", "10m")
    #expect(waits { folder.bytes("x.part")?.count ?? 0 >= 600_000 })
    child.send(SIGKILL)
    #expect(child.wait() == .signal(SIGKILL))
    server.set { $0.stall = nil }
    #expect(try folder.run(server.url, "-C", "-o", "out/x") == done)
    #expect(folder.names == ["x"] && folder.bytes("x") == body)
    #expect(server.field("Range") != nil)
  }

  @Test("If everything is there already, a request is sent and nothing more comes")
  func complete() throws {
    let server = try RangeServer(body)
    let folder = try begun(server)
    try Data(body).write(to: URL(filePath: "\(folder.path)/out/x.part"))
    #expect(try folder.run(server.url, "-C", "-o", "out/x") == done)
    #expect(server.field("Range") == "bytes=\(body.count)-")
    #expect(folder.names == ["x"] && folder.bytes("x") == body)
  }

  @Test("Another version, URL or representation, or an unreadable record, starts over")
  func anew() throws {
    for change in ["tag", "query", "accept", "record", "no record"] {
      let server = try RangeServer(body)
      let folder = try begun(server)
      var arguments = ["-C", "-o", "out/x"]
      switch change {
      case "tag": server.set { $0.tag = "\"two\"" }
      case "query": arguments += ["--query", "a=b"]
      case "accept": arguments += ["-H", "Accept: text/csv"]
      case "record": try folder.write("{", "x.part.json")
      default: try FileManager.default.removeItem(atPath: "\(folder.path)/out/x.part.json")
      }
      // The partial file is of another version: it must not be used.
      try folder.write("wrong", "x.part", mode: 0o600)
      let run = CommandRun(
        try ChildProcess(folder.command(server.url, arguments), in: folder.path))
      #expect(run == done, "\(change)")
      #expect(folder.names == ["x"] && folder.bytes("x") == body, "\(change)")
      #expect((server.field("Range") == nil) == (change != "tag"), "\(change)")
    }
  }

  @Test(
    "A response that is not the rest is refused, and nothing is mixed",
    arguments: [
      ("206 Partial Content\r\nContent-Range: bytes 0-9/3145728\r\nContent-Length: 10", 76),
      ("206 Partial Content\r\nContent-Range: bytes 1000001-3145727/3145728", 76),
      ("206 Partial Content\r\nContent-Range: bytes 1000000-1000009/3145728", 76),
      ("206 Partial Content\r\nContent-Length: 10", 76),
      ("206 Partial Content\r\nContent-Type: multipart/byteranges; boundary=b", 76),
      ("206 Partial Content\r\nContent-Range: bytes 1000000-4000000/4000001", 76),
      ("206 Partial Content\r\nContent-Range: bytes 1000000-3145727/3145728\r\nETag: \"two\"", 76),
      (
        "206 Partial Content\r\nContent-Range: bytes 1000000-3145727/3145728\r\n"
          + "Content-Encoding: gzip", 76
      ),
      ("200 OK\r\nContent-Encoding: gzip", 76),
      ("416 Range Not Satisfiable\r\nContent-Range: bytes */5\r\nContent-Length: 0", 4),
      ("416 Range Not Satisfiable\r\nContent-Length: 0", 4),
    ] as [(String, Int32)])
  func refused(_ head: String, _ status: Int32) throws {
    let server = try RangeServer(body)
    let folder = try begun(server)
    try folder.write("old", "x")
    server.set { $0.head = head }
    let run = try folder.run(server.url, "-C", "-o", "out/x")
    #expect(run.ending == .exit(status) && run.output.isEmpty, "\(run.error)")
    #expect(folder.names == ["x"] && folder.bytes("x") == Array("old".utf8))
    server.set { $0.head = nil }
    #expect(try folder.run(server.url, "-C", "-o", "out/x") == done)
    #expect(folder.names == ["x"] && folder.bytes("x") == body)
  }

  @Test("An unexpected status, a timeout and a cut rest leave the partial file")
  func stays() throws {
    let server = try RangeServer(body)
    let folder = try begun(server)
    server.set { $0.head = "503 Service Unavailable\r\nContent-Length: 0" }
    #expect(try folder.run(server.url, "-C", "-o", "out/x").ending == .exit(5))
    server.set { $0.head = nil }
    #expect(folder.bytes("x.part") == Array(body.prefix(1_000_000)))
    // The same call: one to another mock server would be different.
    server.set { $0.stall = 500_000 }
    let run = try folder.run(server.url, "-C", "-o", "out/x", "--timeout", "300ms")
    server.set { $0.stall = nil }
    #expect(run.ending == .exit(2))
    #expect(folder.bytes("x.part")?.count ?? 0 >= 1_000_000)
    server.set { $0.cut = 500_000 }
    #expect(try folder.run(server.url, "-C", "-o", "out/x").ending == .exit(74))
    let part = try #require(folder.bytes("x.part"))
    #expect(part.count >= 1_500_000 && Array(body.prefix(part.count)) == part)
    server.set { $0.cut = nil }
    #expect(try folder.run(server.url, "-C", "-o", "out/x") == done)
    #expect(folder.bytes("x") == body && folder.names == ["x"])
  }

  @Test("206 counts as the expected 200")
  func expected() throws {
    let server = try RangeServer(body)
    let folder = try begun(server)
    let run = try folder.run(server.url, "-C", "-o", "out/x", "--set", "expect.status=200")
    #expect(run == done && folder.bytes("x") == body)
    let wrong = try begun(server)
    server.set { $0.head = "206 Partial Content\r\nContent-Range: bytes 0-9/10" }
    let told = try wrong.run(server.url, "-C", "-o", "out/x", "--set", "expect.status=200")
    #expect(told.ending == .exit(76) && wrong.names.isEmpty)
    server.set { $0.head = nil }
    let other = try begun(server)
    let refused = try other.run(server.url, "-C", "-o", "out/x", "--set", "expect.status=201")
    #expect(refused.ending == .exit(9) && other.names == ["x.part", "x.part.json"])
  }

  @Test(
    "A rest that ends early is kept, but not as the complete file",
    arguments: [
      ("bytes 1000000-1999999/3145728\r\nContent-Length: 1000000", 2_000_000),
      ("bytes 1000000-3145727/3145728", 2_000_000),
    ])
  func short(_ range: String, _ length: Int) throws {
    let server = try RangeServer(body)
    let folder = try begun(server)
    server.set {
      $0.head = "206 Partial Content\r\nContent-Range: \(range)"
      $0.cut = 1_000_000
    }
    let run = try folder.run(server.url, "-C", "-o", "out/x")
    #expect(
      run
        == CommandRun(
          ending: .exit(74), output: "",
          error: "apicall: the server sent only \(length) of 3145728 bytes of 'out/x'\n"
            + kept(length)))
    server.set {
      $0.head = nil
      $0.cut = nil
    }
    #expect(try folder.run(server.url, "-C", "-o", "out/x") == done)
    #expect(folder.names == ["x"] && folder.bytes("x") == body)
  }

  @Test("Without a version from the server, nothing can be continued")
  func noValidator() throws {
    for tag in [nil, "W/\"one\""] {
      let server = try RangeServer(body, RangeServer.Manner(tag: tag, cut: 1_000_000))
      let folder = try SavingFolder()
      let run = try folder.run(server.url, "-C", "-o", "out/x")
      #expect(run.ending == .exit(74) && folder.names.isEmpty)
      #expect(
        run.error.hasSuffix(
          """
          apicall: nothing of 'out/x' is kept: the server does not identify versions
            hint: --continue needs a strong ETag, or a Last-Modified a minute before the Date

          """))
    }
    let fields =
      "Date: Sun, 06 Nov 1994 08:50:37 GMT\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
    let server = try RangeServer(body, RangeServer.Manner(tag: nil, fields: fields))
    let folder = try begun(server)
    #expect(try folder.run(server.url, "-C", "-o", "out/x") == done)
    #expect(server.field("If-Range") == "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(folder.bytes("x") == body)
  }

  @Test("A file that another user may have placed, or another run writes, is left alone")
  func foreign() throws {
    let server = try RangeServer(body)
    let folder = try begun(server)
    let busy = try folder.shell(
      server.url, "flock out/x.part sh -c '$apicall -C -o out/x'; echo $?; ls out")
    #expect(busy.output == "73\nx.part\nx.part.json\n")
    #expect(busy.error.contains("'out/x.part': another run is writing it\n"))
    for script in [
      "chmod 666 out/x.part", "ln out/x.part out/y", "mv out/x.part y; ln -s ../y out/x.part",
      "rm out/x.part; mkfifo out/x.part", "rm out/x.part; mkdir out/x.part",
    ] {
      let folder = try begun(server)
      let run = try folder.shell(server.url, "\(script); $apicall -C -o out/x; echo $?")
      #expect(run.output == "73\n", "\(script)")
      #expect(
        run.error.contains("'out/x.part': it is not a regular file of your own\n"), "\(script)")
    }
    let run = try begun(server).shell(
      server.url, "rm out/x.part.json; mkdir out/x.part.json; $apicall -C -o out/x; echo $?")
    #expect(run.output == "73\n")
    #expect(run.error.contains("'out/x.part.json': it is not a regular file of your own\n"))
  }
}
