import Foundation
import Testing

@Suite("The secrets file")
struct SecretsFileTests {
  private static let value = "tok-hunter2-12345678"

  @Test("Only the user can access the file and its folder, whatever the umask")
  func modes() throws {
    let home = try SecretsHome()
    let run = try home.shell(
      "umask 0; printf v | apicall secrets set a - --origin http://a.example")
    #expect(run.ending == .exit(0))
    #expect(try home.mode(home.file) == 0o600)
    #expect(try home.mode(home.folder) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: home.folder)
    #expect(names.sorted() == ["secrets.json"])
  }

  @Test(
    "A file that others can read or write is not read", arguments: [0o640, 0o604, 0o660, 0o620])
  func notPrivate(mode: Int) throws {
    let home = try SecretsHome()
    try home.store("shop", Self.value, for: "http://odd.example")
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: home.file)
    let before = try Data(contentsOf: URL(filePath: home.file))
    try refuses(home, "other users can read or write '\(home.file)'", 77)
    #expect(try Data(contentsOf: URL(filePath: home.file)) == before)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.file)
    #expect(try home.run("secrets", "list").output == "shop  file  http://odd.example\n")
  }

  @Test("A folder that others can write to is not used")
  func folder() throws {
    let home = try SecretsHome()
    try home.store("shop", Self.value, for: "http://odd.example")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: home.folder)
    try refuses(home, "others may write to '\(home.folder)', so the secrets in it are not used", 77)
  }

  /// Something in place of the file.
  enum Impostor: CaseIterable {
    case link, danglingLink, pipe, folder, device, garbage, huge
  }

  @Test(
    "An invalid secrets file is refused at once, and left alone", arguments: Impostor.allCases)
  func impostors(_ impostor: Impostor) throws {
    let home = try SecretsHome()
    try home.store("shop", Self.value, for: "http://odd.example")
    let files = FileManager.default
    let other = "\(home.path)/other.json"
    try files.moveItem(atPath: home.file, toPath: other)
    var message = "'\(home.file)' is not a regular file"
    var status: Int32 = 77
    switch impostor {
    case .link: try files.createSymbolicLink(atPath: home.file, withDestinationPath: other)
    case .danglingLink:
      try files.createSymbolicLink(atPath: home.file, withDestinationPath: "/no/where")
    case .pipe: #expect(mkfifo(home.file, 0o600) == 0)
    case .folder: try files.createDirectory(atPath: home.file, withIntermediateDirectories: false)
    case .device:
      try files.createSymbolicLink(atPath: home.file, withDestinationPath: "/dev/zero")
    case .garbage:
      _ = files.createFile(
        atPath: home.file, contents: Data("{\"secrets\": hunter2".utf8),
        attributes: [.posixPermissions: 0o600])
      message = "'\(home.file)' cannot be read as secrets: it is not JSON"
      status = 78
    case .huge:
      _ = files.createFile(
        atPath: home.file, contents: Data(count: (1 << 20) + 1),
        attributes: [.posixPermissions: 0o600])
      message = "cannot read '\(home.file)': it is longer than 1048576 bytes"
      status = 66
    }
    try refuses(home, message, status)
    #expect(try Data(contentsOf: URL(filePath: other)).count > 0)
  }

  /// Everything that needs the file ends with a message that does not show a secret.
  private func refuses(_ home: SecretsHome, _ message: String, _ status: Int32) throws {
    let commands = [
      "apicall secrets list", "apicall secrets remove shop",
      "printf %s hunter2hunter2 | apicall secrets set shop - --origin http://odd.example",
      "apicall run call.yaml",
    ]
    for command in commands {
      let run = try home.shell(command)
      #expect(run.ending == .exit(status), "\(command): \(run.error)")
      #expect(run.error.contains(message), "\(command): \(run.error)")
      #expect(!(run.error + run.output).contains("hunter2"), "\(run.error)")
    }
    // Commands without secrets are not affected.
    #expect(try home.run("show", "call.yaml").ending == .exit(0))
    #expect(try home.run("check", "call.yaml").ending == .exit(0))
  }

  @Test("Many concurrent writers lose nothing")
  func concurrent() throws {
    let home = try SecretsHome()
    let program = try Place.program("apicall")
    let children = try (0..<12).map { number in
      try ChildProcess(
        [
          "/bin/sh", "-c",
          "printf value-\(number) | \(program) secrets set n\(number) - --origin http://a.example",
        ], environment: home.environment())
    }
    for child in children { #expect(child.wait() == .exit(0)) }
    let expected = (0..<12).map { "n\($0)" }.sorted()
    let lines = try home.run("secrets", "list").output.split(separator: "\n")
    #expect(lines.map { String($0.prefix { $0 != " " }) } == expected)
    let removals = try (0..<12).map { try home.start(["secrets", "remove", "n\($0)"]) }
    for child in removals { #expect(child.wait() == .exit(0)) }
    #expect(try home.run("secrets", "list").output.isEmpty)
  }

  @Test("XDG_DATA_HOME sets its folder, if it is absolute")
  func place() throws {
    let home = try SecretsHome()
    func set(_ variables: [String: String]) throws -> CommandRun {
      try home.shell(
        "printf v | apicall secrets set a - --origin http://a.example", variables: variables)
    }
    #expect(try set(["XDG_DATA_HOME": "\(home.path)/data"]).ending == .exit(0))
    #expect(FileManager.default.fileExists(atPath: "\(home.path)/data/apicall/secrets.json"))
    #expect(!FileManager.default.fileExists(atPath: home.file))
    #expect(try set(["XDG_DATA_HOME": "data"]).ending == .exit(0))
    #expect(FileManager.default.fileExists(atPath: home.file))
    let none = try set(["HOME": ""])
    #expect(none.ending == .exit(73))
    #expect(
      none.error == """
        apicall: there is no place to keep secrets
          hint: set HOME or XDG_DATA_HOME to an absolute path

        """)
    #expect(try home.run("secrets", "list", variables: ["HOME": ""]).ending == .exit(0))
  }
}
