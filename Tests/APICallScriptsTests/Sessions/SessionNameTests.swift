import APICallBase
import APICallScripts
import TestWorlds
import Testing

@Suite("Names of sessions")
struct SessionNameTests {
  private func project(_ root: String) throws -> SessionName {
    try SessionName(project: root, digests: World.fixed().digests)
  }

  @Test("A name is an identifier of at most 64 bytes", arguments: ["a", "night-ly_2", "_"])
  func names(_ name: String) throws {
    let session = try SessionName(name)
    #expect(session.folderName == name)
    #expect(session.clearing == "apicall session clear --session \(name)")
    #expect(SessionName(folderName: session.folderName) == session)
  }

  @Test(
    "An invalid name is an error",
    arguments: [
      "", "a b", "../a", "a/b", "a.b", "2a", "-a", "ä", "a\n", String(repeating: "a", count: 65),
    ])
  func noNames(_ name: String) {
    let failure = #expect(throws: Failure.self) { try SessionName(name) }
    #expect(failure?.status == .usage)
    #expect(failure?.diagnostics.first?.message == "'\(name)' cannot be the name of a session")
  }

  @Test("A project's session folder has the project's name, and the digest of its path")
  func projects() throws {
    for root in ["/home/eve/shop", "/srv/shop"] {
      let name = try project(root)
      #expect(name.project == root && name.name == nil)
      #expect(name.clearing == "apicall session clear")
      #expect(name.folderName.wholeMatch(of: /shop\.[0-9a-f]{16}/) != nil)
    }
    #expect(try project("/home/eve/shop").folderName != project("/srv/shop").folderName)
  }

  @Test(
    "A folder's name is converted to a valid session name",
    arguments: [
      ("/", "project"), ("/a/my shop", "my_shop"), ("/a/x.y", "x_y"), ("/a/ä", "__"),
      ("/a/" + String(repeating: "n", count: 200), String(repeating: "n", count: 32)),
      ("/a/\u{1b}[31m", "__31m"),
    ])
  func readable(_ root: String, _ expected: String) throws {
    let name = try project(root)
    #expect(name.folderName.prefix { $0 != "." } == expected)
    #expect(name.folderName.utf8.count <= 49)
  }

  @Test("A folder among the sessions belongs to a name or to a project, or is ignored")
  func folders() throws {
    let name = try project("/home/eve/shop")
    let found = try #require(SessionName(folderName: name.folderName))
    #expect(found.name == nil && found.project == nil && found.folderName == name.folderName)
    #expect(found.clearing == "apicall session clear --all")
    for other in [
      "", "a.json", "a.lock", "a.b", "2a", ".a", "a b", "a.0123456789abcdef.x", "..",
      ".0123456789abcdef",
    ] {
      #expect(SessionName(folderName: other) == nil, "\(other)")
    }
  }
}
