import APICallBase
import TestWorlds
import Testing
import YAMLTree

@Suite("The paths that a spec may use")
struct FileRootTests {
  private static let files: MemoryFiles = {
    var files = MemoryFiles([
      "endpoints/pets/add.yaml": "", "endpoints/pets/photo.png": "", "endpoints/base.yaml": "",
      "secret.txt": "", "/home/ann/other/data.csv": "", "/etc/passwd": "",
      "/home/ann/shopping/list.txt": "", "endpoints/inner.txt": "",
    ])
    files.link("endpoints/pets/out", to: "/etc/passwd")
    files.add("endpoints/pets/out", "")
    files.link("endpoints/pets/in", to: "endpoints/inner.txt")
    files.add("endpoints/pets/in", "")
    files.link("endpoints/pets/hidden", to: "endpoints/.x/y")
    files.add("endpoints/pets/hidden", "")
    files.add("endpoints/.x/y", "")
    files.add("endpoints/own/x", "")
    files.ownFolders = ["/home/ann/shop/endpoints/own"]
    return files
  }()

  private static func resolve(_ path: String, and others: [String] = []) -> String {
    let root = FileRoot("/home/ann/shop", and: others, files: files)
    let source = Source(name: "endpoints/pets/add.yaml", bytes: [])
    do {
      return try root.resolve(path, at: Mark(source: source, start: .init(line: 1, column: 1)))
    } catch {
      let diagnostic = error.diagnostic(
        at: Mark(source: source, start: .init(line: 1, column: 1)))
      return diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test(
    "A path is relative to its file and stays inside the root",
    arguments: [
      ("photo.png", "/home/ann/shop/endpoints/pets/photo.png"),
      ("./photo.png", "/home/ann/shop/endpoints/pets/photo.png"),
      ("../base.yaml", "/home/ann/shop/endpoints/base.yaml"),
      ("../../secret.txt", "/home/ann/shop/secret.txt"),
      ("in", "/home/ann/shop/endpoints/inner.txt"),
      (
        "foto.png",
        "file 'foto.png' does not exist; did you mean 'photo.png'?"
      ),
      (
        "nothing/at/all",
        "file 'nothing/at/all' does not exist; a path is relative to the file that contains it"
      ),
      (
        "/etc/passwd",
        "'/etc/passwd' is an absolute path; write a path relative to the file that "
          + "contains it"
      ),
      (
        "../../../other/data.csv",
        "'../../../other/data.csv' is outside /home/ann/shop; a spec can read only files of its "
          + "project, below apicall.yaml; --file-root DIR adds a folder"
      ),
      (
        "../../../shopping/list.txt",
        "'../../../shopping/list.txt' is outside /home/ann/shop; a spec can read only files of its "
          + "project, below apicall.yaml; --file-root DIR adds a folder"
      ),
      (
        "out",
        "'out' is a symbolic link that leads out of /home/ann/shop, or to nothing; a spec can read "
          + "only files of its project; --file-root DIR adds a folder"
      ),
      (
        "../.env",
        "'../.env' leads to a name that begins with a dot; a spec cannot read such files; pass one "
          + "with an input of type file"
      ),
      (
        "hidden",
        "'hidden' leads to a name that begins with a dot; a spec cannot read such files; pass one "
          + "with an input of type file"
      ),
      (
        "../own/x",
        "'../own/x' leads to apicall's own files; a spec cannot read them"
      ),
      ("", "'' is not the path of a file"),
    ])
  func paths(path: String, result: String) { #expect(Self.resolve(path) == result) }

  @Test(
    "A path that was found in a folder does not lead out of it",
    arguments: [
      ("endpoints/pets/photo.png", "/home/ann/shop/endpoints/pets/photo.png"),
      ("endpoints/pets/in", "/home/ann/shop/endpoints/inner.txt"),
      ("endpoints/.x/y", "/home/ann/shop/endpoints/.x/y"),
      ("endpoints/own/x", "/home/ann/shop/endpoints/own/x"),
      (
        "endpoints/pets/out",
        "'endpoints/pets/out' is a symbolic link that leads out of /home/ann/shop, or to nothing"
      ),
      ("endpoints/pets/hidden", "'endpoints/pets/hidden' leads to a name that begins with a dot"),
      ("none", "'none' is a symbolic link that leads out of /home/ann/shop, or to nothing"),
    ])
  func found(_ path: String, _ result: String) {
    do {
      #expect(try FileRoot("/home/ann/shop", files: Self.files).found(path) == result)
    } catch {
      #expect(error.status == .noInput && error.diagnostics.map(\.message) == [result])
    }
  }

  @Test("If the root is a home folder, a file reaches only the files beside it")
  func home() {
    var files = Self.files
    files.homes = ["/home/ann/shop"]
    let root = FileRoot("/home/ann/shop", and: ["/home/ann/other"], files: files)
    let source = Source(name: "endpoints/pets/add.yaml", bytes: [])
    let mark = Mark(source: source, start: .init(line: 1, column: 1))
    #expect(throws: Never.self) { try root.resolve("photo.png", at: mark) }
    for path in ["../base.yaml", "in", "../none", "../../secret.txt"] {
      #expect(throws: FileRootProblem.notBeside(path, "/home/ann/shop")) {
        try root.resolve(path, at: mark)
      }
    }
    #expect(throws: Never.self) { try root.resolve("../../../other/data.csv", at: mark) }
  }

  @Test("Another folder can be added")
  func another() {
    #expect(
      Self.resolve("../../../other/data.csv", and: ["/home/ann/other"])
        == "/home/ann/other/data.csv")
  }
}
