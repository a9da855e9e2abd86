import APICallBase
import APICallHTTP
import TestWorlds
import Testing

@Suite("Positions of repeated fields")
struct FieldPositionTests {
  private static let fields = [("X-A", "one"), ("X-B", "b"), ("x-a", "two"), ("X-a", "3")]
    .map { ResponseHead.Field($0.0, $0.1) }

  static let expected: [(String, [String])] = [
    ("'X-A[0]': one, 'x-a[1]': two, 'X-A[-1]': {max: 3}, 'X-A[-3]': one", []),
    ("'X-A[1]': one", ["the header field 'X-A[1]' is the text 'two', not 'one'"]),
    ("'X-A[3]': one", ["there is no header field 'X-A[3]': the response has 3 of that name"]),
    ("'X-A[3]': {exists: false}, 'X-C[0]': {exists: false}", []),
    ("'X-C[0]': one", ["the response has no header field 'X-C'"]),
    ("'X-A[*]': [one, two, '3'], 'X-B[*]': {length: 1}", []),
    ("'X-A[*]': {length: {min: 2}, contains: two, each: {type: string}}", []),
    (
      "'X-A[*]': {length: 2}",
      [
        "the length of the list of header fields 'X-A' is 3, not 2", "the first item is 'one'",
      ]
    ),
    (
      "'X-A[*]': {each: {length: 3}}",
      [
        "the length of header X-A[*][2] is 1, not 3", "the text is '3'",
      ]
    ),
    ("'X-C[*]': {length: 0}, 'X-D[*]': {exists: false}, 'X-E[*]': {empty: true}", []),
    ("'X-C[*]': {exists: true}", ["the response has no header field 'X-C'"]),
  ]

  @Test("Expectations name one field, or all", arguments: expected)
  func expectations(_ headers: String, _ expected: [String]) async throws {
    let requester = ScriptedRequester("{}", type: nil, headers: Self.fields)
    let spec = "host: a.example\nexpect: {headers: {\(headers)}}\n"
    let result = try await Exchange(requester, spec)
    #expect(result.status == (expected.isEmpty ? 0 : 9))
    #expect(result.failure?.diagnostics.flatMap { [$0.message] + $0.details } ?? [] == expected)
  }

  static let outputs: [(String, String)] = [
    ("header: 'X-A[0]'", "one\n"), ("header: 'X-A[-1]'", "3\n"),
    ("header: 'X-A[*]'", "[\"one\",\"two\",\"3\"]\n"),
    ("header: 'X-A[1]', regex: 'w(.)'", "o\n"),
    ("header: 'X-A[0]', regex: 'w'", "the pattern 'w' finds nothing in the header field 'X-A'"),
    ("header: 'X-A[3]'", "there is no header field 'X-A[3]': the response has 3 of that name"),
    ("header: 'X-A[3]', default: none", "none\n"),
    ("header: 'X-C[*]'", "the response has no header field 'X-C'"),
  ]

  @Test("Outputs take one field, or all", arguments: outputs)
  func taken(_ output: String, _ expected: String) async throws {
    let spec = "host: a.example\noutputs: {a: {\(output)}}\n"
    let requester = ScriptedRequester("{}", type: nil, headers: Self.fields)
    let result = try await Exchange(requester, spec, print: ["a"])
    if let failure = result.failure {
      #expect(failure.diagnostics.map(\.message) == ["\(expected) for the output 'a'"])
    } else {
      #expect(result.text == expected)
    }
  }

  @Test("All values of a secret field are masked, whichever is taken")
  func secret() async throws {
    let spec = """
      host: a.example
      outputs: {a: {header: 'X-Key[1]', secret: true}}
      expect: {headers: {'X-Key[0]': x, 'X-Key[*]': [x]}}
      """
    let requester = ScriptedRequester(
      "{}", headers: [.init("X-Key", "hunter2-one"), .init("X-Key", "hunter2-two")])
    let result = try await Exchange(requester, spec)
    #expect(result.status == 9 && result.failure?.report.contains("hunter2") == false)
  }
}
