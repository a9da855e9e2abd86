import APICallBase
import APICallSafety
import APICallText
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@testable import APICallScripts

@Suite("The session file of a call")
struct SessionRecordTests {
  private static let now = World.fixed().now()
  private static let digest = String(repeating: "0f", count: 32)
  private static let name = String(repeating: "a1", count: 32)

  private static func record(
    _ outputs: [SessionOutput] = [], project: String? = nil, profile: String? = nil,
    age: Duration = .zero, expires: Duration? = nil
  ) -> SessionRecord {
    SessionRecord(
      name: name, project: project, spec: "/p/login.yaml", profile: profile,
      origin: "https://a.example", inputs: digest,
      entry: SessionEntry(
        outputs, taken: now.advanced(by: .zero - age),
        expires: expires.map { now.advanced(by: $0) }))
  }

  private func text(_ outputs: String = "", more: String = "") -> String {
    #"{"version":3,"spec":"/p/a.yaml","origin":"https://a.example","inputs":"\#(Self.digest)","#
      + #""taken":"2026-01-31T11:00:00Z"\#(more),"outputs":[\#(outputs)]}"#
  }

  private func output(_ members: String) -> String {
    #"{\#(members),"secret":false,"secrets":[],"servers":[]}"#
  }

  private func read(_ text: String) throws -> SessionRecord {
    try SessionRecord(Self.name, Array(text.utf8))
  }

  @Test("A file is a line, and reads back as written")
  func form() throws {
    let value = try Value(json: #"{"b": 1.10, "a": [1E400, 12345678901234567890], "b": "\ud800"}"#)
    let record = Self.record(
      [
        SessionOutput("token", .text("tok\n\u{1}"), isSecret: true), SessionOutput("user", value),
      ], project: "/p", expires: .seconds(3600))
    let expected = """
      {"version":3,"project":"/p","spec":"/p/login.yaml","profile":null,\
      "origin":"https://a.example","inputs":"\(Self.digest)",\
      "taken":"2026-01-31T12:00:00.250000000Z","expires":"2026-01-31T13:00:00.250000000Z",\
      "secrets":[],\
      "outputs":[{"name":"token","value":"tok\\n\\u0001","secret":true,"secrets":[],"servers":[]},\
      {"name":"user","value":{"b": 1.10, "a": [1E400, 12345678901234567890], "b": "\\ud800"},\
      "secret":false,"secrets":[],"servers":[]}]}

      """
    #expect(String(decoding: record.bytes, as: UTF8.self) == expected)
    let again = try SessionRecord(Self.name, record.bytes)
    #expect(again.entry == record.entry && again.bytes == record.bytes)
    #expect(again.length == record.bytes.count && again.project == "/p")
  }

  @Test("An invalid entry is refused without quoting it")
  func broken() throws {
    let good = output(#""name":"a","value":1"#)
    func missing(_ name: String) -> SessionRecord.Problem {
      .broken("'\(name)' is missing or malformed")
    }
    let cases: [(String, SessionRecord.Problem)] = [
      ("{", .broken("it is not JSON")),
      ("[]", missing("version")),
      (#"{"version":"3"}"#, missing("version")),
      (#"{"version":1.5}"#, missing("version")),
      (#"{"version":4,"other":1}"#, .newer("4")),
      (#"{"version":2}"#, .newer("2")),
      (#"{"version":3}"#, missing("spec")),
      (text().replacing("/p/a.yaml", with: "a.yaml"), missing("spec")),
      (text().replacing("0f0f", with: "0g0f"), missing("inputs")),
      (text().replacing("0f0f", with: "0f"), missing("inputs")),
      (text().replacing(#""origin""#, with: #""origen""#), missing("origin")),
      (text(more: #","expires":"soon""#), missing("expires")),
      (text(more: #","expires":1"#), missing("expires")),
      (text(more: #","profile":1"#), missing("profile")),
      (text(more: #","taken":"soon""#), missing("taken")),
      (text(more: #","outputs":1"#).replacing(#","outputs":[]"#, with: ""), missing("outputs")),
      (text("1"), missing("outputs")),
      (text(output(#""name":"a b","value":1"#)), missing("outputs")),
      (text(output(#""name":"a""#)), missing("outputs")),
      (text("\(good),{}"), missing("outputs")),
      (text(good.replacing("false", with: #""no""#)), missing("outputs")),
      (text(good.replacing(#""servers":[]"#, with: #""servers":7"#)), missing("outputs")),
      (text(good.replacing(#""servers":[]"#, with: #""servers":["b c"]"#)), missing("outputs")),
    ]
    for (text, expected) in cases {
      let problem = #expect(throws: SessionRecord.Problem.self, "\(text)") { try read(text) }
      #expect(problem == expected, "\(text)")
    }
    #expect(try read(text(good)).entry.outputs.count == 1)
  }

  @Test("An output names the secrets it was made from, and its servers")
  func secrets() throws {
    let output = #"""
      {"name":"a","value":1,"secret":true,\#
      "secrets":[{"name":"shop","origins":[],"untrusted":false},\#
      {"name":"crm","origins":["https://b.example"],"untrusted":true}],\#
      "servers":["https://a.example"]}
      """#
    let record = try read(text(output))
    let found = try #require(record.entry.outputs.first)
    #expect(found.secrets.map(\.name) == ["shop", "crm"])
    #expect(found.secrets.map(\.isForTrust) == [false, true])
    #expect(found.secrets[1].origins.map(\.description) == ["https://b.example"])
    #expect(found.servers.map(\.description) == ["https://a.example"])
    #expect(try SessionRecord(Self.name, record.bytes).entry == record.entry)
    // An unreadable restriction is not ignored.
    for wrong in [
      output.replacing(#""name":"shop""#, with: #""nome":"shop""#),
      output.replacing(#""name":"shop""#, with: #""name":"""#),
      output.replacing("https://b.example", with: "b c"),
      output.replacing(#""untrusted":true"#, with: #""untrusted":1"#),
      output.replacing(#","untrusted":true"#, with: ""),
      output.replacing(#"["https://b.example"]"#, with: "null"),
    ] {
      #expect(throws: SessionRecord.Problem.self, "\(wrong)") { try read(text(wrong)) }
    }
  }

  @Test("A response nested as deeply as the decoder allows can be kept")
  func depth() throws {
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    let record = Self.record([SessionOutput("deep", Value(try JSONDocument(text: deep).root))])
    let found = try SessionRecord(Self.name, record.bytes).entry.outputs[0]
    #expect(String(decoding: found.value.jsonText, as: UTF8.self) == deep)
  }

  @Test("An entry ends when it expires, after 30 days, or if it was taken a day in the future")
  func old() {
    let cases: [(SessionRecord, Bool)] = [
      (Self.record(), false),
      (Self.record(age: .seconds(30 * 86_400)), false),
      (Self.record(age: .seconds(30 * 86_400 + 1)), true),
      (Self.record(age: .seconds(60), expires: .seconds(1)), false),
      (Self.record(age: .seconds(60), expires: .zero), true),
      (Self.record(age: .seconds(-86_400)), false),
      (Self.record(age: .seconds(-86_401)), true),
    ]
    for (record, isOver) in cases { #expect(record.isOver(at: Self.now) == isOver, "\(record)") }
  }

  @Test("Secret outputs are not printed")
  func printing() throws {
    let record = Self.record([SessionOutput("token", .text("hunter2hunter2"), isSecret: true)])
    var dumped = ""
    dump(record, to: &dumped)
    for text in ["\(record)", String(reflecting: record), dumped] {
      #expect(!text.contains("hunter2"), "\(text)")
    }
  }

  @Test("Values of all kinds come back byte for byte")
  func iterationTrips() throws {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    let scalars = [
      "1", "-0", "1.10", "1E400", #""""#, #""a\u0000b""#, #""\ud83d""#, "null", "true",
      #""é\"\\\/""#, "12345678901234567890123", " [ ] ", "{\"a\" :1,\"a\": 2}", #""\u202e\u009b""#,
    ]
    for _ in 0..<2000 {
      let outputs = try (0..<numbers.below(4)).map { number in
        let text = "[\(numbers.pick(scalars)),\(numbers.pick(scalars))]"
        return SessionOutput(
          "o\(number)", Value(try JSONDocument(text: text).root), isSecret: numbers.below(2) == 0)
      }
      let record = Self.record(
        outputs, project: numbers.pick([nil, "/p\n\u{e9}"]), profile: numbers.pick([nil, "live"]),
        age: .milliseconds(numbers.below(100_000)), expires: numbers.pick([nil, .seconds(5)]))
      let found = try SessionRecord(Self.name, record.bytes)
      #expect(found.entry == record.entry && found.bytes == record.bytes)
      #expect(found.profile == record.profile && found.project == record.project)
    }
  }
}
