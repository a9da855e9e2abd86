import TestServers
import Foundation
import Testing

@Suite("An output file")
struct OutputFileTests {
  private static func server(_ answer: String) throws -> ScriptedServer {
    try ScriptedServer { _, connection in connection.send(answer.utf8) }
  }

  private static let good =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\n\r\nnew"

  private static let done = CommandRun(ending: .exit(0), output: "", error: "")

  @Test("It is created with the usual mode, and nothing else is left")
  func made() throws {
    let folder = try SavingFolder()
    let server = try Self.server(Self.good)
    let run = try folder.shell(server.url, "umask 027; exec $apicall -o out/x")
    #expect(run == Self.done)
    #expect(folder.names == ["x"] && folder.bytes("x") == Array("new".utf8))
    #expect(try folder.mode("x") == 0o640)
  }

  @Test("It is replaced with its mode; a link stays one, and other names keep the old bytes")
  func replaced() throws {
    let folder = try SavingFolder()
    let server = try Self.server(Self.good)
    try folder.write("old", "x", mode: 0o604)
    let files = FileManager.default
    try files.createSymbolicLink(atPath: "\(folder.path)/out/b", withDestinationPath: "a")
    try files.createSymbolicLink(atPath: "\(folder.path)/out/a", withDestinationPath: "../out/x")
    try files.linkItem(atPath: "\(folder.path)/out/x", toPath: "\(folder.path)/out/other")
    #expect(try folder.run(server.url, "--output", "out/b") == Self.done)
    #expect(folder.names == ["a", "b", "other", "x"])
    #expect(try files.destinationOfSymbolicLink(atPath: "\(folder.path)/out/b") == "a")
    #expect(folder.bytes("x") == Array("new".utf8) && folder.bytes("other") == Array("old".utf8))
    #expect(try folder.mode("x") == 0o604)
    try files.createSymbolicLink(atPath: "\(folder.path)/out/to", withDestinationPath: "made")
    #expect(try folder.run(server.url, "--output", "out/to") == Self.done)
    #expect(folder.bytes("made") == Array("new".utf8))
  }

  @Test(
    "If anything fails, it stays as it was, and nothing is left",
    arguments: [
      ("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno", [], 4),
      ("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n", [], 3),
      ("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 3\r\n\r\n{\"a", [], 8),
      ("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nten bytes", [], 74),
      ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nten bytes", [], 74),
      ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew", ["--print", "headers.x"], 8),
      ("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nnew", ["--set", "expect.status=201"], 9),
      ("garbage\r\n\r\n", [], 76), ("HTTP/1.1 200 O", [], 74),
    ] as [(String, [String], Int32)])
  func untouched(_ answer: String, _ arguments: [String], _ status: Int32) throws {
    let server = try Self.server(answer)
    for old in [nil, "old"] {
      let folder = try SavingFolder()
      if let old { try folder.write(old, "x", mode: 0o600) }
      let child = try ChildProcess(
        folder.command(server.url, ["-o", "out/x"] + arguments), in: folder.path)
      let run = CommandRun(child)
      #expect(run.ending == .exit(status) && run.output.isEmpty, "\(run.error)")
      #expect(folder.names == (old == nil ? [] : ["x"]))
      #expect(folder.bytes("x") == old.map { Array($0.utf8) })
    }
  }

  @Test("A time limit and a port without a server leave nothing")
  func unanswered() throws {
    let folder = try SavingFolder()
    let server = try RangeServer([1, 2, 3], RangeServer.Manner(stall: 2))
    let run = try folder.run(server.url, "-o", "out/x", "--timeout", "300ms")
    #expect(run.ending == .exit(2) && folder.names.isEmpty)
    let closed = try LoopbackSocket.bound(listens: false)
    let refused = try folder.run("http://127.0.0.1:\(closed.port)", "-o", "out/x")
    #expect(refused.ending == .exit(69) && folder.names.isEmpty)
  }

  @Test("A special file is written to directly")
  func special() throws {
    let folder = try SavingFolder()
    let server = try Self.server(Self.good)
    func shell(_ script: String) throws -> CommandRun { try folder.shell(server.url, script) }
    let printed = CommandRun(ending: .exit(0), output: "new", error: "")
    #expect(try shell("$apicall -o /dev/null; test -c /dev/null") == Self.done)
    #expect(try shell("$apicall -o -") == printed)
    #expect(try shell("$apicall -o /dev/stdout") == printed)
    #expect(try shell("$apicall -o /dev/fd/1") == printed)
    #expect(try shell("$apicall -o /proc/self/fd/1") == printed)
    #expect(try shell("{ echo a; $apicall -o /dev/stdout; } > out/x; cat out/x").output == "a\nnew")
    #expect(try shell("$apicall -o /dev/fd/7 7>out/y >&-; cat out/y") == printed)
    #expect(
      try shell("mkfifo out/p; cat out/p & $apicall -o out/p; wait; test -p out/p") == printed)
    let closed = try shell("$apicall -o out/z <&- >&- 2>&-; echo $?; cat out/z")
    #expect(closed == CommandRun(ending: .exit(0), output: "0\nnew", error: ""))
    #expect(folder.names == ["p", "x", "y", "z"])
    let missing = try shell("$apicall -o /dev/fd/9 9>&-")
    #expect(missing.ending == .exit(73) && missing.error.contains("bad file descriptor"))
    let full = try shell("$apicall -o /dev/full")
    #expect(
      full
        == CommandRun(
          ending: .exit(74), output: "",
          error: "apicall: cannot write '/dev/full': no space left on device\n"))
  }

  @Test("A terminal is protected, whatever its name")
  func terminal() throws {
    let folder = try SavingFolder()
    let server = try Self.server(
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n\u{1B}[31m")
    for name in ["/dev/stdout", "/proc/self/fd/1"] {
      let child = try ChildProcess(
        folder.command(server.url, ["-o", name]), in: folder.path, output: .terminal)
      let run = CommandRun(child)
      #expect(run.ending == .exit(0) && run.output == "\\x1b[31m\n")
    }
  }

  @Test("Two concurrent runs never mix, and one of them wins")
  func together() throws {
    let folder = try SavingFolder()
    let bodies = [UInt8(ascii: "a"), UInt8(ascii: "b")].map {
      [UInt8](repeating: $0, count: 5 << 20)
    }
    let servers = try bodies.map { try RangeServer($0) }
    let children = try servers.map { try folder.start($0.url, "-o", "out/x", "--format", "raw") }
    for child in children { #expect(child.wait() == .exit(0)) }
    let bytes = try #require(folder.bytes("x"))
    #expect(bodies.contains(bytes) && folder.names == ["x"])
  }

  @Test("In a folder it has the name from the response, which must be unused")
  func named() throws {
    let folder = try SavingFolder()
    let server = try Self.server(
      "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=\"../.x\\\u{1B}y.txt\"\r\n"
        + "Content-Length: 3\r\n\r\nnew")
    let first = try folder.shell(server.url, "umask 022; $apicall -o out")
    #expect(
      first == CommandRun(ending: .exit(0), output: "", error: "apicall: saved as 'out/xy.txt'\n"))
    #expect(folder.names == ["xy.txt"] && folder.bytes("xy.txt") == Array("new".utf8))
    #expect(try folder.mode("xy.txt") == 0o644)
    let second = try folder.run(server.url, "-o", "out/")
    #expect(
      second
        == CommandRun(
          ending: .exit(73), output: "",
          error: """
            apicall: 'out/xy.txt' already exists and was not replaced
              hint: to replace a file, name it yourself: --output 'out/NAME'

            """))
    #expect(folder.names == ["xy.txt"])
  }

  @Test("A name that is taken while the body arrives is not replaced")
  func race() throws {
    let folder = try SavingFolder()
    let path = folder.path
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nn".utf8)
      // The run has chosen the name once it has a temporary file for it.
      waits { !folder.names.isEmpty }
      try? "mine".write(toFile: "\(path)/out/file", atomically: true, encoding: .utf8)
      connection.send("ew".utf8)
    }
    let run = try folder.run(server.url, "-o", "out/")
    #expect(run.ending == .exit(73) && run.error.contains("'out/file' already exists"))
    #expect(folder.names == ["file"] && folder.bytes("file") == Array("mine".utf8))
  }
}
