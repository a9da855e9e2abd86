import APICallBase
import JSONText
import SeededNumbers
import Testing

@testable import APICallScripts

@Suite("The file of a session")
struct SessionBookTests {
  private static let world = World.fixed()
  private static let now = world.now()
  private static let salt = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
  private static let digest = String(repeating: "0f", count: 32)

  private static func key(_ spec: String = "/p/login.yaml", _ input: String = "") throws
    -> SessionKey
  {
    try #require(
      SessionKey(
        spec: spec, inputs: [("user", .text(input))], profile: nil, origin: "https://a.example"))
  }

  private static func entry(
    _ outputs: [SessionOutput] = [], age: Duration = .zero, expires: Duration? = nil
  ) -> SessionEntry {
    SessionEntry(
      outputs, taken: now.advanced(by: .zero - age), expires: expires.map { now.advanced(by: $0) })
  }

  private func file(_ entries: String = "") -> String {
    #"{"version":2,"salt":"\#(Self.salt)","entries":[\#(entries)]}"#
  }

  private func entryText(_ outputs: String = "", more: String = "") -> String {
    #"{"spec":"/p/a.yaml","origin":"https://a.example","inputs":"\#(Self.digest)","#
      + #""taken":"2026-01-31T11:00:00Z"\#(more),"outputs":[\#(outputs)]}"#
  }

  @Test("a file is an entry a line, and reads back as it was written")
  func form() throws {
    var book = SessionBook(salt: Array(0..<32), project: "/p")
    let value = try Value(json: #"{"b": 1.10, "a": [1E400, 12345678901234567890], "b": "\ud800"}"#)
    try book.set(
      Self.entry(
        [
          SessionOutput("token", .text("tok\n\u{1}"), isSecret: true),
          SessionOutput("user", value),
        ], expires: .seconds(3600)), for: Self.key(), in: Self.world)
    let digest = book.records[0].inputs
    let expected = """
      {"version":2,"project":"/p","salt":"\(Self.salt)","entries":[
      {"spec":"/p/login.yaml","origin":"https://a.example","inputs":"\(digest)",\
      "taken":"2026-01-31T12:00:00.250000000Z","expires":"2026-01-31T13:00:00.250000000Z",\
      "outputs":[{"name":"token","value":"tok\\n\\u0001","secret":true},\
      {"name":"user","value":{"b": 1.10, "a": [1E400, 12345678901234567890], "b": "\\ud800"}}]}
      ]}

      """
    #expect(String(decoding: book.octets, as: UTF8.self) == expected)
    let read = try SessionBook(book.octets)
    #expect(read.records == book.records && read.project == "/p")
    #expect(read.octets == book.octets)
  }

  @Test("what is no session is refused, and what is not known is not lost")
  func broken() throws {
    let output = #"{"name":"a","value":1}"#
    let cases: [(String, SessionBook.Problem)] = [
      ("{", .broken("it is not JSON")),
      ("[]", .broken("it has no version")),
      (#"{"version":"1"}"#, .broken("it has no version")),
      (#"{"version":1.5}"#, .broken("it has no version")),
      (#"{"version":3,"other":1}"#, .newer("3")),
      (#"{"version":2,"entries":[]}"#, .broken("it has no salt")),
      (#"{"version":2,"salt":"AAEC","entries":[]}"#, .broken("its salt is none")),
      (#"{"version":2,"salt":"\#(Self.salt)"}"#, .broken("it has no list of entries")),
      (#"{"version":2,"salt":"\#(Self.salt)","entries":{}}"#, .broken("it has no list of entries")),
      (
        #"{"version":2,"version":2,"salt":"\#(Self.salt)","entries":[]}"#,
        .broken("it has a member twice")
      ),
      (
        #"{"version":2,"salt":"\#(Self.salt)","entries":[],"more":1}"#,
        .broken("it has a member that is not known")
      ),
      (file("1"), .broken("entry 1 is no map")),
      (file("{}"), .broken("entry 1 has no spec")),
      (
        file(entryText() + "," + entryText(more: #","later":1"#)),
        .broken("entry 2 has a member that is not known")
      ),
      (file(entryText(more: #","expires":"soon""#)), .broken("entry 1 has no time in 'expires'")),
      (file(entryText(more: #","expires":1"#)), .broken("entry 1 has no expires")),
      (file(entryText(more: #","profile":"""#)), .broken("entry 1 has no profile")),
      (
        file(entryText().replacing("/p/a.yaml", with: "a.yaml")),
        .broken("entry 1 is of no call")
      ),
      (
        file(entryText().replacing("0f0f", with: "0g0f")),
        .broken("entry 1 is of no call")
      ),
      (file(entryText("1")), .broken("an output of entry 1 is no map")),
      (file(entryText(#"{"name":"a b","value":1}"#)), .broken("an output of entry 1 is none")),
      (file(entryText(#"{"name":"a"}"#)), .broken("an output of entry 1 is none")),
      (
        file(entryText(#"{"name":"a","value":1,"secret":"yes"}"#)),
        .broken("an output of entry 1 is none")
      ),
      (
        file(entryText("\(output),\(output)")),
        .broken("entry 1 has too many outputs, or one of them twice")
      ),
      (
        file([String](repeating: entryText(), count: 1001).joined(separator: ",")),
        .broken("it has more than 1000 entries")
      ),
    ]
    for (text, expected) in cases {
      let problem = #expect(throws: SessionBook.Problem.self, "\(text.prefix(200))") {
        try SessionBook(Array(text.utf8))
      }
      #expect(problem == expected, "\(text.prefix(200))")
    }
    #expect(try SessionBook(Array(file(entryText(output)).utf8)).records.count == 1)
  }

  @Test("entries of the version before do not tell their secrets, and count as absent")
  func oldVersion() throws {
    let text = file(entryText(#"{"name":"a","value":1}"#))
      .replacing(#"{"version":2"#, with: #"{"version":1"#)
    let book = try SessionBook(Array(text.utf8))
    #expect(book.records.isEmpty)
    #expect(String(decoding: book.octets, as: UTF8.self).hasPrefix(#"{"version":2"#))
  }

  @Test("an output names the secrets that it was made with, and the servers that it comes from")
  func secrets() throws {
    let output = #"""
      {"name":"a","value":1,"secret":true,"secrets":[{"name":"shop"},\#
      {"name":"crm","origins":["https://b.example"],"untrusted":true}],\#
      "servers":["https://a.example"]}
      """#
    let book = try SessionBook(Array(file(entryText(output)).utf8))
    let read = try #require(book.records.first?.entry.outputs.first)
    #expect(read.secrets.map(\.name) == ["shop", "crm"])
    #expect(read.secrets.map(\.isForTrust) == [false, true])
    #expect(read.secrets[1].origins.map(\.description) == ["https://b.example"])
    #expect(read.servers.map(\.description) == ["https://a.example"])
    let again = try SessionBook(book.octets)
    #expect(again.records == book.records)
    for wrong in [
      output.replacing(#"{"name":"shop"}"#, with: #"{"nome":"shop"}"#),
      output.replacing("https://b.example", with: "b c"),
      output.replacing(#"["https://a.example"]"#, with: "7"),
    ] {
      #expect(throws: SessionBook.Problem.self, "\(wrong)") {
        try SessionBook(Array(file(entryText(wrong)).utf8))
      }
    }
  }

  @Test("an answer as deep as is decoded can be kept")
  func depth() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let value = Value(try JSONDocument(text: deep).root)
    var book = SessionBook(salt: Array(0..<32), project: nil)
    try book.set(Self.entry([SessionOutput("deep", value)]), for: Self.key(), in: Self.world)
    let read = try SessionBook(book.octets).records[0].entry.outputs[0]
    #expect(String(decoding: read.value.jsonText, as: UTF8.self) == deep)
  }

  @Test("an entry takes the place of one with the same key, and of no other")
  func replacing() throws {
    var book = SessionBook(salt: Array(0..<32), project: nil)
    for (user, value) in [("eve", "1"), ("bob", "2"), ("eve", "3")] {
      try book.set(
        Self.entry([SessionOutput("token", .text(value))]), for: Self.key("/p/a.yaml", user),
        in: Self.world)
    }
    #expect(book.records.count == 2)
    let found = try book.entry(for: Self.key("/p/a.yaml", "eve"), by: Self.world.digests)
    #expect(found?.output(named: "token")?.value.plainText == "3")
    #expect(try book.entry(for: Self.key("/p/b.yaml", "eve"), by: Self.world.digests) == nil)
  }

  @Test("what is over goes when the file is written")
  func old() throws {
    var book = SessionBook(salt: Array(0..<32), project: nil)
    let entries: [(String, SessionEntry)] = [
      ("fresh", Self.entry()),
      ("young", Self.entry(age: .seconds(30 * 86_400))),
      ("old", Self.entry(age: .seconds(30 * 86_400 + 1))),
      ("lasting", Self.entry(age: .seconds(60), expires: .seconds(1))),
      ("expired", Self.entry(age: .seconds(60), expires: .zero)),
      ("ahead", Self.entry(age: .seconds(-86_400))),
      ("to-come", Self.entry(age: .seconds(-86_401))),
    ]
    for (name, entry) in entries { try book.set(entry, for: Self.key("/\(name)"), in: Self.world) }
    try book.set(Self.entry(), for: Self.key("/last"), in: Self.world)
    #expect(
      book.records.map(\.spec) == ["/fresh", "/young", "/lasting", "/ahead", "/last"])
  }

  @Test("the oldest go beyond 1000 entries, and beyond 16 MiB")
  func limits() throws {
    var book = SessionBook(salt: Array(0..<32), project: nil)
    for number in 0..<1003 {
      try book.set(Self.entry(), for: Self.key("/\(number)"), in: Self.world)
    }
    #expect(book.records.count == 1000 && book.records.first?.spec == "/3")
    let large = SessionOutput("text", .text(String(repeating: "x", count: 4_000_000)))
    for number in 0..<6 {
      try book.set(Self.entry([large]), for: Self.key("/large-\(number)"), in: Self.world)
    }
    let octets = book.octets
    #expect(octets.count <= 16 << 20)
    #expect(
      try SessionBook(octets).records.map(\.spec)
        == ["/large-2", "/large-3", "/large-4", "/large-5"])
  }

  @Test("too much of one call is refused, and nothing is changed")
  func tooMuch() throws {
    var book = SessionBook(salt: Array(0..<32), project: nil)
    let long = SessionOutput("text", .text(String(repeating: "x", count: 4 << 20)))
    let cases: [([SessionOutput], String)] = [
      (
        (0..<257).map { SessionOutput("o\($0)", .text("")) },
        "the outputs of '/p/login.yaml' cannot be kept: they are more than 256 outputs"
      ),
      ([long], "the outputs of '/p/login.yaml' cannot be kept: they are more than 4194304 octets"),
    ]
    for (outputs, message) in cases {
      let problem = #expect(throws: SessionProblem.self) {
        try book.set(Self.entry(outputs), for: Self.key(), in: Self.world)
      }
      #expect(problem?.message == message)
    }
    #expect(book.records.isEmpty)
  }

  @Test("neither secret outputs nor the salt are printed")
  func printing() throws {
    var book = SessionBook(salt: Array("salt-salt-salt-salt-salt-salt-32".utf8), project: nil)
    let output = SessionOutput("token", .text("hunter2hunter2"), isSecret: true)
    try book.set(Self.entry([output]), for: Self.key(), in: Self.world)
    var dumped = ""
    dump(book, to: &dumped)
    for text in ["\(book)", String(reflecting: book), dumped, "\(output)"] {
      #expect(!text.contains("hunter2") && !text.contains("salt-salt"), "\(text)")
      #expect(!text.contains("115, 97, 108, 116"), "\(text)")
    }
  }

  @Test("values of all kinds come back octet for octet")
  func roundTrips() throws {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    let scalars = [
      "1", "-0", "1.10", "1E400", #""""#, #""a\u0000b""#, #""\ud83d""#, "null", "true",
      #""é\"\\\/""#, "12345678901234567890123", " [ ] ", "{\"a\" :1,\"a\": 2}", #""\u202e\u009b""#,
    ]
    for _ in 0..<2000 {
      var book = SessionBook(salt: (0..<32).map { _ in UInt8(numbers.below(256)) }, project: nil)
      var kept: [(SessionKey, SessionEntry)] = []
      for _ in 0..<(1 + numbers.below(4)) {
        let outputs = try (0..<numbers.below(4)).map { number in
          let text = "[\(numbers.pick(scalars)),\(numbers.pick(scalars))]"
          return SessionOutput(
            "o\(number)", Value(try JSONDocument(text: text).root), isSecret: numbers.below(2) == 0)
        }
        let key = try #require(
          SessionKey(
            spec: "/\(numbers.pick(["a", "b"]))",
            inputs: [(numbers.pick(["x", "y"]), try Value(json: numbers.pick(scalars)))],
            profile: numbers.pick([nil, "live"]), origin: numbers.pick(["https://a", "https://b"])))
        let entry = Self.entry(
          outputs, age: .milliseconds(numbers.below(100_000)),
          expires: numbers.pick([nil, .seconds(5)]))
        kept.removeAll { $0.0 == key }
        kept.append((key, entry))
        try book.set(entry, for: key, in: Self.world)
        book = try SessionBook(book.octets)
      }
      for (key, entry) in kept {
        #expect(try book.entry(for: key, by: Self.world.digests) == entry)
      }
      #expect(book.records.count == kept.count)
    }
  }
}
