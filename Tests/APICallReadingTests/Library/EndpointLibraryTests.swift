import APICallBase
import APICallModel
import APICallReading
import TestWorlds
import Testing

@Suite("Endpoints on disk")
struct EndpointLibraryTests {
  static let files = MemoryFiles([
    "endpoints/reqres/login.yaml": "host: a.example", "endpoints/todos/list.yaml": "path: /x",
    "endpoints/todos/apicall.yaml": "profile: live\nprofiles: {live: {host: b.example}}",
    "endpoints/notes.txt": "", "endpoints/.hidden.yaml": "", "endpoints/.git/x.yaml": "",
    "local.yaml": "host: c.example", "apicall.yaml": "{}",
  ])
  static let library = EndpointLibrary(files: files, reader: SpecText.reader)

  @Test(
    "A path is used as it is, and a name is looked up below endpoints/",
    arguments: [
      ("local.yaml", "local.yaml"), ("./local.yaml", "./local.yaml"),
      ("/home/ann/shop/local.yaml", "/home/ann/shop/local.yaml"),
      ("reqres/login", "endpoints/reqres/login.yaml"),
      ("endpoints/reqres/login.yaml", "endpoints/reqres/login.yaml"),
    ])
  func path(_ operand: String, _ path: String) throws {
    #expect(try Self.library.path(of: operand) == path)
  }

  @Test("In a folder inside the project, names are the project's")
  func inside() throws {
    var files = Self.files
    files.workingDirectory = "/home/ann/shop/docs"
    let library = EndpointLibrary(files: files, reader: SpecText.reader)
    #expect(try library.path(of: "reqres/login") == "/home/ann/shop/endpoints/reqres/login.yaml")
  }

  @Test(
    "A missing endpoint is not found",
    arguments: ["", "reqres", "login", "reqres/login.yaml", "endpoints", "../x", "notes.txt"])
  func notFound(_ operand: String) {
    do {
      Issue.record("\(try Self.library.path(of: operand))")
    } catch {
      #expect(error.status == .noInput)
    }
  }

  @Test("A folder is searched except for the project file, hidden files and other files")
  func list() throws {
    let all = ["endpoints/reqres/login.yaml", "endpoints/todos/list.yaml"]
    #expect(try Self.library.paths(in: nil).map(\.path) == all)
    #expect(try Self.library.paths(in: "endpoints").map(\.path) == all)
    #expect(
      try Self.library.paths(in: "endpoints/todos").map(\.path) == ["endpoints/todos/list.yaml"])
    #expect(try Self.library.paths(in: "local.yaml").map(\.path) == ["local.yaml"])
    #expect(
      try Self.library.paths(in: "reqres/login").map(\.path) == ["endpoints/reqres/login.yaml"])
  }

  @Test("Folders are searched to a maximum depth; below it is an error", arguments: [40, 80])
  func depth(_ levels: Int) throws {
    let deep = (0..<levels).map { "d\($0)" }.joined(separator: "/")
    let files = MemoryFiles(["\(deep)/x.yaml": "", "d0/y.yaml": ""])
    let found = Result { () throws(Failure) in
      try EndpointLibrary(files: files, reader: SpecText.reader).paths(in: "d0").map(\.path)
    }
    switch found {
    case .success(let paths): #expect(paths == ["\(deep)/x.yaml", "d0/y.yaml"] && levels == 40)
    case .failure(let failure): #expect(failure.status == .noInput && levels == 80)
    }
  }

  @Test("A file is read and named as it was typed")
  func endpoint() throws {
    #expect(try Self.library.endpoint(at: "./local.yaml").file == "./local.yaml")
    #expect(throws: Failure.self) { try Self.library.endpoint(at: "nowhere.yaml") }
    let large = MemoryFiles(["a.yaml": String(repeating: "#", count: 1 << 20 + 1)])
    #expect(throws: Failure.self) {
      try EndpointLibrary(files: large, reader: SpecText.reader).endpoint(at: "a.yaml")
    }
  }
}
