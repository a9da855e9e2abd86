import TestServers
import Foundation
import Testing

@Suite("Output files that cannot be written")
struct OutputFaultTests {
  /// Whether this machine lets the tests mount a small file system.
  private static let canMount: Bool = {
    let child = try? ChildProcess(
      ["unshare", "-m", "/bin/sh", "-c", "mount -t tmpfs -o size=64k tmpfs /mnt"])
    return child?.wait() == .exit(0)
  }()

  /// Makes the user one with limited rights; nil if that is not possible.
  private static let user: String? = {
    guard geteuid() == 0 else { return "" }
    guard let program = try? Place.program("apicall"),
      let child = try? ChildProcess(
        ["setpriv", "--reuid", "65534", "--clear-groups", program, "--version"], in: Place.scratch)
    else { return nil }
    return child.wait() == .exit(0) ? "setpriv --reuid 65534 --clear-groups " : nil
  }()

  private static let bytes = RangeServer.bytes(1 << 20)
  private var big: [UInt8] { Self.bytes }

  /// Runs a script in a private mount namespace, with a file system of 64 KiB at `out`.
  private func mounted(_ folder: SavingFolder, _ url: String, _ script: String) throws -> CommandRun
  {
    try folder.shell(
      url, "unshare -m /bin/sh -c 'mount -t tmpfs -o size=64k tmpfs out && { \(script); }'")
  }

  @Test("A full disk leaves nothing, and an existing file stays", .enabled(if: canMount))
  func full() throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big)
    let run = try mounted(
      folder, server.url,
      "echo old > out/x; $apicall -o out/x; echo $?; cat out/x; ls -A out")
    #expect(run.output == "74\nold\nx\n")
    #expect(run.error == "apicall: cannot write 'out/x': no space left on device\n")
  }

  @Test("A full disk with --continue keeps the correct first part", .enabled(if: canMount))
  func fullPart() throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big)
    let run = try mounted(
      folder, server.url, "$apicall -C -o out/x; echo $?; ls -A out; cp out/x.part copy")
    #expect(run.output == "74\nx.part\nx.part.json\n")
    #expect(
      run.error.hasPrefix("apicall: cannot write 'out/x.part': no space left on device\n"))
    let copy = [UInt8](FileManager.default.contents(atPath: "\(folder.path)/copy") ?? Data())
    #expect(copy.count > 4096 && Array(big.prefix(copy.count)) == copy)
    #expect(
      run.error.hasSuffix(
        "apicall: \(copy.count) bytes are kept in 'out/x.part': run the same command again to resume\n"
      ))
  }

  @Test("On a read-only file system, nothing is sent", .enabled(if: canMount))
  func readOnly() throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big)
    for option in ["-o out/x", "-o out", "-C -o out/x", "-o out/there"] {
      let run = try mounted(
        folder, server.url,
        "touch out/there; mount -o remount,ro tmpfs out; $apicall \(option); echo $?; ls -A out")
      #expect(run.output == "73\nthere\n")
      #expect(run.error.contains("read-only file system\n"), "\(run.error)")
    }
    #expect(server.count == 0)
  }

  @Test("In a folder that the user cannot write to, nothing is sent", .enabled(if: user != nil))
  func notPermitted() throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big)
    try folder.write("old", "x", mode: 0o444)
    let user = try #require(Self.user)
    let run = try folder.shell(server.url, "chmod 555 out; \(user)$apicall -o out/y; echo $?")
    #expect(run.output == "73\n")
    #expect(
      run.error == """
        apicall: cannot save to 'out/y': permission denied
          hint: name a file that you can write to; nothing was sent

        """)
    let file = try folder.shell(server.url, "chmod 777 out; \(user)$apicall -o out/x; echo $?")
    #expect(file.output == "73\n" && file.error.contains("'out/x': permission denied"))
    #expect(server.count == 0 && folder.names == ["x"])
  }

  @Test("A limit on the size of files is an error, not a signal")
  func sizeLimit() throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big)
    let file = try folder.shell(server.url, "ulimit -f 100; $apicall -o out/x")
    #expect(
      file
        == CommandRun(
          ending: .exit(74), output: "", error: "apicall: cannot write 'out/x': file too large\n"))
    #expect(folder.names.isEmpty)
    let output = try folder.shell(server.url, "ulimit -f 100; $apicall > out/y; echo $? >&2")
    #expect(output.error == "apicall: cannot write to standard output: file too large\n74\n")
  }

  @Test(
    "A signal in the middle leaves nothing, and ends the program as signals do",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ signal: Int32) throws {
    for target in ["out/x", "out/"] {
      let folder = try SavingFolder()
      let server = try RangeServer(big, RangeServer.Manner(stall: 300_000))
      let child = try folder.start(server.url, "-o", target, "--timeout", "10m")
      #expect(waits { folder.holdsBytes })
      child.send(signal)
      #expect(child.wait() == .signal(signal))
      let isAdvised = signal == SIGINT && target == "out/x"
      #expect(String(decoding: child.error, as: UTF8.self) == (isAdvised ? Self.advice : ""))
      #expect(folder.names.isEmpty)
    }
  }

  private static let advice = """
    apicall: nothing of 'out/x' is kept
      hint: add --continue: the part that arrived is then kept, and the same command resumes

    """

  @Test(
    "Ctrl-C does not name --continue if the server does not identify versions",
    arguments: [nil, "W/\"one\""])
  func unadvised(_ tag: String?) throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big, RangeServer.Manner(tag: tag, stall: 300_000))
    let child = try folder.start(server.url, "-o", "out/x", "--timeout", "10m")
    #expect(waits { folder.holdsBytes })
    child.send(SIGINT)
    #expect(child.wait() == .signal(SIGINT))
    #expect(child.error.isEmpty && folder.names.isEmpty)
  }

  @Test("A pipe without a reader is waited for until a signal comes, and nothing is sent")
  func unreadPipe() throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big)
    try #require(mkfifo("\(folder.path)/out/p", 0o600) == 0)
    let waiting = try folder.start(server.url, "-o", "out/p")
    usleep(300_000)
    waiting.send(SIGTERM)
    #expect(waiting.wait() == .signal(SIGTERM))
    #expect(waiting.error.isEmpty && server.count == 0 && folder.names == ["p"])
  }

  @Test("A closed reader ends it without a message, and leaves nothing")
  func reader() throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big)
    let run = try folder.shell(
      server.url, "{ $apicall -o /dev/stdout; echo $? >&2; } | head -c 4 > /dev/null")
    #expect(run.error == "141\n" && folder.names.isEmpty)
  }

  @Test("SIGKILL leaves only the temporary file, which only its user can read")
  func killed() throws {
    let folder = try SavingFolder()
    let server = try RangeServer(big, RangeServer.Manner(stall: 300_000))
    let child = try folder.start(server.url, "-o", "out/x", "--timeout", "10m")
    #expect(server.waitForRequest() && waits { folder.names.count == 1 })
    child.send(SIGKILL)
    #expect(child.wait() == .signal(SIGKILL))
    let name = try #require(folder.names.first)
    #expect(folder.names.count == 1 && name.wholeMatch(of: /\.apicall-[0-9a-f]{12}/) != nil)
    #expect(try folder.mode(name) == 0o600)
  }
}
