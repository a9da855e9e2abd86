import Testing

@testable import APICallTesting

@Suite("Bodies of exchanges")
struct ExchangeBodyTests {
  @Test(
    "A body is JSON by its type, or if the type says nothing",
    arguments: [
      ("application/json", true), ("application/problem+json; charset=utf-8", true),
      ("application/x-amz-json-1.0", true), ("application/json-rpc", true), (nil, true),
      ("text", true), ("application/x-ndjson", false), ("application/json-seq", false),
      ("text/plain", false),
    ] as [(String?, Bool)])
  func json(_ type: String?, _ isJSON: Bool) {
    let body = ExchangeBody(Array(#"{"a": 1}"#.utf8), type: type)
    #expect((body.json != nil) == isJSON)
    #expect((body.ending == "json") == isJSON)
  }

  @Test("A body that is not JSON is none, whatever its type")
  func noJSON() {
    let body = ExchangeBody(Array("Not found".utf8), type: "application/x-amz-json-1.0")
    #expect(body.json == nil)
    #expect(body.ending == "txt")
  }
}
