import APICallBase
import APICallHTTP
import APICallModel
import APICallSafety
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@testable import APICallRequests
@testable import APICallResponses

@Suite("Secrets in expectations and responses")
struct SecretExpectationTests {
  private static let seed: UInt64 = 20_261_124

  private static func all(_ failure: Failure?) -> String {
    var text = failure?.report ?? ""
    for problem in failure?.diagnostics ?? [] {
      var json: [UInt8] = []
      problem.json.append(to: &json)
      text += String(decoding: json, as: UTF8.self) + "\n"
    }
    return text
  }

  /// An expectation and a response; `KEY` is the secret of the call.
  static let table: [(expect: String, body: String)] = [
    ("$.a: <key>", #"{"a": "b"}"#), ("$.a: b", #"{"a": "KEY"}"#),
    ("$.a: {not: <key>}", #"{"a": "KEY"}"#), ("$.a: Bearer <key>", #"{"a": "Bearer x"}"#),
    ("$.a: {contains: <key>}", #"{"a": "x"}"#), ("$.a: {contains: x}", #"{"a": "...KEY..."}"#),
    ("$.a: {starts_with: <key>}", #"{"a": "x"}"#), ("$.a: {one_of: [<key>, 1]}", #"{"a": "x"}"#),
    ("$.a: {contains: {b: <key>}}", #"{"a": {}}"#), ("$.a: [<key>]", #"{"a": ["x"]}"#),
    ("$.a: [x]", #"{"a": ["KEY"]}"#), ("$.a: [x, y]", #"{"a": ["KEY", "KEY"]}"#),
    ("$.a: {equals: {b: 1}}", #"{"a": {"KEY": 1}}"#),
    ("$.a: {equals: {b: 1}}", #"{"a": {"b": {"KEY": 1}, "KEY": {}}}"#),
    ("$.a: {each: {each: 1}}", #"{"a": [["KEY"]]}"#),
    ("'$..x': {each: 1}", #"{"KEY": {"x": 2}}"#),
    ("$.a: {any: [<key>, {starts_with: <key>}]}", #"{"a": "b"}"#),
    ("$.a: {matches: z}", #"{"a": "KEY"}"#), ("starts_with: <key>", #"{"a": "KEY"}"#),
    ("$.a: {equals: <both>}", #"{"a": "KEY"}"#), ("$.a: {type: integer}", #"{"a": "KEY"}"#),
    ("$.a: {length: 3}", #"{"a": "KEY"}"#), ("$.a: {length: 3}", #"{"a": ["KEY"]}"#),
    ("$.a: {empty: true}", #"{"a": {"KEY": "KEY"}}"#), ("'$[\"KEY\"]': 1", "{}"),
  ]

  @Test("Secrets are masked in messages, lines and data", arguments: table)
  func masked(_ expect: String, _ body: String) async throws {
    let secret = "hunter2-öl"
    let spec = """
      host: a.example
      inputs: {key: {secret: true}}
      let: {both: <key>!}
      expect: {body: {\(expect.replacing("KEY", with: secret))}}
      """
    let result = try await Exchange(
      ScriptedRequester(body.replacing("KEY", with: secret)), spec, inputs: ["key=\(secret)"])
    #expect(result.status == 9)
    let told = Self.all(result.failure)
    #expect(!told.contains("hunter2"), "\(told)")
    #expect(String(decoding: result.error, as: UTF8.self).isEmpty)
  }

  @Test(
    "Short secrets are masked where they were inserted",
    arguments: [
      "$.a: <pin>", "$.a: x<pin>", "$.a: {starts_with: <pin>}", "$.a: {one_of: [<pin>]}",
      "$.a: {contains: <pin>}", "$.a: {not: {contains: b}, equals: <pin>}", "starts_with: <pin>",
      "$.a: {any: [<pin>]}", "$.a: {min: <pin>}",
    ])
  func short(_ expect: String) async throws {
    let spec =
      "host: a.example\ninputs: {pin: {secret: true, type: integer}}\nexpect: {body: {\(expect)}}"
    let result = try await Exchange(
      ScriptedRequester(#"{"a": "b"}"#), spec, inputs: ["pin=4711"])
    #expect(result.status == 9)
    let told = Self.all(result.failure)
    #expect(!told.contains("4711"), "\(told)")
  }

  @Test("Short secrets are masked at each place where lists and maps differ")
  func shortParts() async throws {
    let spec = """
      host: a.example
      inputs: {pin: {secret: true}}
      expect: {body: {$.a: [1, {b: <pin>}, "<pin>!", <pin>]}}
      """
    let result = try await Exchange(
      ScriptedRequester(#"{"a": [1, {"b": "c"}, "d"]}"#), spec, inputs: ["pin=4711"])
    let told = Self.all(result.failure)
    #expect(!told.contains("4711") && told.contains("***"), "\(told)")
  }

  @Test("Secrets of the response are masked: cookies and secret outputs")
  func ofAnswer() async throws {
    let spec = """
      host: a.example
      outputs:
        token: {from: $.token, secret: true}
        all: {from: '$.all[*].t', secret: true}
        mark: {header: X-Mark, secret: true}
      expect:
        headers: {X-Mark: a, Set-Cookie: b, X-Copy: c}
        body:
          $.token: a
          $.all: []
          $.copy: {contains: b}
          $.by: {equals: {}}
          $.paths: {each: {each: {min: 1}}}
          starts_with: b
      """
    let secrets = ["t0k3n-1", "t0k3n-2", "m4rk-3r", "c00k1e-s"]
    let body = """
      {"token": "t0k3n-1", "all": [{"t": "t0k3n-2"}], "copy": "t0k3n-2 c00k1e-s m4rk-3r",
       "by": {"t0k3n-1": {"m4rk-3r": 1}}, "paths": [["t0k3n-2"]]}
      """
    let result = try await Exchange(
      ScriptedRequester(
        body,
        headers: [
          .init("X-Mark", "m4rk-3r"), .init("Set-Cookie", "id=c00k1e-s; Secure"),
          .init("X-Copy", "t0k3n-1"),
        ]), spec)
    let told = Self.all(result.failure)
    #expect(result.failure?.diagnostics.count == 9, "\(told)")
    for secret in secrets { #expect(!told.contains(secret), "\(secret) in \(told)") }
  }

  @Test("Secrets are never shown, whatever is expected and received")
  func generated() throws {
    var maker = MatcherMaker(seed: Self.seed)
    let secret = "s3cr3t-ä\""
    let redactor = Redactor([Array(secret.utf8)])
    let tries = CaseCount.picked(1_000)
    var told = 0
    for iteration in 0..<tries {
      let expected = try Self.value(&maker)
      let actual = try Self.value(&maker)
      var finder = MismatchFinder(
        evaluation: MatcherEvaluation(), wording: MismatchWording(redactor: redactor))
      let tests: [Matcher<JSONNode>.Test] = [
        .equals(expected), .contains(expected), .oneOf([expected, expected]),
        .not([Matcher(.equals(expected), at: .nowhere)]),
        .each([Matcher(.equals(expected), at: .nowhere)]), .type([.boolean]), .empty(true),
        .length([Matcher(.type([.boolean]), at: .nowhere)]),
      ]
      let matchers = tests.map { Matcher($0, at: .nowhere) }
      let problems = finder.mismatches(of: matchers, for: JudgedPart("$", .json(actual)))
      // The paths are still unmasked; the code that shows a failure masks them.
      let failure = Failure(.expectation, problems).masked(by: redactor)
      told += problems.count
      try #require(
        !Self.all(failure).contains("s3cr3t"), "seed \(Self.seed), iteration \(iteration)")
    }
    #expect(told > tries)
  }

  /// A value with the secret in some of its texts and keys.
  private static func value(_ maker: inout MatcherMaker) throws -> JSONNode {
    let text = maker.json().replacing(#""a""#, with: #""s3cr3t-ä\"""#)
      .replacing(#""ab""#, with: #""x s3cr3t-\u00e4\" y""#)
    return try JSONDocument(text: text).root
  }
}
