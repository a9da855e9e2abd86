import APICallCore
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
    return files
  }()

  private static func resolve(_ path: String, and others: [String] = []) -> String {
    let root = FileRoot("/home/ann/shop", and: others, files: files)
    let source = Source(name: "endpoints/pets/add.yaml", octets: [])
    do {
      return try root.resolve(path, at: Mark(source: source, start: .init(line: 1, column: 1)))
    } catch {
      let diagnostic = error.diagnostic(
        at: Mark(source: source, start: .init(line: 1, column: 1)))
      return diagnostic.message + (diagnostic.hint.map { "; \($0)" } ?? "")
    }
  }

  @Test(
    "a path is relative to its file and stays inside",
    arguments: [
      ("photo.png", "/home/ann/shop/endpoints/pets/photo.png"),
      ("./photo.png", "/home/ann/shop/endpoints/pets/photo.png"),
      ("../base.yaml", "/home/ann/shop/endpoints/base.yaml"),
      ("../../secret.txt", "/home/ann/shop/secret.txt"),
      ("in", "/home/ann/shop/endpoints/inner.txt"),
      (
        "foto.png",
        "there is no file 'foto.png'; did you mean 'photo.png'?"
      ),
      (
        "nothing/at/all",
        "there is no file 'nothing/at/all'; a path is relative to the file that it stands in"
      ),
      (
        "/etc/passwd",
        "'/etc/passwd' is an absolute path; a path in a spec is relative to the file that it "
          + "stands in"
      ),
      (
        "../../../other/data.csv",
        "'../../../other/data.csv' lies outside of /home/ann/shop; a spec reads files of its "
          + "project alone, those below apicall.yaml; --file-root DIR adds a folder"
      ),
      (
        "../../../shopping/list.txt",
        "'../../../shopping/list.txt' lies outside of /home/ann/shop; a spec reads files of its "
          + "project alone, those below apicall.yaml; --file-root DIR adds a folder"
      ),
      (
        "out",
        "'out' lies outside of /home/ann/shop; a spec reads files of its project alone, "
          + "those below apicall.yaml; --file-root DIR adds a folder"
      ),
      ("", "'' is not the path of a file"),
    ])
  func paths(path: String, result: String) { #expect(Self.resolve(path) == result) }

  @Test("another folder may be added")
  func another() {
    #expect(
      Self.resolve("../../../other/data.csv", and: ["/home/ann/other"])
        == "/home/ann/other/data.csv")
  }
}
