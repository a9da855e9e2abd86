import APICall
import Foundation
import TestServers
import Testing

@Suite("Decoding of bodies", .timeLimit(.minutes(5)))
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
    "What does not fit is named with its place",
    arguments: [
      (
        "[\n  {\"id\": \"ä\", \"title\": 1}]",
        "cannot decode $[0].id (line 2, column 10): string is not a number"
      ),
      (
        #"[{"id": 1, "title": "ä"}, {"id": 300, "title": ""}]"#,
        "cannot decode $[1].id (line 1, column 34): the number does not fit in UInt8"
      ),
      (
        #"[{"id": 1.5, "title": ""}]"#,
        "cannot decode $[0].id (line 1, column 9): the number does not fit in UInt8"
      ),
      (#"[{"id": 1}]"#, "cannot decode $[0] (line 1, column 2): there is no key 'title'"),
      (#"{"id": 1}"#, "cannot decode $ (line 1, column 1): object is not an array"),
      ("<html>", "the body is not JSON: 1:1: unexpected `<` where a value was expected"),
      ("", "the response has no body"),
    ])
  func problems(body: String, message: String) async throws {
    #expect(await problem([Todo].self, body) == message)
  }

  @Test("Types of Foundation that would take JSON for something else are refused")
  func foundation() async throws {
    let words = "has no form in JSON; decode a String or a number, and convert it"
    #expect(
      await problem(Dated.self, #"{"due": 1700000000}"#)
        == "cannot decode $.due (line 1, column 9): Date \(words)")
    #expect(
      await problem(Linked.self, #"{"link": "https://example.com"}"#)
        == "cannot decode $.link (line 1, column 10): URL \(words)")
    #expect(
      await problem([Decimal].self, "[1]")
        == "cannot decode $[0] (line 1, column 2): Decimal \(words)")
    #expect(
      await problem(Data.self, "[1]") == "cannot decode $ (line 1, column 1): Data \(words)")
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
    #expect(error?.description.contains("cannot decode $[0] (line 1, column 2)") == true)
    #expect(error?.description.contains("s3cret-value") == false)
  }

  private func decoded<Value: Decodable>(_ body: String) async throws -> Value {
    try await response(body).decode()
  }

  private func problem<Value: Decodable>(_ type: Value.Type, _ body: String) async -> String? {
    do {
      _ = try await response(body).decode(type)
      return nil
    } catch {
      return (error as? RequestError)?.diagnostics.first?.message
    }
  }

  private func response(_ body: String) async throws -> Response {
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"))
    defer { server.stop() }
    return try await Client().call(try Endpoint(yaml: "url: \(server.url)/\n"))
  }
}
