import APICallBase
import Testing

@Suite("Pages that lack their items")
struct PagesThatLackItemsTests {
  private typealias Page = PagedRequester.Page

  @Test(
    "Each page has its items, unless the file says that they may be missing",
    arguments: [
      ("$.data", ["[1] 8: page 2 has nothing at $.data (the page has error)"]),
      ("$.data[*]", ["[1] 8: page 2 has nothing at $.data (the page has error)"]),
      ("$.data | default(list())", ["1"]), ("$.data[*] | default(list(2))", ["1 2"]),
    ])
  func items(_ path: String, _ expected: [String]) async throws {
    let pages = [
      Page(#"{"data": [1], "next": "?2"}"#), Page(#"{"error": "quota"}"#),
    ]
    let exchange = try await Exchange(
      PagedRequester(pages),
      "host: https://a.example\npath: /x\npaginate: {next: $.next, items: '\(path)'}\n")
    #expect([Self.line(exchange)] == expected.map { $0.replacing("[1]", with: "1") })
  }

  @Test(
    "A list of something else is not one of items",
    arguments: [
      (#"{"data": {"a": 1}}"#, "$.data[*]", "8: page 1 has a map at $.data, not a list"),
      (#"{"data": {"a": 1}}"#, "$.data.*", "1"), (#"{"data": null}"#, "$.data[*]", ""),
      (#"{"data": "x"}"#, "$.data[*]", "8: page 1 has text at $.data, not a list"),
      (
        #"{"data": [{"nod": 1}]}"#, "$.data[*].node",
        "8: page 1 has no value at $.data[*] with a member 'node'"
      ),
    ])
  func kinds(_ page: String, _ path: String, _ expected: String) async throws {
    let exchange = try await Exchange(
      PagedRequester([Page(page)]),
      "host: https://a.example\npath: /x\npaginate: {link: next, items: '\(path)'}\n")
    let line = Self.line(exchange)
    #expect(line.prefix { $0 != "(" }.trimmed == expected)
  }

  @Test(
    "What is around the link to the next page has to be there",
    arguments: [
      ("$.links.next", #"{"links": {}, "data": [1]}"#, "1"),
      ("$.links.next", #"{"links": null, "data": [1]}"#, "1"),
      ("$.links.next", #"{"data": [1]}"#, "8: page 1 has nothing at $.links (the page has data)"),
      ("$.links.next | default(null)", #"{"data": [1]}"#, "1"), ("$.next", #"{"data": [1]}"#, "1"),
    ])
  func next(_ path: String, _ page: String, _ expected: String) async throws {
    let exchange = try await Exchange(
      PagedRequester([Page(page)]),
      "host: https://a.example\npath: /x\npaginate: {next: '\(path)', items: $.data}\n")
    #expect(Self.line(exchange) == expected)
  }

  @Test(
    "Only a page without items ends a list by its last item",
    arguments: [
      ("", #"[{"id":1},{"id":null}]"#), ("", #"[{"id":1},{"id":""}]"#),
      ("$.groups[*].items[?@.ok == true]", #"{"groups":[{"items":[{"id":1,"ok":false}]}]}"#),
    ])
  func lastItem(_ items: String, _ page: String) async throws {
    let selection = items.isEmpty ? "" : ", items: '\(items)'"
    let exchange = try await Exchange(
      PagedRequester([Page(page)]),
      "host: https://a.example\npath: /x\n"
        + "paginate: {cursor: {last: $.id}, into: query.after\(selection)}\n")
    let message = exchange.failure?.diagnostics.first?.message ?? ""
    #expect(message.hasPrefix("page 1 has ") && message.contains("$.id"), "\(message)")
  }

  @Test("Lists without items on the last page end a list by its last item")
  func noItems() async throws {
    let exchange = try await Exchange(
      PagedRequester([
        Page(#"{"groups":[{"items":[{"id":1}]}]}"#), Page(#"{"groups":[{"items":[]}]}"#),
      ]),
      "host: https://a.example\npath: /x\n"
        + "paginate: {cursor: {last: $.id}, into: query.after, items: '$.groups[*].items[*]'}\n")
    #expect(exchange.failure == nil && exchange.text == "{\"id\":1}\n", "\(exchange.text)")
  }

  @Test(
    "A link that cannot be read is no end of a list",
    arguments: [
      "</x?2> rel=next", "</x?2>, rel=next", "<</x?2>>; rel=next",
      "</x>; rel=prev, https://a.example/x?2; rel=next", "</x?3; rel=next",
    ])
  func links(_ link: String) async throws {
    for first in [nil, "</x?2>; rel=next"] {
      let pages = [first.map { Page("[1]", link: $0) }, Page("[2]", link: link)].compactMap { $0 }
      let exchange = try await Exchange(
        PagedRequester(pages), "host: https://a.example\npath: /x\npaginate: {link: next}\n")
      #expect(exchange.failure != nil, "\(exchange.text)")
    }
    let honest = try await Exchange(
      PagedRequester([Page("[1]", link: "</x>; rel=prev , </y>;rel=\"first\",")]),
      "host: https://a.example\npath: /x\npaginate: {link: next}\n")
    #expect(honest.failure == nil, "\(String(describing: honest.failure))")
  }

  /// The output on one line, and the failure with its hint.
  private static func line(_ exchange: Exchange) -> String {
    let rows = exchange.text.split(separator: "\n").joined(separator: " ")
    guard let failure = exchange.failure else { return rows }
    let messages = failure.diagnostics.map { $0.message + ($0.hint.map { " (\($0))" } ?? "") }
    return "\(rows.isEmpty ? "" : "\(rows) ")\(failure.status.rawValue): "
      + messages.joined(separator: "; ")
  }
}

extension Substring {
  fileprivate var trimmed: String {
    var rest = self
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
