import APICallBase
import APICallSystem
import Foundation
import Testing

@Suite("Replacing a folder")
struct FolderReplacementTests {
  private let root: String

  init() throws {
    root = try SystemFolder.makeTemporaryFolder(in: "/tmp", named: "apicall-folder-test")
  }

  private func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(root)/\(folder)")) ?? []).sorted()
  }

  private func text(_ file: String) -> String? {
    FileManager.default.contents(atPath: "\(root)/\(file)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  private static func isGolden(_ name: String) -> Bool { name.hasPrefix("output.") }

  @Test("The new files replace the old ones, and kept files are carried over")
  func replace() throws {
    defer { try? SystemFolder.remove(root) }
    let folder = "\(root)/a.recorded/ok"
    try FolderReplacement.replace(
      folder, with: [("recording.yaml", Array("1".utf8)), ("1-a.json", Array("{}".utf8))])
    try FolderReplacement.replace(
      folder, with: [("output.json", Array("3".utf8))], keeping: { _ in true })
    #expect(names("a.recorded/ok") == ["1-a.json", "output.json", "recording.yaml"])
    try FolderReplacement.check(folder, keeping: Self.isGolden)
    try FolderReplacement.replace(
      folder, with: [("recording.yaml", Array("2".utf8))], keeping: Self.isGolden)
    #expect(names("a.recorded/ok") == ["output.json", "recording.yaml"])
    #expect(text("a.recorded/ok/recording.yaml") == "2" && text("a.recorded/ok/output.json") == "3")
    #expect(names("a.recorded") == ["ok"])
    for name in ["recording.yaml", "output.json"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o644)
    }
  }

  @Test("What a killed run has left is removed, and other files are never touched")
  func leftovers() throws {
    defer { try? SystemFolder.remove(root) }
    for path in [".ok.new/1-a.json", ".ok.old/recording.yaml", "foreign/notes.txt"] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(FilePath.folder(of: path))", withIntermediateDirectories: true)
      try "old".write(toFile: "\(root)/\(path)", atomically: false, encoding: .utf8)
    }
    // The old folder was moved away and the new one was not in place yet.
    let failure = #expect(throws: Failure.self) {
      try FolderReplacement.replace("\(root)/foreign", with: [("recording.yaml", [])])
    }
    #expect(failure?.status == .cannotCreate && text("foreign/notes.txt") == "old")
    #expect(names("") == [".ok.new", ".ok.old", "foreign"])
    try FolderReplacement.replace("\(root)/ok", with: [("recording.yaml", Array("new".utf8))])
    #expect(names("") == ["foreign", "ok"] && text("ok/recording.yaml") == "new")
    for name in ["", "..", "a/b", ".hidden", "a\0b", String(repeating: "x", count: 256)] {
      #expect(throws: Failure.self) {
        try FolderReplacement.replace("\(root)/ok", with: [(name, [])])
      }
    }
    #expect(names("") == ["foreign", "ok"] && text("ok/recording.yaml") == "new")
  }
}
