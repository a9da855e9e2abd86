import APICallBase
import APICallHTTP
import APICallModel
import APICallReading
import TestWorlds
import Testing

@Suite("The project file")
struct ProjectReaderTests {
  static let text = """
    profile: live
    profiles:
      live: {host: "https://live.example/v1"}
      empty: {}
    """

  @Test(
    "The nearest project file above a folder is found",
    arguments: [
      ("apicall.yaml", ".", "/home/ann/shop"), ("apicall.yaml", "a/b/c", "/home/ann/shop"),
      ("../apicall.yaml", "a", "/home/ann"), ("/apicall.yaml", "a", "/"),
      ("a/apicall.yaml", "a/b", "/home/ann/shop/a"), ("a/apicall.yaml", ".", nil),
      ("a/apicall.yaml", "b", nil), ("apicall.yaml", "../other", nil),
      ("/x/apicall.yaml", "/x/y", "/x"), ("apicall.yml", ".", nil),
    ] as [(String, String, String?)])
  func found(_ path: String, _ folder: String, _ root: String?) throws {
    let files = MemoryFiles([path: Self.text])
    #expect(try ProjectReader(files: files).project(above: folder)?.root == root)
  }

  @Test("The nearest of several project files wins")
  func nearest() throws {
    let files = MemoryFiles(["apicall.yaml": Self.text, "a/apicall.yaml": "{}"])
    #expect(try ProjectReader(files: files).project(above: "a/b")?.file == "a/apicall.yaml")
  }

  @Test("Profiles are read in order")
  func profiles() throws {
    let files = MemoryFiles(["apicall.yaml": Self.text])
    let project = try #require(try ProjectReader(files: files).project(above: "."))
    #expect(project.profiles.map(\.name) == ["live", "empty"])
    #expect(project.profile(named: "live")?.host?.address.basePath == "/v1")
    #expect(project.profile(named: "empty")?.host == nil)
    #expect(project.profile(named: "x") == nil)
    #expect(project.defaultProfile?.text == "live")
  }

  @Test(
    "A project file that others can write to is refused",
    arguments: [
      (FileStatus(kind: .file, isOwnedByUserOrRoot: false), FileStatus(kind: .folder)),
      (FileStatus(kind: .file, isWorldWritable: true), FileStatus(kind: .folder)),
      (FileStatus(kind: .file), FileStatus(kind: .folder, isWorldWritable: true)),
    ])
  func refused(_ file: FileStatus, _ folder: FileStatus) {
    var files = MemoryFiles()
    files.add("apicall.yaml", Self.text, status: file)
    files.mark(".", folder)
    do {
      _ = try ProjectReader(files: files).project(above: ".")
      Issue.record("it was read")
    } catch {
      #expect(error.status == .noPermission)
    }
  }

  @Test("A folder with that name is not a project file, and a large file cannot be read")
  func otherThings() {
    var files = MemoryFiles()
    files.mark("apicall.yaml", FileStatus(kind: .folder))
    #expect(throws: Never.self) { try ProjectReader(files: files).project(above: ".") }
    files.add("apicall.yaml", String(repeating: "#", count: 1 << 20 + 1))
    #expect(throws: Failure.self) { try ProjectReader(files: files).project(above: ".") }
  }
}
