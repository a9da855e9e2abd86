import APICallBase
import APICallScripts
import APICallSystem
import APICallText
import Foundation
import Synchronization
import TestWorlds
import Testing

@Suite("The files of a session on disk")
struct SessionFilesTests {
  private static let token = [SessionOutput("token", .text("tok-hunter2-12345678"), isSecret: true)]

  @Test("Only the user can access the files and their folders")
  func modes() async throws {
    let home = try SessionsHome()
    let files = try home.files()
    try await home.store(Self.token, in: files)
    #expect(try home.names() == ["nightly"])
    let names = try home.names("nightly")
    #expect(try names == [FilePath.name(of: home.entry(of: files)), "key"])
    for name in names { #expect(try home.mode("\(files.place)/\(name)") == 0o600) }
    for folder in [files.place, home.folder, FilePath.folder(of: home.folder)] {
      #expect(try home.mode(folder) == 0o700)
    }
    // The name reveals nothing about the inputs without the key.
    let other = try home.files("other")
    try await home.store(Self.token, in: other)
    #expect(try files.names() != other.names())
  }

  @Test(
    "A file that others can read or write is not read, and can be removed",
    arguments: [0o640, 0o604, 0o660, 0o602], ["key", "entry"])
  func exposed(mode: Int, part: String) async throws {
    let home = try SessionsHome()
    let files = try home.files()
    try await home.store(Self.token, in: files)
    let path = part == "key" ? "\(files.place)/key" : try home.entry(of: files)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let before = try Data(contentsOf: URL(filePath: path))
    let failure = await #expect(throws: Failure.self) {
      try await home.store(Self.token, in: files)
    }
    let problem = SessionProblem.exposedFile(
      path, clearing: "apicall session clear --session nightly")
    #expect(failure?.diagnostics.first?.message == problem.diagnostics.first?.message)
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
    if part == "entry" {
      let show = try home.run("session", "show", "--session", "nightly")
      #expect(show.ending == .exit(77) && show.output.isEmpty && !show.error.contains("hunter2"))
    }
    let clear = try home.run("session", "clear", "--session", "nightly")
    #expect(clear.ending == .exit(0))
    #expect(clear.output.hasSuffix("removed: \(path), which could not be read\n"))
    #expect(!files.isThere && !FileManager.default.fileExists(atPath: path))
    try await home.store(Self.token, in: files)
  }

  @Test("An invalid key stops every call, and is removed")
  func brokenKey() async throws {
    let home = try SessionsHome()
    let files = try home.files()
    try await home.store(Self.token, in: files)
    try Data(count: 31).write(to: URL(filePath: "\(files.place)/key"))
    let failure = await #expect(throws: Failure.self) {
      try await home.store(Self.token, of: "endpoints/token.yaml", in: files)
    }
    #expect(
      failure?.diagnostics.first?.message
        == "'\(files.place)/key' cannot be read as a session: it is not a key")
    let clear = try home.run("session", "clear", "--session", "nightly")
    #expect(clear.output.hasSuffix("removed: \(files.place)/key, which could not be read\n"))
    try await home.store(Self.token, in: files)
  }

  @Test(
    "A folder that others can access is not used", arguments: [0o750, 0o705, 0o701, 0o777],
    [true, false])
  func folder(mode: Int, isOfAll: Bool) async throws {
    let home = try SessionsHome()
    let files = try home.files()
    try await home.store(Self.token, in: files)
    let folder = isOfAll ? home.folder : files.place
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
    let message = "'\(folder)' is not yours alone: others may list it or write to it"
    for command in [
      ["list"], ["show", "--session", "nightly"], ["clear", "--session", "nightly"],
    ] {
      let run = CommandRun(try home.start(["session"] + command))
      #expect(run.ending == .exit(77) && run.error.contains(message), "\(command): \(run.error)")
    }
    #expect(throws: Failure.self) { try files.lock("a") }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder)
    #expect(files.isThere)
  }

  @Test("A link in place of the folder is not followed")
  func linkedFolder() async throws {
    let home = try SessionsHome()
    let files = FileManager.default
    try files.createDirectory(
      atPath: FilePath.folder(of: home.folder), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: home.folder, withDestinationPath: home.project)
    let failure = await #expect(throws: Failure.self) {
      try await home.store(Self.token, in: try home.files())
    }
    #expect(failure?.status == .noPermission)
    #expect(
      try files.contentsOfDirectory(atPath: home.project).sorted() == [
        "apicall.yaml", "endpoints",
      ])
  }

  @Test("A link in place of a session's folder is not followed")
  func linkedSession() async throws {
    let home = try SessionsHome()
    let (files, other) = (try home.files(), try home.files("other"))
    try await home.store(Self.token, in: other)
    try FileManager.default.createSymbolicLink(
      atPath: files.place, withDestinationPath: other.place)
    let failure = await #expect(throws: Failure.self) {
      try await home.store(Self.token, of: "endpoints/token.yaml", in: files)
    }
    #expect(failure?.status == .noPermission)
    #expect(try home.run("session", "clear", "--session", "nightly").ending == .exit(77))
    #expect(try other.names().count == 1)
  }

  /// Something in place of a file.
  enum Impostor: CaseIterable { case link, danglingLink, pipe, folder, device, huge }

  @Test("An invalid session file is refused without blocking", arguments: Impostor.allCases)
  func impostors(_ impostor: Impostor) async throws {
    let home = try SessionsHome()
    let session = try home.files()
    try await home.store(Self.token, in: session)
    let place = try home.entry(of: session)
    let files = FileManager.default
    let other = "\(home.path)/other.json"
    try files.moveItem(atPath: place, toPath: other)
    var problem = SessionProblem.notRegular(place)
    switch impostor {
    case .link: try files.createSymbolicLink(atPath: place, withDestinationPath: other)
    case .danglingLink:
      try files.createSymbolicLink(atPath: place, withDestinationPath: "/no/where")
    case .pipe: #expect(mkfifo(place, 0o600) == 0)
    case .folder: try files.createDirectory(atPath: place, withIntermediateDirectories: false)
    case .device: try files.createSymbolicLink(atPath: place, withDestinationPath: "/dev/zero")
    case .huge:
      problem = SessionProblem.unreadable(place, .tooLarge(limit: SessionEntry.longest))
      #expect(
        files.createFile(
          atPath: place, contents: Data(count: SessionEntry.longest + 1),
          attributes: [.posixPermissions: 0o600]))
    }
    let failure = await #expect(throws: Failure.self) {
      try await home.store(Self.token, in: session)
    }
    #expect(failure?.diagnostics.first?.message == problem.diagnostics.first?.message)
    // Another call continues, and the obstacle stays.
    try await home.store(Self.token, of: "endpoints/token.yaml", in: session)
    #expect(try session.names().count == 2)
    let clear = try home.run("session", "clear", "--session", "nightly")
    let isFolder = impostor == .folder
    #expect(clear.ending == .exit(isFolder ? 77 : 0), "\(clear.error)")
    #expect(session.isThere == isFolder)
    #expect(try Data(contentsOf: URL(filePath: other)).count > 0)
  }

  @Test("An invalid lock is ignored or refused", arguments: Impostor.allCases)
  func lockImpostors(_ impostor: Impostor) async throws {
    let home = try SessionsHome()
    let session = try home.files()
    let files = FileManager.default
    try await home.store(Self.token, in: session)
    let place = try home.entry(of: session).replacing(".json", with: ".lock")
    let other = "\(home.path)/other"
    try home.write("mine", to: "other")
    switch impostor {
    case .link: try files.createSymbolicLink(atPath: place, withDestinationPath: other)
    case .danglingLink: try files.createSymbolicLink(atPath: place, withDestinationPath: "/no/no")
    case .device: try files.createSymbolicLink(atPath: place, withDestinationPath: "/dev/zero")
    case .pipe: #expect(mkfifo(place, 0o600) == 0)
    case .folder: try files.createDirectory(atPath: place, withIntermediateDirectories: false)
    case .huge: #expect(files.createFile(atPath: place, contents: Data(count: 1 << 20)))
    }
    if [.pipe, .huge].contains(impostor) {
      try await home.store(Self.token, in: session)
      #expect(!files.fileExists(atPath: place))
    } else {
      let failure = await #expect(throws: Failure.self) {
        try await home.store(Self.token, in: session)
      }
      #expect(failure?.status == .cannotCreate)
    }
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    #expect(try home.run("session", "clear", "--session", "nightly").ending == .exit(0))
  }

  @Test("A lock has one holder at a time, and leaves nothing")
  func locks() throws {
    let home = try SessionsHome()
    let (files, same) = (try home.files(), try home.files())
    let names = ["a", "b", "c"]
    let held = try names.map { try #require(try files.lock($0)) }
    for name in names {
      #expect(try same.lock(name) == nil)
      #expect(try files.lock(name) == nil)
    }
    #expect(try same.lock("d") != nil)
    #expect(try home.files("other").lock("a") != nil)
    held[2].release()
    let again = try #require(try same.lock("c"))
    #expect(try files.lock("c") == nil)
    // A second release does not take it from its present holder.
    held[2].release()
    #expect(try files.lock("c") == nil)
    for lock in [again, held[0], held[1]] { lock.release() }
    #expect(try home.names("nightly").isEmpty)
  }

  /// The present number of holders, the maximum, and the total.
  private final class Turns: Sendable {
    let count = Mutex((held: 0, most: 0, taken: 0))
  }

  @Test("Of many that take and release a lock, one has it at a time")
  func turns() async throws {
    let home = try SessionsHome()
    let files = try home.files()
    let turns = Turns()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            guard let lock = (try? files.lock("a")) ?? nil else { continue }
            turns.count.withLock {
              $0.held += 1
              $0.taken += 1
              $0.most = max($0.most, $0.held)
            }
            await Task.yield()
            turns.count.withLock { $0.held -= 1 }
            lock.release()
          }
        }
      }
    }
    #expect(turns.count.withLock { $0.most == 1 && $0.taken > 1 })
  }

  @Test("The files of a killed program do not block, and are removed")
  func leftovers() async throws {
    let home = try SessionsHome()
    let files = try home.files()
    try await home.store(Self.token, in: files)
    let first = try home.entry(of: files)
    let never = files.path(of: String(repeating: "0a", count: 32))
    func leave() throws {
      for path in [first, never] {
        for left in ["\(path).new", path.replacing(".json", with: ".lock")] {
          try "{\"half".write(toFile: left, atomically: false, encoding: .utf8)
        }
      }
    }
    func left() throws -> [String] {
      try home.names("nightly").filter { !$0.hasPrefix("key") && !$0.hasSuffix(".json") }
    }
    try leave()
    #expect(try home.run("session", "list").output == "nightly  1 entry  2 h old\n")
    // That of a call in progress, and that of one that is not.
    try await home.store(Self.token, in: files)
    #expect(try left().isEmpty)
    for command in [["--session", "nightly"], ["--all"]] {
      try leave()
      #expect(CommandRun(try home.start(["session", "clear"] + command)).ending == .exit(0))
      #expect(try home.names("nightly") == ["key"])
    }
    #expect(try home.run("session", "list").output.isEmpty)
  }

  @Test("Files in the old format are not read, and are removed with the rest")
  func earlier() async throws {
    let home = try SessionsHome()
    let old = [".json", ".json.lock", ".json.new"]
    for command in [["--session", "nightly"], ["--all"]] {
      try await home.store(Self.token, in: try home.files("other"))
      for suffix in old {
        try home.write("{\"version\":2}", to: ".local/state/apicall/sessions/nightly\(suffix)")
      }
      #expect(try home.run("session", "list").output == "other  1 entry  2 h old\n")
      #expect(CommandRun(try home.start(["session", "clear"] + command)).ending == .exit(0))
      #expect(try home.names() == ["other"])
    }
  }

  @Test("Many concurrent writers lose nothing")
  func together() async throws {
    let home = try SessionsHome()
    try await withThrowingTaskGroup { group in
      for number in 0..<24 {
        group.addTask {
          try await home.store(
            Self.token, of: "endpoints/\(number).yaml", in: try home.files())
        }
      }
      try await group.waitForAll()
    }
    let specs = try home.session(try home.files()).contents().records.map(\.spec)
    #expect(Set(specs) == Set((0..<24).map { "\(home.project)/endpoints/\($0).yaml" }))
    let removals = try (0..<24).map {
      try home.start(["session", "clear", "--session", "nightly", "endpoints/\($0).yaml"])
    }
    for child in removals { #expect(child.wait() == .exit(0)) }
    #expect(!(try home.files().isThere))
  }

  @Test("XDG_STATE_HOME sets the folder of sessions, if it is absolute")
  func place() async throws {
    let home = try SessionsHome()
    try await home.store(Self.token, in: try home.files())
    let elsewhere = ["XDG_STATE_HOME": FilePath.folder(of: FilePath.folder(of: home.folder))]
    #expect(
      try home.run("session", "list", variables: elsewhere).output
        == home.run("session", "list").output)
    let other = try home.run(
      "session", "list", variables: ["XDG_STATE_HOME": "\(home.path)/none"])
    #expect(other.ending == .exit(0) && other.output.isEmpty)
    let relative = try home.run("session", "list", variables: ["XDG_STATE_HOME": "none"])
    #expect(relative.output.hasPrefix("nightly"))
    for command in ["list", "show", "clear"] {
      let none = try home.run("session", command, variables: ["HOME": ""])
      #expect(none.ending == .exit(73))
      #expect(
        none.error == """
          apicall: there is no folder for the session
            hint: set HOME or XDG_STATE_HOME to an absolute path

          """)
    }
  }
}
