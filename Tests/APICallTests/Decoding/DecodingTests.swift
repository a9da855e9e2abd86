import APICall
import Foundation
import TestServers
import Testing

@Suite("Decoding of bodies", .timeLimit(.minutes(15)))
struct DecodingTests {
  struct Todo: Decodable, Equatable {
    var id: UInt8
    var title: String
    var note: String?
  }

  struct Dated: Decodable { var due: Date }
  struct Linked: Decodable { var link: URL? }

  @Test("Values of a body become values of Swift")
  func values() async throws {
    let todos: [Todo] = try await decoded(
      #"[{"id": 1.0, "title": "m\u00efk"}, {"id": 2e1, "title": "", "note": null}]"#)
    #expect(
      todos == [Todo(id: 1, title: "mïk", note: nil), Todo(id: 20, title: "", note: nil)])
    let numbers: [String: [Double]] = try await decoded(#"{"a": [1, -0.5, 1e3], "a": [2.5]}"#)
    #expect(numbers == ["a": [2.5]])
    let large: [UInt64] = try await decoded("[18446744073709551615, 9007199254740993]")
    #expect(large == [18_446_744_073_709_551_615, 9_007_199_254_740_993])
    let optional: [Int?] = try await decoded("[1, null]")
    #expect(optional == [1, nil])
  }

  @Test(
    "What does not fit is named with its place, and quoted",
    arguments: [
      (
        "[\n  {\"id\": \"ä\", \"title\": 1}]",
        """
        body:2:10: error: cannot decode $[0].id: a string is not a number
          2 |   {"id": "ä", "title": 1}]
            |          ^^^
        """
      ),
      (
        #"[{"id": 1, "title": "ä"}, {"id": 300, "title": ""}]"#,
        """
        body:1:34: error: cannot decode $[1].id: the number 300 does not fit in UInt8
          1 | [{"id": 1, "title": "ä"}, {"id": 300, "title": ""}]
            |                                  ^^^
        """
      ),
      (
        #"[{"id": 1.5, "title": ""}]"#,
        """
        body:1:9: error: cannot decode $[0].id: the number 1.5 does not fit in UInt8
          1 | [{"id": 1.5, "title": ""}]
            |         ^^^
        """
      ),
      (
        #"[{"id": 1, "titel": ""}]"#,
        """
        body:1:2: error: cannot decode $[0]: there is no key 'title'
          1 | [{"id": 1, "titel": ""}]
            |  ^^^^^^^^^^^^^^^^^^^^^^
          hint: the object has 'titel'
        """
      ),
      (
        #"[{"id": null}]"#,
        """
        body:1:9: error: cannot decode $[0].id: null is not a number
          1 | [{"id": null}]
            |         ^^^^
        """
      ),
      (
        "{\n}",
        """
        body:1:1: error: cannot decode $: an object is not an array
          1 | {
            | ^
        """
      ),
      (
        #"[{"id": 1, "title": "\ud800"}]"#,
        """
        body:1:21: error: cannot decode $[0].title: the string has half a surrogate pair
          1 | [{"id": 1, "title": "\\ud800"}]
            |                     ^^^^^^^^
        """
      ),
      (
        "<html>",
        """
        body:1:1: error: the body is not JSON: unexpected `<` where a value was expected
          1 | <html>
            | ^
          hint: the response has the Content-Type 'application/json'
        """
      ),
      ("", "the response has no body"),
    ])
  func problems(body: String, message: String) async throws {
    let error = try await problem([Todo].self, body)
    #expect(error.description == message)
    #expect(error.diagnostics.map(\.file) == [nil])
  }

  @Test("A long line is quoted around the value, and a huge one is not quoted")
  func longLines() async throws {
    let padding = String(repeating: " ", count: 300)
    let long = try await problem([Todo].self, "[\(padding){\"id\": true}\(padding)]")
    #expect(
      long.description == """
        body:1:309: error: cannot decode $[0].id: a boolean is not a number
          1 | …\(String(repeating: " ", count: 33)){"id": true}\(String(repeating: " ", count: 75))…
            |  \(String(repeating: " ", count: 40))^^^^
        """)
    let huge = try await problem([Todo].self, "[\(String(repeating: " ", count: 1 << 20))3]")
    #expect(
      huge.description == "body:1:1048578: error: cannot decode $[0]: a number is not an object")
    #expect(huge.diagnostics.map(\.column) == [1_048_578])
  }

  @Test("The path quotes keys that are not names")
  func quotedKeys() async throws {
    let error = try await problem(
      [String: [String: Int]].self, #"{"due date": {"it's": [], "a.b": 1}}"#)
    #expect(
      error.diagnostics.map(\.message)
        == ["cannot decode $['due date']['it\\'s']: an array is not a number"])
  }

  @Test("Types of Foundation that would take JSON for something else are refused")
  func foundation() async throws {
    let words =
      "has no form in JSON; import APICallFoundation and decode using '.foundation', or decode "
      + "a String or a number"
    #expect(
      try await problem(Dated.self, #"{"due": 1700000000}"#).diagnostics.map(\.message)
        == ["cannot decode $.due: Date \(words)"])
    #expect(
      try await problem(Linked.self, #"{"link": "https://example.com"}"#).diagnostics
        .map(\.message) == ["cannot decode $.link: URL \(words)"])
    #expect(
      try await problem([Decimal].self, "[1]").diagnostics.map(\.message)
        == ["cannot decode $[0]: Decimal \(words)"])
    #expect(
      try await problem(Data.self, "[1]").diagnostics.map(\.message)
        == ["cannot decode $: Data \(words)"])
  }

  @Test("A secret of the call that the server repeats is masked")
  func secret() async throws {
    enum Kind: String, Decodable { case known }
    let body = #"["s3cret-value"]"#
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"))
    defer { server.stop() }
    let endpoint = try Endpoint(
      yaml: "url: \(server.url)/\ninputs:\n  key: {secret: true}\nquery:\n  key: <key>\n")
    let response = try await Client().call(endpoint, ["key": "s3cret-value"])
    let error = #expect(throws: RequestError.self) { try response.decode([Kind].self) }
    #expect(
      error?.description == """
        body:1:2: error: cannot decode $[0]: Cannot initialize Kind from invalid String value ***
          1 | ["***"]
            |  ^^^^^
        """)
  }

  private func decoded<Value: Decodable>(_ body: String) async throws -> Value {
    try await response(body).decode()
  }

  private func problem<Value: Decodable>(
    _ type: Value.Type, _ body: String
  ) async throws -> RequestError {
    let response = try await response(body)
    return try #require(throws: RequestError.self) { _ = try response.decode(type) }
  }
}

/// A response with a body, without a server.
func response(_ body: String) async throws -> Response {
  try await Client(requester: SucceedingRequester(body))
    .call(try Endpoint(yaml: "url: http://example.com/\n"))
}

@Suite("Decoding other formats than JSON")
struct DecodingFormatsTests {
  private struct Row: Decodable, Equatable {
    var name: String
    var count: String
  }

  private func response(_ body: String, _ type: String, yaml: String = "") async throws -> Response
  {
    try await Client(requester: SucceedingRequester(body, contentType: type))
      .call(Endpoint(yaml: "url: http://a.test/\n\(yaml)"))
  }

  @Test("CSV becomes an array of objects, JSON lines an array, YAML and forms an object")
  func formats() async throws {
    let rows = [Row(name: "a", count: "1"), Row(name: "b,c", count: "2")]
    #expect(
      try await response("name,count\na,1\n\"b,c\",2\n", "text/csv").decode([Row].self) == rows)
    #expect(
      try await response("{\"name\":\"a\",\"count\":\"1\"}\n", "application/x-ndjson")
        .decode([Row].self) == [rows[0]])
    #expect(
      try await response("name: a\ncount: '1'\n", "application/yaml").decode(Row.self) == rows[0])
    #expect(
      try await response("name=a&count=1", "application/x-www-form-urlencoded")
        .decode(Row.self) == rows[0])
    #expect(
      try await response("name,count\na,1\n", "text/plain", yaml: "decode: csv")
        .decode(String.self, at: "$[0].name") == "a")
    #expect(try await response("[1]", "text/plain").decode([Int].self) == [1])
  }

  @Test(
    "A body of another kind has no value, whatever the type and the default of an output allow",
    arguments: [
      ("<!doctype html><title>Log in</title>", "text/html", ""),
      ("{\"title\": \"no quota\"}", "application/problem+json", ""),
      ("<html>", "application/json", ""), ("{\"error\": 1}", "application/json", "decode: sse\n"),
      ("", "application/json", ""), (" \n", "application/json", ""),
    ])
  func otherKind(_ body: String, _ type: String, _ yaml: String) async throws {
    struct Lenient: Decodable { var items: [Int]? }
    let response = try await response(
      body, type, yaml: "outputs: {items: {from: $.items, default: none}}\n\(yaml)")
    #expect(throws: RequestError.self) { try response.decode(Lenient.self) }
    #expect(throws: RequestError.self) { try response.output("items") }
  }

  @Test("A body that is not of its format is an error")
  func broken() async throws {
    let response = try await response("a: [", "application/yaml")
    let error = #expect(throws: RequestError.self) { try response.decode(Row.self) }
    guard case .decoding? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
