import APICallBase
import APICallHTTP
import TestWorlds
import Testing

@Suite("Messages about failed expectations")
struct MismatchMessageTests {
  static let matchers: [(matchers: String, value: String, message: String)] = [
    ("Janet", #""Jane""#, "$.a is the text 'Jane', not 'Janet'"),
    ("'3'", "3", "$.a is the number 3, not the text '3'"),
    ("3", #""3""#, "$.a is the text '3', not 3"),
    ("null", "false", "$.a is false, not null"),
    ("true", "null", "$.a is null, not true"),
    ("[]", "{}", "$.a is an empty map, not an empty list"),
    ("[1, b]", #""x""#, #"$.a is the text 'x', not [1,"b"]"#),
    ("x", "[1]", "$.a is a list of one item, not the text 'x'"),
    ("{equals: {b: 1}}", "[1, 2]", #"$.a is a list of 2 items, not {"b":1}"#),
    ("{not: x}", #""x""#, "$.a is the text 'x', which must not be 'x'"),
    (
      "{not: {min: 1, max: 3}}", "2",
      "$.a is the number 2, which must not be 1 or more and be 3 or less"
    ),
    ("{not: {exists: true}}", "1", "$.a is the number 1, which must not exist"),
    ("{not: {exists: false}}", "missing", "$.a is missing"),
    ("{not: {empty: true}}", "[]", "$.a is an empty list, which must not be empty"),
    ("{not: {length: 1}}", "[1]", "$.a is a list of one item, which must not pass 'length'"),
    (
      "{not: {type: [string, array]}}", "[]",
      "$.a is an empty list, which must not be of type string or array"
    ),
    ("{not: {one_of: [1, a]}}", "1", "$.a is the number 1, which must not be one of 1, 'a'"),
    ("{contains: b}", #""a""#, "$.a is the text 'a', which does not contain the text 'b'"),
    ("{contains: 3}", "[1, 2]", "$.a is a list of 2 items, which does not contain 3"),
    (
      "{contains: {b: 1}}", #"{"b": 2}"#,
      #"$.a is a map of one member, which does not have the members {"b":1}"#
    ),
    ("{contains: b}", #"{"b": 2}"#, "$.a is a map of one member, which cannot contain anything"),
    ("{contains: 1}", "1", "$.a is the number 1, which cannot contain anything"),
    ("{starts_with: b}", #""ab""#, "$.a is the text 'ab', which does not start with 'b'"),
    ("{ends_with: a}", #""ab""#, "$.a is the text 'ab', which does not end with 'a'"),
    ("{starts_with: 1}", "1", "$.a is the number 1, not text"),
    ("{matches: '^b'}", #""ab""#, "$.a is the text 'ab', which does not match '^b'"),
    ("{matches: '^b'}", "[]", "$.a is an empty list, not text"),
    ("{type: string}", "1", "$.a is the number 1, not of type string"),
    ("{type: [integer, 'null']}", "1.5", "$.a is the number 1.5, not of type integer or null"),
    ("{length: 3}", #""ab""#, "the length of $.a is 2, not 3"),
    ("{length: {max: 1}}", "[1, 2]", "the length of $.a is 2, which is more than 1"),
    ("{length: 3}", "5", "$.a is the number 5, which has no length"),
    ("{min: 3}", "2", "$.a is the number 2, which is less than 3"),
    ("{max: 3}", "4.0", "$.a is the number 4.0, which is more than 3"),
    ("{max: 3}", #""4""#, "$.a is the text '4', not a number"),
    ("{one_of: [1, b, null]}", "2", "$.a is the number 2, not one of 1, 'b', null"),
    (
      "{one_of: [1, 2, 3, 4, 5, 6, 7, 8]}", "0",
      "$.a is the number 0, not one of 1, 2, 3, 4, 5, 6 and 2 more"
    ),
    ("{exists: true}", "missing", "$.a is missing"),
    ("{exists: false}", "null", "$.a is null, but must not exist"),
    ("{empty: true}", "[1]", "$.a is a list of one item, but must be empty"),
    ("{empty: false}", #""""#, "$.a is the text '', but must not be empty"),
    ("{empty: false}", "0", "$.a is the number 0, to which 'empty' does not apply"),
    ("{each: {min: 1}}", "[1, 0]", "$.a[1] is the number 0, which is less than 1"),
    (
      "{each: {each: {min: 1}}}", "[[1], [2, 0]]", "$.a[1][1] is the number 0, which is less than 1"
    ),
    ("{each: 1}", "1", "$.a is the number 1, not a list"),
    ("{all: [{type: string}, {min: 1}]}", "0", "$.a is the number 0, not of type string"),
    ("[1, 2]", "[1, 3]", "$.a[1] is the number 3, not 2"),
    ("[1, 2]", "[1]", "$.a[1] is missing; expected the number 2"),
    ("{equals: {b: 1}}", #"{"b": 1, "c": []}"#, "$.a.c is an empty list, which is not expected"),
    ("{equals: {b: {c: d}}}", #"{"b": {"c": 1}}"#, "$.a.b.c is the number 1, not the text 'd'"),
  ]

  @Test("A message is one sentence if one is enough", arguments: matchers)
  func says(_ matchers: String, _ value: String, _ message: String) async throws {
    let body = value == "missing" ? "{}" : "{\"a\": \(value)}"
    let result = try await Exchange(
      ScriptedRequester(body), "host: a.example\nexpect: {body: {$.a: \(matchers)}}\n")
    #expect(result.status == 9)
    #expect(result.failure?.diagnostics.first?.message == message)
  }

  static let others: [(expect: String, message: String)] = [
    ("headers: {ETag: b}", "the header field 'ETag' is the text 'a', not 'b'"),
    (
      "headers: {X-Count: {max: 3}}",
      "the header field 'X-Count' is the text '12', which is more than 3"
    ),
    ("headers: {X-Count: {length: 3}}", "the length of the header field 'X-Count' is 2, not 3"),
    (
      "headers: {ETag: {exists: false}}",
      "the header field 'ETag' is the text 'a', but must not exist"
    ),
    ("headers: {Location: {exists: true}}", "the response has no header field 'Location'"),
    (
      "headers: {ETag: {type: integer}}",
      "the header field 'ETag' is the text 'a', not of type integer"
    ),
    ("headers: {ETag: [1]}", "the header field 'ETag' is the text 'a', not [1]"),
    ("body: '[]'", #"the body is the text '{"a": [1, 2, 3]}', not '[]'"#),
    ("body: {length: 3}", "the length of the body is 16, not 3"),
    ("body: {max: 3}", #"the body is the text '{"a": [1, 2, 3]}', not a number"#),
    (
      "body: {not: {contains: a}}",
      #"the body is the text '{"a": [1, 2, 3]}', which must not contain 'a'"#
    ),
    ("body: {exists: false}", #"the body is the text '{"a": [1, 2, 3]}', but must not exist"#),
    ("body: {'$.a[5]': 1}", "$.a[5] is missing"),
    ("body: {'$.a[*]': {length: 2}}", "the length of $.a[*] is 3, not 2"),
    ("body: {'$.a[*]': {type: object}}", "$.a[*] is a list of 3 values, not of type object"),
    ("body: {'$.b[*]': {exists: true}}", "the response has nothing at $.b"),
    ("body: {'$.a[*]': {exists: false}}", "$.a[*] is a list of 3 values, but must not exist"),
    ("body: {'$.a[*]': {each: {not: 2}}}", "$.a[1] is the number 2, which must not be 2"),
    ("body: {'$.a[?@ > 1]': {each: {min: 3}}}", "$.a[1] is the number 2, which is less than 3"),
    ("body: {'$..*': {each: {type: array}}}", "$.a[0] is the number 1, not of type array"),
  ]

  @Test("Header fields, the text and values at paths have messages", arguments: others)
  func saysOthers(_ expect: String, _ message: String) async throws {
    let requester = ScriptedRequester(
      #"{"a": [1, 2, 3]}"#, headers: [.init("ETag", "a"), .init("X-Count", "12")])
    let result = try await Exchange(requester, "host: a.example\nexpect: {\(expect)}\n")
    #expect(result.failure?.diagnostics.first?.message == message)
    #expect(result.status == 9)
  }

  static let openings: [(expect: String, body: String, details: [String])] = [
    ("$.a: {empty: true}", "{\"a\": [{\n  \"id\": 7}, 2]}", [#"the first item is {"id":7}"#]),
    ("$.a: {empty: true}", #"{"a": ["x", 2]}"#, ["the first item is 'x'"]),
    ("$.a: {empty: true}", #"{"a": {"b": [1], "c": 2}}"#, ["the first member is 'b': [1]"]),
    ("$.a: {empty: true}", #"{"a": "x"}"#, []), ("$.a: {empty: true}", #"{"a": 1}"#, []),
    ("$.a: {empty: false}", #"{"a": []}"#, []), ("$.a: {empty: true}", "{}", []),
    ("'$.a[*].n': {empty: true}", #"{"a": [{"n": 5}, {"n": 6}]}"#, ["the first item is 5"]),
    ("$.a: {length: 0}", #"{"a": [[1, 2]]}"#, ["the first item is [1,2]"]),
    ("$.a: {length: 0}", #"{"a": {"b": null}}"#, ["the first member is 'b': null"]),
    ("$.a: {length: {max: 1}}", #"{"a": "xy"}"#, ["the text is 'xy'"]),
    ("$.a: {length: {min: 1}}", #"{"a": []}"#, []),
    ("$.a: {length: {min: 1}}", #"{"a": ""}"#, []),
    ("length: 2", #""abc""#, [#"the text is '"abc"'"#]),
  ]

  @Test("What has to be empty or of another length is shown", arguments: openings)
  func showsOpening(_ expect: String, _ body: String, _ details: [String]) async throws {
    let result = try await Exchange(
      ScriptedRequester(body), "host: a.example\nexpect: {body: {\(expect)}}\n")
    #expect(result.status == 9)
    #expect(result.failure?.diagnostics.first?.details == details)
  }

  @Test("Long values are cut in messages")
  func long() async throws {
    let long = String(repeating: "0123456789", count: 30)
    let result = try await Exchange(
      ScriptedRequester("{\"a\": \"\(long)\"}"),
      "host: a.example\nexpect: {body: {$.a: {equals: ['\(long)']}, $.b: {exists: true}}}\n")
    let short = String(repeating: "0123456789", count: 6)
    #expect(
      result.failure?.diagnostics.map(\.message) == [
        "$.a is the text '\(short)…', not [\"\(short.dropLast(2))…", "$.b is missing",
      ])
  }

  @Test("A pattern that takes too many steps is reported as such")
  func slowPattern() async throws {
    let body = "{\"a\": \"\(String(repeating: "a", count: 60))b\"}"
    let result = try await Exchange(
      ScriptedRequester(body), "host: a.example\nexpect: {body: {$.a: {not: {matches: '^(a+)+$'}}}}"
    )
    #expect(
      result.failure?.diagnostics.first?.message
        == "$.a cannot be checked: a pattern takes too many steps on it")
  }
}
