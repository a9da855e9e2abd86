import Foundation
import Testing

/// Cases that were recorded from a server that others have written; see
/// docs/recipes/test-server.md.
@Suite("Cases recorded from a real server")
struct RealServerTests {
  private static let folder = "Tests/Fixtures/recorded"
  private static let summary = "69 passed; nothing was sent\n"

  /// Runs the cases.
  private static func run(_ before: [String] = [], _ options: String...) throws -> CommandRun {
    let run = CommandRun(
      try ChildProcess(before + [Place.program("apicall"), "test"] + options + [folder]))
    return run.untimed
  }

  @Test("They pass without the server")
  func offline() throws {
    let run = try Self.run()
    #expect(run.ending == .exit(0))
    #expect(run.output == "")
    #expect(run.error.hasSuffix("\n\(Self.summary)"), "\(run.error)")
  }

  @Test("They pass in any order of completion, with the same report")
  func parallel() throws {
    #expect(try Self.run([], "-j", "8") == Self.run())
  }

  @Test(
    "They pass where there is no network interface",
    .enabled(if: Isolation.isAllowed, "'unshare -rn' is not allowed here"))
  func withoutInterfaces() throws {
    #expect(try Self.run(["unshare", "-rn"]) == Self.run())
  }

  @Test(
    "No internet socket is opened", .enabled(if: Isolation.isTraceable, "strace is not installed"))
  func withoutSockets() throws {
    let trace = "\(Place.scratch)/trace-\(UUID().uuidString)"
    let run = try Self.run(["strace", "-f", "-e", "trace=socket,connect", "-o", trace])
    #expect(run.ending == .exit(0), "\(run.error)")
    let calls = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(calls.contains("exited with 0"))
    #expect(!calls.contains("AF_INET"), "\(calls)")
  }

  @Test(
    "They can be recorded anew, and then pass without the server",
    .server("moto"))
  func recordedAnew() throws {
    let home = "\(Place.scratch)/recorded-\(UUID().uuidString)"
    let copy = "\(home)/project"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: "\(Place.package)/\(Self.folder)", toPath: copy)
    let server = try RealServer("moto")
    func apicall(_ words: String...) throws -> CommandRun {
      let variables = Surroundings.variables.merging([
        "HOME": home, "APICALL_SECRET_MOTO": "moto-key-5f0c7d",
        "APICALL_SECRET_MOTO_ORIGINS": "http://localhost:5000",
      ]) { $1 }
      return CommandRun(
        try ChildProcess([Place.program("apicall")] + words, in: copy, environment: variables))
    }
    let detour = ["--connect-to", "::127.0.0.1:\(server.port)"]
    #expect(try apicall("trust", ".").ending == .exit(0))
    let setup = try apicall("run", "setup.yaml", detour[0], detour[1])
    #expect(setup.ending == .exit(0), "\(setup.error)")
    let recording = try apicall("test", "--record", detour[0], detour[1])
    #expect(recording.ending == .exit(0), "\(recording.error)")
    #expect(
      recording.error.contains("\nrecorded 11 exchanges in 'tests/queue.test.recorded/queue'"))
    server.stop()

    let replay = try apicall("test").untimed
    #expect(replay.ending == .exit(0), "\(replay.error)")
    #expect(replay.error.hasSuffix("\n\(Self.summary)"), "\(replay.error)")
    // The recordings differ in times; the output does not, and neither do the folders.
    let shown = try CommandRun("test", ".", in: "\(Place.package)/\(Self.folder)")
    #expect(replay == shown.untimed)
    for secret in ["moto-key", "Correct-Horse", "Wrong-Horse", "eyJhbGciOi"] {
      let search = CommandRun(
        try ChildProcess(["grep", "-rl", "--include=*.recorded/*", secret, copy]))
      #expect(!search.output.contains(".recorded/"), "\(search.output)")
    }
    try FileManager.default.removeItem(atPath: home)
  }
}

/// What this machine allows.
private enum Isolation {
  static let isAllowed = succeeds(["unshare", "-rn", "true"])
  static let isTraceable = succeeds(["strace", "-o", "/dev/null", "true"])

  private static func succeeds(_ words: [String]) -> Bool {
    (try? ChildProcess(words).wait()) == .exit(0)
  }
}
