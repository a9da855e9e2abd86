import Foundation
import Testing

@Suite("apicall fmt")
struct FormatCommandTests {
  private static let messy =
    "#!/usr/bin/env -S apicall run\npath: '/a' # where\nhost: \"x.example\"\n"
  private static let clean = "#!/usr/bin/env -S apicall run\nhost: x.example\npath: /a  # where\n"

  /// Creates a folder with files of these texts.
  private func folder(_ files: [String: String]) throws -> String {
    let folder = "\(Place.scratch)/fmt-\(UInt64.random(in: 0...UInt64.max))"
    for (name, text) in files {
      let path = URL(filePath: "\(folder)/\(name)")
      try FileManager.default.createDirectory(
        at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: path, atomically: false, encoding: .utf8)
    }
    return folder
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private func attribute(_ key: FileAttributeKey, of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[key] as? Int
  }

  @Test("It rewrites and lists files not in the canonical form, and leaves the rest alone")
  func rewrites() throws {
    let folder = try folder([
      "a.yaml": Self.messy, "b/c.yaml": Self.clean, "apicall.yaml": "profiles: {x: {host:  'y'}}\n",
      "note.txt": "x",
    ])
    let before = try attribute(.systemFileNumber, of: "\(folder)/b/c.yaml")
    #expect(
      try CommandRun("fmt", ".", in: folder)
        == CommandRun(ending: .exit(0), output: "a.yaml\napicall.yaml\n", error: ""))
    #expect(try text("\(folder)/a.yaml") == Self.clean)
    #expect(try text("\(folder)/apicall.yaml") == "profiles: {x: {host: 'y'}}\n")
    #expect(try attribute(.systemFileNumber, of: "\(folder)/b/c.yaml") == before)
    #expect(
      try CommandRun("fmt", ".", in: folder)
        == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: folder))
        == ["a.yaml", "b", "apicall.yaml", "note.txt"])
  }

  @Test("--check changes nothing and reports with its exit status")
  func check() throws {
    let folder = try folder(["a.yaml": Self.messy, "b.yaml": Self.clean])
    #expect(
      try CommandRun("fmt", "--check", "a.yaml", "b.yaml", in: folder)
        == CommandRun(ending: .exit(1), output: "a.yaml\n", error: ""))
    #expect(try text("\(folder)/a.yaml") == Self.messy)
    #expect(
      try CommandRun("fmt", "--check", "b.yaml", in: folder)
        == CommandRun(ending: .exit(0), output: "", error: ""))
  }

  @Test("It keeps the mode of a file, and a link stays a link")
  func modeAndLink() throws {
    let folder = try folder(["a.yaml": Self.messy, "far/b.yaml": Self.messy])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o751], ofItemAtPath: "\(folder)/a.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link.yaml", withDestinationPath: "far/b.yaml")
    #expect(try CommandRun("fmt", "a.yaml", "link.yaml", in: folder).ending == .exit(0))
    #expect(try attribute(.posixPermissions, of: "\(folder)/a.yaml") == 0o751)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link.yaml")
        == "far/b.yaml")
    #expect(try text("\(folder)/far/b.yaml") == Self.clean)
  }

  @Test("Files with errors are left alone and reported, and the others are formatted")
  func errors() throws {
    let folder = try folder([
      "a.yaml": Self.messy, "b.yaml": "hots: x\n", "c.yaml": "json: { # a\n  k: 1 } # b\n",
    ])
    #expect(try CommandRun("fmt", "a.yaml", "d.yaml", in: folder).ending == .exit(66))
    let run = try CommandRun("fmt", "a.yaml", "b.yaml", "c.yaml", in: folder)
    #expect(run.ending == .exit(65))
    #expect(
      run.error == """
        b.yaml:1:1: error: unknown field 'hots'
          1 | hots: x
            | ^^^^
          hint: did you mean 'host'?
        c.yaml:2:10: error: this comment has no place in the formatted file
          2 |   k: 1 } # b
            |          ^^^
          hint: move it to a line of its own, above the field it is about
        apicall: 2 of 3 files have errors

        """)
    #expect(run.output == "a.yaml\n")
    #expect(try text("\(folder)/a.yaml") == Self.clean)
    #expect(try text("\(folder)/c.yaml") == "json: { # a\n  k: 1 } # b\n")
  }

  @Test("- reads standard input and prints the result")
  func input() throws {
    let folder = try folder(["a.yaml": Self.messy, "b.yaml": "host: [\n"])
    func run(_ script: String) throws -> CommandRun {
      CommandRun(try ChildProcess(["/bin/sh", "-c", script], in: folder))
    }
    #expect(
      try run("apicall fmt - <a.yaml")
        == CommandRun(ending: .exit(0), output: Self.clean, error: ""))
    #expect(
      try run("cat a.yaml | apicall fmt --check -")
        == CommandRun(ending: .exit(1), output: "-\n", error: ""))
    #expect(try run("apicall fmt - <a.yaml | apicall fmt --check -").ending == .exit(0))
    let broken = try run("apicall fmt - <b.yaml")
    #expect(broken.ending == .exit(65) && broken.output.isEmpty)
    #expect(broken.error.hasPrefix("-:"))
    #expect(try text("\(folder)/a.yaml") == Self.messy)
  }

  @Test("The project's files are in the canonical form")
  func shipped() throws {
    let run = try CommandRun("fmt", "--check", "endpoints")
    #expect(run == CommandRun(ending: .exit(0), output: "", error: ""))
  }
}
