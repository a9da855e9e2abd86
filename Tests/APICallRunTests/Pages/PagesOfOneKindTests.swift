import APICallBase
import Testing

@Suite("The pages of one list are of one kind")
struct PagesOfOneKindTests {
  private static let wayOut =
    "only a response with status 204 or 205, or to HEAD, may have no body"

  private typealias Page = PagedRequester.Page

  /// A page after one that is a list, and what comes of it.
  struct Second: CustomTestStringConvertible {
    let testDescription: String
    let body: String
    var type = "application/json"
    var status = 200
    /// The message; nil for a page that belongs to the list.
    let message: String?
  }

  private static let seconds = [
    Second(testDescription: "a list", body: "[2]", message: nil),
    Second(testDescription: "an empty list", body: "[]", message: nil),
    Second(testDescription: "a list as text", body: "[2]", type: "text/plain", message: nil),
    Second(testDescription: "no content", body: "", status: 204, message: nil),
    Second(
      testDescription: "an error", body: #"{"message": "API rate limit exceeded"}"#,
      message: "page 2 is a map, but an earlier page is a list (the response has message)"),
    Second(
      testDescription: "text", body: "\"rate limited\"",
      message: "page 2 is text, but an earlier page is a list (the response is text)"),
    Second(
      testDescription: "false", body: "false",
      message: "page 2 is true or false, but an earlier page is a list "
        + "(the response is true or false)"),
    Second(
      testDescription: "null", body: "null",
      message: "page 2 is null, but an earlier page is a list (the response is null)"),
    Second(
      testDescription: "a table", body: "a,b\n", type: "text/csv",
      message: "page 2 is a stream of values (csv), but an earlier page is a list"),
    Second(
      testDescription: "YAML without a value", body: "# x\n", type: "application/yaml",
      message: "page 2: cannot decode the response of call.yaml: it has no value"
    ),
    Second(
      testDescription: "a page that has not changed", body: "", status: 304,
      message: "page 2 is not sent again, with status 304, so its items are not known "
        + "(the request has a field such as If-None-Match, which is for a single page)"),
  ]

  @Test("A page after a list is a list, read by the same decoder", arguments: seconds)
  func afterList(_ second: Second) async throws {
    let exchange = try await Exchange(
      PagedRequester([
        Page(#"[{"id": 1}]"#, link: "</2>; rel=next"),
        Page(second.body, second.status, type: second.type),
      ]),
      "host: https://a.example\nexpect: {status: [2xx, 304]}\npaginate: {link: next}\n")
    #expect(exchange.text == "{\"id\":1}\n" + (second.body == "[2]" ? "2\n" : ""))
    #expect(exchange.status == (second.message == nil ? 0 : 8))
    #expect(Self.message(exchange) == second.message)
  }

  @Test("A page of items at a path is read by the same decoder, too")
  func afterDocument() async throws {
    let exchange = try await Exchange(
      PagedRequester([
        Page(#"{"i": [1]}"#, link: "</2>; rel=next"), Page("a,b\n", type: "text/csv"),
      ]),
      "host: https://a.example\npaginate: {link: next, items: $.i}\n")
    #expect(
      Self.message(exchange)
        == "page 2 is a stream of values (csv), but an earlier page is one value")
  }

  @Test("A page that is itself an item is followed by pages of its kind")
  func afterItem() async throws {
    for (last, message) in [
      ("{}", nil), ("[]", "page 2 has nothing at $.c (the page is a list)"),
    ] {
      let exchange = try await Exchange(
        PagedRequester([Page(#"{"c": 1}"#), Page(last)]),
        "host: https://a.example\npaginate: {cursor: $.c, into: query.c}\n")
      #expect(Self.message(exchange) == message)
    }
  }

  @Test("A stream of zero bytes ends numbered pages only after pages that are streams")
  func emptyStream() async throws {
    for (first, type, message) in [
      ("1\n", "application/x-ndjson", nil),
      (
        "[1]", "application/json",
        "page 2: cannot decode the response of call.yaml as ndjson: it is empty (\(Self.wayOut))"
      ),
    ] {
      let exchange = try await Exchange(
        PagedRequester([Page(first, type: type), Page("", type: "application/x-ndjson")]),
        "host: https://a.example\npaginate: {page: query.page}\n")
      #expect(exchange.text == "1\n" && Self.message(exchange) == message)
    }
  }

  @Test(
    "Numbered pages end with the page that has no items, not with one whose items are left out",
    arguments: [
      (
        "$.i[?@.on]", [#"{"i": [{"on": 1}]}"#, #"{"i": [{}]}"#, #"{"i": [{"on": 3}]}"#],
        #"{"i": []}"#, "{\"on\":1}\n{\"on\":3}\n"
      ),
      (
        "$.g[*].u[*]", [#"{"g": [{"u": [1]}]}"#, #"{"g": [{"u": []}]}"#, #"{"g": [{"u": [3]}]}"#],
        #"{"g": []}"#, "1\n3\n"
      ),
      ("$..id", [#"[{"id": 1}]"#, "[{}]", #"[{"id": 3}]"#], "[]", "1\n3\n"),
      ("$..id", [#"{"i": {"id": 1}}"#], #"{"i": {}}"#, "1\n"),
      ("$.i.*", [#"{"i": {"a": 1}}"#], #"{"i": {}}"#, "1\n"),
      ("$.i", ["{\"i\": [1]}"], #"{"i": null}"#, "1\n"),
    ])
  func numbered(
    _ items: String, _ pages: [String], _ last: String, _ output: String
  ) async throws {
    let requester = PagedRequester((pages + [last]).map { Page($0) })
    let exchange = try await Exchange(
      requester, "host: https://a.example\npaginate: {page: query.page, items: '\(items)'}\n")
    #expect(exchange.text == output && exchange.failure == nil)
    #expect(requester.requests.count == pages.count + 1)
  }

  private static func message(_ exchange: Exchange) -> String? {
    exchange.failure?.diagnostics.first.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }
  }
}
