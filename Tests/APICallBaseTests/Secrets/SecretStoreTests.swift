import APICallBase
import TestWorlds
import Testing

@Suite("The secret shelf")
struct SecretStoreTests {
  private static let first = FixedSecrets("first", [("a", "value-1a", ["https://a.example"])])
  private static let second = FixedSecrets(
    "second",
    [("a", "value-2a", ["https://a.example"]), ("b", "value-2b", ["https://b.example"])])

  @Test("Sources are searched in order, and the first that has the name wins")
  func order() throws {
    let shelf = SecretStore([Self.first, Self.second])
    #expect(try shelf.root(named: "a")?.source.name == "first")
    #expect(try shelf.root(named: "a")?.secret.value.revealed == "value-1a")
    #expect(try shelf.root(named: "b")?.source.name == "second")
    #expect(try shelf.root(named: "c") == nil)
  }

  @Test("A name is looked up once, even if it is missing or the source fails")
  func once() throws {
    let source = FixedSecrets(
      "fixed", [("a", "value-a", ["https://a.example"])], locked: ["locked"])
    let shelf = SecretStore([source])
    for _ in 0..<3 {
      #expect(try shelf.root(named: "a") != nil)
      #expect(try shelf.root(named: "none") == nil)
      let problem = #expect(throws: SecretProblem.self) { try shelf.root(named: "locked") }
      #expect(problem == SecretProblem("the store is locked", hint: "unlock it"))
    }
    #expect(source.questions.names == ["a", "none", "locked"])
  }

  @Test("Further sources are created once, and only if the first ones lack the name")
  func others() throws {
    let other = FixedSecrets("other", [("c", "value-c", ["https://c.example"])])
    let making = FixedSecrets.Questions()
    let shelf = SecretStore([Self.first]) { () throws(SecretProblem) in
      making.note("made")
      return [other]
    }
    #expect(try shelf.root(named: "a") != nil)
    #expect(try shelf.source(named: "first").name == "first")
    #expect(shelf.nearSources.map(\.name) == ["first"])
    #expect(making.names.isEmpty)
    #expect(try shelf.root(named: "c")?.source.name == "other")
    #expect(try shelf.root(named: "d") == nil)
    #expect(try shelf.sources().map(\.name) == ["first", "other"])
    #expect(try shelf.source(named: "other").name == "other")
    #expect(making.names == ["made"])
  }

  @Test("A failing source is reported, even if a later source has the name")
  func failure() throws {
    let locked = FixedSecrets(locked: ["b"])
    let shelf = SecretStore([locked, Self.second])
    #expect(throws: SecretProblem.self) { try shelf.root(named: "b") }
    let broken = SecretStore([Self.first]) { () throws(SecretProblem) in
      throw SecretProblem("a folder of plugins cannot be read", status: .other)
    }
    #expect(try broken.root(named: "a") != nil)
    #expect(throws: SecretProblem.self) { try broken.root(named: "b") }
  }

  @Test("The error about an unknown source lists the known ones")
  func unknown() {
    let shelf = SecretStore([Self.first, Self.second])
    let failure = #expect(throws: Failure.self) { try shelf.source(named: "secnd") }
    #expect(
      failure?.report == """
        apicall: unknown secret source 'secnd'
          hint: did you mean 'second'?
        exit status 64

        """)
  }
}
