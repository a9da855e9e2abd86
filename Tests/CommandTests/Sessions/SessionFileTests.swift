import APICallBase
@testable import APICallScripts
import APICallSystem
import Foundation
import Synchronization
import Testing

@Suite("The file of a session on disk")
struct SessionFileTests {
  private static let token = [SessionOutput("token", .text("tok-hunter2-12345678"), isSecret: true)]

  @Test("the file is the user's alone, and so are its lock and its folders")
  func modes() async throws {
    let home = try SessionsHome()
    let file = try home.file()
    try await home.store(Self.token, in: file)
    #expect(try home.names() == ["nightly.json", "nightly.json.lock"])
    for name in try home.names() { #expect(try home.mode("\(home.folder)/\(name)") == 0o600) }
    for folder in [home.folder, FilePath.folder(of: home.folder)] {
      #expect(try home.mode(folder) == 0o700)
    }
    #expect(try Data(contentsOf: URL(filePath: "\(home.folder)/nightly.json.lock")).isEmpty)
  }

  @Test(
    "a file that others may read or write is not read, and can be removed",
    arguments: [0o640, 0o604, 0o660, 0o602])
  func exposed(mode: Int) async throws {
    let home = try SessionsHome()
    let file = try home.file()
    try await home.store(Self.token, in: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.place)
    let before = try Data(contentsOf: URL(filePath: file.place))
    let problem = SessionProblem.exposedFile(
      file.place, clearing: "apicall session clear --session nightly")
    #expect(throws: problem) { try file.read() }
    let failure = await #expect(throws: Failure.self) {
      try await home.store(Self.token, in: file)
    }
    #expect(failure?.status == .noPermission)
    #expect(try Data(contentsOf: URL(filePath: file.place)) == before)
    let show = try home.run("session", "show", "--session", "nightly")
    #expect(show.ending == .exit(77) && show.output.isEmpty && !show.error.contains("hunter2"))
    let clear = try home.run("session", "clear", "--session", "nightly")
    #expect(clear.ending == .exit(0))
    #expect(clear.output == "removed: \(file.place), which could not be read\n")
    #expect(!file.isThere)
  }

  @Test(
    "a folder that others may look into is not used", arguments: [0o750, 0o705, 0o701, 0o777])
  func folder(mode: Int) async throws {
    let home = try SessionsHome()
    let file = try home.file()
    try await home.store(Self.token, in: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home.folder)
    let message = "'\(home.folder)' is not yours alone: others may look into it or write to it"
    for command in ["list", "show", "clear"] {
      let run = try home.run("session", command)
      let isRefused = run.ending == .exit(77) && run.error.contains(message)
      // A project's session is not there, so nothing has to be removed.
      #expect(command == "clear" ? run.ending == .exit(0) : isRefused, "\(command): \(run.error)")
    }
    let named = try home.run("session", "clear", "--session", "nightly")
    #expect(named.ending == .exit(77) && named.error.contains(message))
    #expect(file.isThere)
    #expect(throws: SessionProblem.exposedFolder(home.folder)) { try file.lock(0) }
  }

  @Test("a link in the place of the folder is not followed")
  func linkedFolder() async throws {
    let home = try SessionsHome()
    let files = FileManager.default
    try files.createDirectory(
      atPath: FilePath.folder(of: home.folder), withIntermediateDirectories: true)
    try files.createSymbolicLink(atPath: home.folder, withDestinationPath: home.project)
    let failure = await #expect(throws: Failure.self) {
      try await home.store(Self.token, in: try home.file())
    }
    #expect(failure?.status == .noPermission)
    #expect(
      try files.contentsOfDirectory(atPath: home.project).sorted() == [
        "apicall.yaml", "endpoints",
      ])
  }

  /// What somebody may have put in the place of the file.
  enum Impostor: CaseIterable { case link, danglingLink, pipe, folder, device, huge }

  @Test("what is no file of a session is refused and not waited for", arguments: Impostor.allCases)
  func impostors(_ impostor: Impostor) async throws {
    let home = try SessionsHome()
    let file = try home.file()
    try await home.store(Self.token, in: file)
    let files = FileManager.default
    let other = "\(home.path)/other.json"
    try files.moveItem(atPath: file.place, toPath: other)
    var problem = SessionProblem.notRegular(file.place)
    switch impostor {
    case .link: try files.createSymbolicLink(atPath: file.place, withDestinationPath: other)
    case .danglingLink:
      try files.createSymbolicLink(atPath: file.place, withDestinationPath: "/no/where")
    case .pipe: #expect(mkfifo(file.place, 0o600) == 0)
    case .folder: try files.createDirectory(atPath: file.place, withIntermediateDirectories: false)
    case .device:
      try files.createSymbolicLink(atPath: file.place, withDestinationPath: "/dev/zero")
    case .huge:
      problem = .unreadable(file.place, .tooLarge(limit: SessionBook.limit))
      #expect(
        files.createFile(
          atPath: file.place, contents: Data(count: SessionBook.limit + 1),
          attributes: [.posixPermissions: 0o600]))
    }
    #expect(throws: problem) { try file.read() }
    await #expect(throws: Failure.self) { try await home.store(Self.token, in: file) }
    let clear = try home.run("session", "clear", "--session", "nightly")
    let isFolder = impostor == .folder
    #expect(clear.ending == .exit(isFolder ? 77 : 0), "\(clear.error)")
    #expect(file.isThere == isFolder)
    #expect(try Data(contentsOf: URL(filePath: other)).count > 0)
  }

  @Test("a lock is of one only, whoever has it, and of those with its number")
  func locks() throws {
    let home = try SessionsHome()
    let (file, same) = (try home.file(), try home.file())
    let numbers: [UInt64] = [0, 1, 2, 1 << 62]
    let held = try numbers.map { try #require(try file.lock($0)) }
    for number in numbers {
      #expect(try same.lock(number) == nil)
      #expect(try file.lock(number) == nil)
    }
    #expect(try same.lock(3) != nil)
    #expect(try home.file("other").lock(0) != nil)
    held[2].release()
    let again = try #require(try same.lock(2))
    #expect(try file.lock(2) == nil)
    // What was released twice is not taken from the one who has it now.
    held[2].release()
    #expect(try file.lock(2) == nil)
    again.release()
  }

  @Test("what a program that was killed left is no hindrance, and goes")
  func leftovers() async throws {
    let home = try SessionsHome()
    let file = try home.file()
    try await home.store(Self.token, in: file)
    let left = "\(file.place).new"
    try "{\"half".write(toFile: left, atomically: false, encoding: .utf8)
    #expect(try home.session(file).book()?.records.count == 1)
    #expect(try home.run("session", "list").output.hasPrefix("nightly  1 entry  2 h old"))
    try await home.store(Self.token, of: "endpoints/token.yaml", in: file)
    #expect(try home.session(file).book()?.records.count == 2)
    #expect(try home.names() == ["nightly.json", "nightly.json.lock"])
    try "{\"half".write(toFile: left, atomically: false, encoding: .utf8)
    #expect(try home.run("session", "clear", "--session", "nightly").ending == .exit(0))
    #expect(try home.names() == ["nightly.json.lock"])
    // It was killed while it wrote the session for the first time.
    for command in [["--session", "nightly"], ["--all"]] {
      try "{\"half".write(toFile: left, atomically: false, encoding: .utf8)
      #expect(try home.run("session", "list").output.isEmpty)
      let clear = CommandRun(try home.start(["session", "clear"] + command))
      #expect(clear.ending == .exit(0) && clear.output.isEmpty, "\(clear.error)")
      #expect(try home.names() == ["nightly.json.lock"])
    }
  }

  @Test("many that store at once lose nothing")
  func together() async throws {
    let home = try SessionsHome()
    try await withThrowingTaskGroup { group in
      for number in 0..<24 {
        group.addTask {
          try await home.store(
            Self.token, of: "endpoints/\(number).yaml", in: try home.file())
        }
      }
      try await group.waitForAll()
    }
    let specs = try home.session(try home.file()).book()?.records.map(\.spec) ?? []
    #expect(Set(specs) == Set((0..<24).map { "\(home.project)/endpoints/\($0).yaml" }))
    let removals = try (0..<24).map {
      try home.start(["session", "clear", "--session", "nightly", "endpoints/\($0).yaml"])
    }
    for child in removals { #expect(child.wait() == .exit(0)) }
    #expect(!(try home.file().isThere))
  }

  @Test("XDG_STATE_HOME says where sessions are, if it is absolute")
  func place() async throws {
    let home = try SessionsHome()
    try await home.store(Self.token, in: try home.file())
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
          apicall: there is no place to keep sessions in
            hint: set HOME or XDG_STATE_HOME to an absolute path

          """)
    }
  }
}
