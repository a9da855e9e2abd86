import APICallBase
import APICallHTTP
import APICallRequests
import TestWorlds
import Testing

@Suite("The matcher capture")
struct CaptureMatcherTests {
  static let table: [(String, String, Bool)] = [
    ("{capture: {'b(.)': c}}", "text abc", true), ("{capture: {'b(.)': d}}", "text abc", false),
    ("{capture: {'b.': bc}}", "\"abc\"", true),
    ("{capture: {'n=([0-9]+)': {min: 5, type: integer}}}", "text n=7", true),
    ("{capture: {'n=([0-9]+)': 7}}", "text n=7", true),
    ("{capture: {'n=([0-9]+)': '7'}}", "text n=7", true),
    ("{capture: {z: {exists: false}}}", "text abc", true),
    ("{capture: {z: {exists: true}}}", "text abc", false),
    ("{capture: {z: {not: a}}}", "text abc", true),
    ("{capture: {'(z)?a': {exists: false}}}", "text abc", true),
    ("{capture: {a: a, c: c}}", "text abc", true), ("{capture: {a: a, c: d}}", "text abc", false),
    ("{capture: {a: a}}", "7", false), ("{capture: {a: {exists: false}}}", "missing", false),
    ("{not: {capture: {a: b}}}", "text abc", true),
    ("{capture: {'x(.+)': {capture: {'y(.+)': z}}}}", "text xyz", true),
  ]

  @Test("It passes if what is selected passes", arguments: table)
  func holds(_ yaml: String, _ value: String, _ expected: Bool) throws {
    #expect(try JudgedSpec.holds(yaml, for: value) == expected)
  }

  @Test("Its operands take the values of the call")
  func values() throws {
    let matchers = try JudgedSpec.matchers(
      "{capture: {'b(.)': <c>}}", inputs: "{c: {}}", ["c=c"])
    #expect(try JudgedSpec.holds(matchers, for: .text("abc")))
  }

  static let messages: [(String, [String])] = [
    (
      "{capture: {'id=(\\w+)': x, 'n=(\\d+)': {max: 2}, z: y}}",
      [
        "the part of the body that matches 'id=(\\w+)' is the text 'ab', not 'x'",
        "the part of the body that matches 'n=(\\d+)' is the text '3', which is more than 2",
        "nothing in the body matches 'z'",
      ]
    ),
    (
      "{not: {capture: {'n=(\\d+)': 3}}}",
      ["the body is the text 'id=ab n=3', which must not pass 'all'"]
    ),
  ]

  @Test("A message shows the part, and the caret what is expected of it", arguments: messages)
  func mismatches(_ body: String, _ expected: [String]) async throws {
    let result = try await Exchange(
      ScriptedRequester("id=ab n=3", type: "text/plain"),
      "host: a.example\nexpect: {body: \(body)}\n")
    #expect(result.failure?.diagnostics.map(\.message) == expected)
  }

  @Test("A part of a secret is not shown")
  func secrets() async throws {
    let spec = """
      host: a.example
      inputs: {key: {secret: true}}
      outputs: {token: {from: $.token, secret: true}}
      expect:
        headers: {Set-Cookie: {capture: {'sid=(...)': x}}}
        body: {capture: {'"token":"(....)': x, 'key=(...)': {length: 9}, 'o(pen)': pan}}
      """
    let requester = ScriptedRequester(
      #"{"token":"hunter2-oil","b":"key=correct-horse","c":"open"}"#,
      headers: [.init("Set-Cookie", "sid=battery-staple")])
    let result = try await Exchange(requester, spec, inputs: ["key=correct-horse"])
    let report = result.failure?.report ?? ""
    #expect(result.status == 9 && result.failure?.diagnostics.count == 4, "\(report)")
    for part in ["hunt", "cor", "bat"] { #expect(!report.contains(part), "\(report)") }
    #expect(report.contains("is the text 'pen', not 'pan'"), "\(report)")
  }
}
