import APICallSystem
import Foundation
import Testing

@Suite("Copying a folder")
struct FolderCopyTests {
  private let source: String
  private let target: String

  init() throws {
    let folder = "\(Place.scratch)/\(UUID().uuidString)"
    source = "\(folder)/source"
    target = "\(folder)/target"
    for path in ["\(source)/inner", target] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  private func write(_ path: String, _ text: String, mode: Int) throws {
    try text.write(toFile: "\(source)/\(path)", atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: "\(source)/\(path)")
  }

  private func link(_ path: String, to end: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(source)/\(path)", withDestinationPath: end)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: "\(target)/\(path)")[.posixPermissions] as? Int
  }

  @Test("Modes are copied, except that the copy is not world-writable or setuid")
  func modes() throws {
    try write("run", "a", mode: 0o4755)
    try write("inner/open", "b", mode: 0o666)
    try write(".hidden", "c", mode: 0o600)
    try link("inner/link", to: "../run")
    try FolderCopy.copy(source, into: target)
    #expect(try mode("run") == 0o755)
    #expect(try mode("inner/open") == 0o664)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: "\(target)/inner/link") == "../run")
    #expect(try String(contentsOfFile: "\(target)/inner/link", encoding: .utf8) == "a")
    #expect(!FileManager.default.fileExists(atPath: "\(target)/.hidden"))
  }

  @Test(
    "A link that leads out of the folder is refused",
    arguments: ["/etc/passwd", "../../elsewhere", "nothing", "../source/../../x", "inner/up/../.."])
  func links(_ end: String) throws {
    try link("inner/up", to: "../..")
    try link("out", to: end)
    let problem = #expect(throws: FolderCopy.Problem.self) {
      try FolderCopy.copy(source, into: target)
    }
    guard case .linkOutside = problem else {
      Issue.record("\(problem as Any)")
      return
    }
  }

  @Test("A special file is refused")
  func devices() throws {
    #expect(mkfifo("\(source)/pipe", 0o600) == 0)
    #expect(throws: FolderCopy.Problem.notFile("\(source)/pipe")) {
      try FolderCopy.copy(source, into: target)
    }
  }

  @Test("Folders that are nested too deep are refused")
  func depth() throws {
    let deep = (0..<40).map { _ in "d" }.joined(separator: "/")
    try FileManager.default.createDirectory(
      atPath: "\(source)/\(deep)", withIntermediateDirectories: true)
    #expect(throws: FolderCopy.Problem.tooLarge(source)) {
      try FolderCopy.copy(source, into: target)
    }
  }

  @Test("Removing a folder keeps the targets of its links")
  func removal() throws {
    try write("run", "a", mode: 0o644)
    try FileManager.default.createSymbolicLink(
      atPath: "\(target)/link", withDestinationPath: source)
    try SystemFolder.remove(target)
    #expect(!FileManager.default.fileExists(atPath: target))
    #expect(FileManager.default.fileExists(atPath: "\(source)/run"))
  }
}
