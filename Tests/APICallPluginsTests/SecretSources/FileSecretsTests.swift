import APICallBase
import APICallPlugins
import APICallSafety
import SeededNumbers
import Synchronization
import Testing

@Suite("Secrets in a file")
struct FileSecretsTests {
  /// A file in memory.
  private final class File: Sendable {
    private let content: Mutex<[UInt8]>

    init(_ text: String = "") { content = Mutex(Array(text.utf8)) }

    var text: String { content.withLock { String(decoding: $0, as: UTF8.self) } }

    var source: FileSecrets {
      FileSecrets(
        SecretStorage(
          place: "/home/ann/secrets.json",
          read: { () throws(SecretProblem) in self.content.withLock { $0 } },
          update: { (change) throws(SecretProblem) in
            let old = self.content.withLock { $0 }
            if let new = change(old) { self.content.withLock { $0 = new } }
          }))
    }
  }

  private static let origins = [
    Origin(scheme: .https, host: "a.example"), Origin(scheme: .http, host: "[::1]", port: 8080),
  ]

  @Test("Stored secrets are listed by name until they are removed")
  func life() throws {
    let file = File()
    #expect(try file.source.secret(named: "b") == nil)
    try file.source.set(StoredSecret("value-b", for: Self.origins), named: "b")
    try file.source.set(StoredSecret("value \"a\"\n", for: [Self.origins[0]]), named: "a")
    #expect(
      file.text == #"""
        {"secrets": [
          {"name": "a", "origins": ["https://a.example"], "value": "value \"a\"\n"},
          {"name": "b", "origins": ["https://a.example", "http://[::1]:8080"], "value": "value-b"}
        ]}

        """#)
    #expect(try file.source.secret(named: "a")?.value.revealed == "value \"a\"\n")
    #expect(try file.source.secret(named: "b")?.origins == Self.origins)
    #expect(
      try file.source.list() == [
        SecretListing("a", for: ["https://a.example"]),
        SecretListing("b", for: ["https://a.example", "http://[::1]:8080"]),
      ])
    try file.source.set(StoredSecret("another", for: Self.origins), named: "a")
    #expect(try file.source.secret(named: "a")?.value.revealed == "another")
    #expect(try file.source.remove("a"))
    #expect(try !file.source.remove("a"))
    #expect(try file.source.secret(named: "a") == nil)
    #expect(try file.source.list().map(\.name) == ["b"])
  }

  @Test(
    "An invalid file is refused, not overwritten, and not shown",
    arguments: [
      ("hunter2", "it is not JSON"), ("{\"secrets\": [", "it is not JSON"),
      ("[\"hunter2\"]", "it has no list 'secrets'"), ("{}", "it has no list 'secrets'"),
      ("{\"secrets\": {\"a\": \"hunter2\"}}", "it has no list 'secrets'"),
      ("{\"secrets\": [\"hunter2\"]}", "secret 1 has no valid name"),
      ("{\"secrets\": [{\"name\": \"hun ter2\"}]}", "secret 1 has no valid name"),
      ("{\"secrets\": [{\"name\": \"a\"}]}", "secret 1 has no value"),
      ("{\"secrets\": [{\"name\": \"a\", \"value\": 12345678}]}", "secret 1 has no value"),
      (
        "{\"secrets\": [{\"name\": \"a\", \"value\": \"hunter2\"}]}",
        "secret 1: a secret needs at least one origin"
      ),
      (
        "{\"secrets\": [{\"name\": \"a\", \"value\": \"hunter2\", \"origins\": [\"hunter3\"]}]}",
        "secret 1 has an invalid origin"
      ),
      (
        "{\"secrets\": [\(good), {\"name\": \"a\", \"value\": \"\", \"origins\": [\"http://a\"]}]}",
        "secret 2: the value of a secret is empty"
      ),
      ("{\"secrets\": [\(good), \(good)]}", "secret 2 has the name of an earlier secret"),
    ])
  func broken(_ text: String, _ reason: String) throws {
    let file = File(text)
    let expected = SecretProblem(
      "'/home/ann/secrets.json' cannot be read as secrets: \(reason)", status: .badConfiguration,
      hint: "correct the file, or move it away and store the secrets again")
    let secret = try StoredSecret("v", for: Self.origins)
    #expect(throws: expected) { try file.source.secret(named: "a") }
    #expect(throws: expected) { try file.source.list() }
    #expect(throws: expected) { try file.source.set(secret, named: "a") }
    #expect(throws: expected) { try file.source.remove("a") }
    #expect(file.text == text)
  }

  private static let good =
    "{\"name\": \"b\", \"value\": \"v\", \"origins\": [\"http://a\"], \"more\": 1}"

  @Test("A file has at most 1 MiB")
  func limit() throws {
    let file = File()
    let secret = try StoredSecret(
      String(repeating: "v", count: StoredSecret.longestValue), for: Self.origins)
    for number in 0..<31 { try file.source.set(secret, named: "a\(number)") }
    let before = file.text
    let expected = SecretProblem(
      "'/home/ann/secrets.json' would be longer than 1048576 bytes", status: .cannotCreate,
      hint: "remove secrets with 'apicall secrets remove NAME'")
    #expect(throws: expected) { try file.source.set(secret, named: "last") }
    #expect(file.text == before)
  }

  @Test("Any text is kept unchanged, and invalid files are refused without quoting them")
  func generated() throws {
    var random = SeededGenerator(seed: 77)
    let bits = ["a", "\"", "\\", "\u{0}", "\n", "é", "😀", "{", "}", "[", "]", ",", "\u{2028}", " "]
    let file = File()
    var known: [String: String] = [:]
    for iteration in 0..<300 {
      let value = "v" + random.text(of: bits, below: 12)
      let name = "n\(random.below(40))"
      if random.below(4) == 0 {
        #expect(try file.source.remove(name) == (known.removeValue(forKey: name) != nil))
      } else {
        try file.source.set(StoredSecret(value, for: Self.origins), named: name)
        known[name] = value
      }
      #expect(
        try file.source.list().map(\.name) == known.keys.sorted(), "seed 77, iteration \(iteration)"
      )
      for (name, value) in known where iteration % 10 == 0 || name.hasSuffix("7") {
        let found = try file.source.secret(named: name)?.value.revealed
        #expect(found == value, "seed 77, iteration \(iteration)")
      }
    }
    let good = Array(file.text.utf8)
    for iteration in 0..<CaseCount.picked(1000) {
      var bytes = good
      for _ in 0...random.below(3) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(40)))
        default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        }
        if bytes.isEmpty { bytes = [0] }
      }
      do throws(SecretsContents.Problem) {
        let names = try SecretsContents(bytes).entries.map(\.name)
        // What can be read can be written and read again.
        let again = try SecretsContents(SecretsContents(bytes).bytes).entries.map(\.name)
        #expect(again == names, "seed 77, iteration \(iteration)")
      } catch {
        #expect(error.reason.utf8.allSatisfy { $0 < 0x80 }, "seed 77, iteration \(iteration)")
      }
    }
  }
}
