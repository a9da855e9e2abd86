import Foundation
import TestServers
import Testing

@Suite("Trusted folders")
struct TrustTests {
  /// A new home, with a project that reads a variable.
  private struct Home {
    let path: String
    var file: String { "\(path)/.local/state/apicall/trusted" }

    init() throws {
      path = "\(Place.scratch)/trust-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: "\(path)/shop/api", withIntermediateDirectories: true)
      try "host: odd.example\ninputs: {q: {env: SHOP_Q}}\nquery: {q: <q>}\n"
        .write(toFile: "\(path)/shop/api/find.yaml", atomically: true, encoding: .utf8)
    }

    func run(_ arguments: String..., variables: [String: String] = [:]) throws -> CommandRun {
      var all = ["HOME": path, "SHOP_Q": "lamp"]
      all.merge(variables) { $1 }
      return CommandRun(
        try ChildProcess(
          [Place.program("apicall")] + arguments, in: "\(path)/shop",
          environment: Surroundings.variables.merging(all) { $1 }))
    }

    func mode(_ path: String) throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
    }
  }

  @Test("A variable is read below a trusted folder, until the trust is removed")
  func lifeOfTrust() throws {
    let home = try Home()
    let show = ["show", "api/find.yaml"]
    #expect(try home.run(show[0], show[1]).ending == .exit(77))
    #expect(try home.run(show[0], show[1], "--allow-env", "SHOP_Q").output.contains("?q=lamp\n"))
    #expect(try home.run("trust").output == "trusted: \(home.path)/shop\n")
    #expect(try home.run("trust", "api").ending == .exit(0))
    #expect(try home.run("trust", "--list").output == "\(home.path)/shop\n\(home.path)/shop/api\n")
    #expect(try home.run(show[0], show[1]).output.contains("?q=lamp\n"))
    #expect(try home.run("trust", "--remove", "api").ending == .exit(0))
    #expect(try home.run(show[0], show[1]).ending == .exit(0))
    #expect(
      try home.run("trust", "--remove", ".").output == "no longer trusted: \(home.path)/shop\n")
    #expect(try home.run(show[0], show[1]).ending == .exit(77))
    #expect(try home.run("trust", "--list").output == "")
  }

  @Test("A pipe in place of the file does not block")
  func pipe() throws {
    let home = try Home()
    #expect(try home.run("trust").ending == .exit(0))
    try FileManager.default.removeItem(atPath: home.file)
    #expect(mkfifo(home.file, 0o600) == 0)
    #expect(try home.run("show", "api/find.yaml").ending == .exit(77))
    #expect(try home.run("trust").ending == .exit(77))
  }

  @Test("Only the user can access the file and its folder")
  func modes() throws {
    let home = try Home()
    #expect(try home.run("trust").ending == .exit(0))
    #expect(try home.mode(home.file) == 0o600)
    #expect(try home.mode("\(home.path)/.local/state/apicall") == 0o700)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: "\(home.path)/.local/state/apicall")
    #expect(names.sorted() == ["trusted"])
  }

  @Test("A file that others can write to is ignored")
  func notPrivate() throws {
    let home = try Home()
    #expect(try home.run("trust").ending == .exit(0))
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: home.file)
    #expect(try home.run("show", "api/find.yaml").ending == .exit(77))
    for arguments in [["trust", "--list"], ["trust", "."]] {
      let run = try home.run(arguments[0], arguments[1])
      #expect(run.ending == .exit(77))
      #expect(run.error.hasPrefix("apicall: other users can change '\(home.file)'\n"))
    }
  }

  @Test("XDG_STATE_HOME sets its folder, if it is absolute")
  func place() throws {
    let home = try Home()
    let state = ["XDG_STATE_HOME": "\(home.path)/state"]
    #expect(try home.run("trust", variables: state).ending == .exit(0))
    #expect(FileManager.default.fileExists(atPath: "\(home.path)/state/apicall/trusted"))
    #expect(try home.run("show", "api/find.yaml", variables: state).ending == .exit(0))
    #expect(try home.run("show", "api/find.yaml").ending == .exit(77))
    let relative = try home.run("trust", variables: ["XDG_STATE_HOME": "state"])
    #expect(relative.ending == .exit(0))
    #expect(FileManager.default.fileExists(atPath: home.file))
    let none = try home.run("trust", variables: ["HOME": ""])
    #expect(none.ending == .exit(73))
    #expect(none.error.hasPrefix("apicall: there is no place to keep trusted folders\n"))
  }

  @Test("Folders that others can write to, and paths that are not folders, are refused")
  func refused() throws {
    let home = try Home()
    let open = "\(home.path)/open"
    try FileManager.default.createDirectory(
      atPath: open, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o777])
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: open)
    let cases: [(operand: String, status: Int32, words: String)] = [
      (open, 77, "cannot be trusted: others may write to '\(open)'"),
      ("/", 77, "cannot be trusted: all files are below it"),
      ("nowhere", 66, "folder 'nowhere' does not exist"),
      ("api/find.yaml", 66, "'apicall trust api' trusts its folder"),
    ]
    for (operand, status, words) in cases {
      let run = try home.run("trust", operand)
      #expect(run.ending == .exit(status), "\(operand)")
      #expect(run.error.contains(words), "\(run.error)")
    }
    let untrusted = try home.run("trust", "--remove", "api")
    #expect(untrusted.ending == .exit(64))
    #expect(try home.run("trust", "api", "--list").ending == .exit(64))
    #expect(try home.run("trust").ending == .exit(0))
    let below = try home.run("trust", "--remove", "api")
    #expect(below.error.contains("it is trusted because it is below \(home.path)/shop"))
  }

  @Test("A change waits for a program that writes for many seconds")
  func patience() throws {
    let home = try Home()
    #expect(try home.run("trust", "api").ending == .exit(0))
    let lock = open("\(home.file).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0)
    let child = try ChildProcess(
      [Place.program("apicall"), "trust", home.path],
      environment: Surroundings.variables.merging(["HOME": home.path]) { $1 })
    // On a thread of its own: the shared ones may be busy for longer than the wait.
    onThread {
      sleep(7)
      close(lock)
    }
    #expect(child.wait() == .exit(0))
    #expect(try home.run("trust", "--list").output.contains("\(home.path)\n"))
  }

  @Test("Many concurrent changes lose nothing")
  func concurrent() throws {
    let home = try Home()
    let folders = (0..<12).map { "\(home.path)/shop/f\($0)" }
    for folder in folders {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let program = try Place.program("apicall")
    let children = try folders.map {
      try ChildProcess(
        [program, "trust", $0],
        environment: Surroundings.variables.merging(["HOME": home.path]) { $1 })
    }
    for child in children { #expect(child.wait() == .exit(0)) }
    #expect(try home.run("trust", "--list").output == folders.sorted().map { "\($0)\n" }.joined())
  }
}
