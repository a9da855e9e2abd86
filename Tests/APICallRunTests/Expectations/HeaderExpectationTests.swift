import APICallBase
import APICallHTTP
import TestWorlds
import Testing

@Suite("Expectations about header fields")
struct HeaderExpectationTests {
  private func messages(_ headers: String, _ fields: [(String, String)]) async throws -> [String] {
    let requester = ScriptedRequester(
      "{}", type: nil, headers: fields.map { ResponseHead.Field($0.0, $0.1) })
    let result = try await Exchange(requester, "host: a.example\nexpect: {headers: {\(headers)}}\n")
    #expect(result.status == ((result.failure?.diagnostics.count ?? 0) == 0 ? 0 : 9))
    return result.failure?.diagnostics.map(\.message) ?? []
  }

  static let repeated: [(String, [String])] = [
    // One value must meet all matchers.
    ("X-A: one", []), ("X-A: two", []), ("X-A: {starts_with: t, ends_with: o}", []),
    (
      "X-A: {starts_with: t, ends_with: e}",
      [
        "the first of the 3 header fields 'X-A' is the text 'one', which does not start with 't'"
      ]
    ),
    ("X-A: four", ["the first of the 3 header fields 'X-A' is the text 'one', not 'four'"]),
    ("X-A: {type: integer}", []), ("X-A: {min: 3, max: 3}", []), ("X-A: {exists: true}", []),
    // A negated matcher must hold for every value.
    ("X-A: {not: two}", ["the header field 'X-A' is the text 'two', which must not be 'two'"]),
    ("X-A: {not: four}", []),
    (
      "X-A: {not: {contains: t}, equals: one}",
      [
        "the header field 'X-A' is the text 'two', which must not contain 't'"
      ]
    ),
    (
      "X-A: {not: four, equals: five}",
      [
        "the first of the 3 header fields 'X-A' is the text 'one', not 'five'"
      ]
    ),
    (
      "X-A: {exists: false}",
      [
        "the header field 'X-A' is the text 'one', but must not exist"
      ]
    ),
    ("X-A: {any: [four, two]}", []), ("X-A: {all: [one, {not: two}]}", []),
    (
      "X-A: {all: [{not: four}, {not: {contains: tw}}]}",
      ["the header field 'X-A' is the text 'two', which must not contain 'tw'"]
    ),
  ]

  @Test("A repeated field is checked as a whole", arguments: repeated)
  func repeats(_ headers: String, _ expected: [String]) async throws {
    let fields = [("X-A", "one"), ("X-B", "b"), ("x-a", "two"), ("X-a", "3")]
    #expect(try await messages(headers, fields) == expected)
  }

  @Test("Fields match regardless of case, in the order of the file, each with its own errors")
  func order() async throws {
    let found = try await messages(
      "x-b: {equals: c, length: 2}, X-MISSING: 1, X-A: {min: 5}", [("X-A", "3"), ("X-B", "b")])
    #expect(
      found == [
        "the header field 'x-b' is the text 'b', not 'c'",
        "the length of the header field 'x-b' is 1, not 2",
        "the response has no header field 'X-MISSING'",
        "the header field 'X-A' is the text '3', which is less than 5",
      ])
  }

  @Test("A similar name is a hint, and an empty value exists")
  func hints() async throws {
    let spec = "host: a.example\nexpect: {headers: {X-Reqest-Id: {exists: true}, X-E: ''}}\n"
    let requester = ScriptedRequester(
      "{}", headers: [.init("X-Request-Id", "1"), .init("X-E", "")])
    let result = try await Exchange(requester, spec)
    #expect(result.failure?.diagnostics.map(\.hint) == ["did you mean 'X-Request-Id'?"])
  }

  @Test("Control characters from a server do not reach the terminal")
  func escapes() async throws {
    let spec = "host: a.example\nexpect: {headers: {X-E: a}}\n"
    let result = try await Exchange(
      ScriptedRequester("{}", headers: [.init("X-E", "\u{1B}[31m\u{202E}")]), spec)
    #expect(result.failure?.report.contains(#"is the text '\x1b[31m\u{202e}', not 'a'"#) == true)
  }
}
