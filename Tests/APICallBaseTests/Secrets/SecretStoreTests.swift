import APICallBase
import APICallSafety
import TestWorlds
import Testing

@Suite("The secret store")
struct SecretStoreTests {
  private static let first = FixedSecrets("first", [("a", "value-1a", ["https://a.example"])])
  private static let second = FixedSecrets(
    "second",
    [("a", "value-2a", ["https://a.example"]), ("b", "value-2b", ["https://b.example"])])

  @Test("Sources are searched in order, and the first that has the name wins")
  func order() throws {
    let store = SecretStore([Self.first, Self.second])
    #expect(try store.root(named: "a")?.source.name == "first")
    #expect(try store.root(named: "a")?.secret.value.revealed == "value-1a")
    #expect(try store.root(named: "b")?.source.name == "second")
    #expect(try store.root(named: "c") == nil)
  }

  @Test("A name is looked up once, even if it is missing or the source fails")
  func once() throws {
    let source = FixedSecrets(
      "fixed", [("a", "value-a", ["https://a.example"])], locked: ["locked"])
    let store = SecretStore([source])
    for _ in 0..<3 {
      #expect(try store.root(named: "a") != nil)
      #expect(try store.root(named: "none") == nil)
      let problem = #expect(throws: SecretProblem.self) { try store.root(named: "locked") }
      #expect(problem == SecretProblem("the store is locked", hint: "unlock it"))
    }
    #expect(source.questions.names == ["a", "none", "locked"])
  }

  @Test("Further sources are created once, and only if the first ones lack the name")
  func others() throws {
    let other = FixedSecrets("other", [("c", "value-c", ["https://c.example"])])
    let making = FixedSecrets.Questions()
    let store = SecretStore([Self.first]) { () throws(SecretProblem) in
      making.note("made")
      return [other]
    }
    #expect(try store.root(named: "a") != nil)
    #expect(try store.source(named: "first").name == "first")
    #expect(store.nearSources.map(\.name) == ["first"])
    #expect(making.names.isEmpty)
    #expect(try store.root(named: "c")?.source.name == "other")
    #expect(try store.root(named: "d") == nil)
    #expect(try store.sources().map(\.name) == ["first", "other"])
    #expect(try store.source(named: "other").name == "other")
    #expect(making.names == ["made"])
  }

  @Test("A failing source is reported, even if a later source has the name")
  func failure() throws {
    let locked = FixedSecrets(locked: ["b"])
    let store = SecretStore([locked, Self.second])
    #expect(throws: SecretProblem.self) { try store.root(named: "b") }
    let broken = SecretStore([Self.first]) { () throws(SecretProblem) in
      throw SecretProblem("a folder of plugins cannot be read", status: .other)
    }
    #expect(try broken.root(named: "a") != nil)
    #expect(throws: SecretProblem.self) { try broken.root(named: "b") }
  }

  @Test("The error about an unknown source lists the known ones")
  func unknown() {
    let store = SecretStore([Self.first, Self.second])
    let failure = #expect(throws: Failure.self) { try store.source(named: "secnd") }
    #expect(
      failure?.report == """
        apicall: unknown secret source 'secnd'
          hint: did you mean 'second'?
        exit status 64

        """)
  }
}
