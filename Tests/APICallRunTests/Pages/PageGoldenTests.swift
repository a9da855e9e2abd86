import APICallContracts
import APICallSafety
import GoldenFiles
import Testing

/// A list with missing pages, and the messages about it.
struct PageCase: Sendable, CustomTestStringConvertible {
  typealias Page = PagedRequester.Page

  var name: String
  var paginate: String
  var pages: [Page]
  var extra = ""
  var testDescription: String { name }

  init(_ name: String, _ paginate: String, _ pages: [Page], extra: String = "") {
    self.name = name
    self.paginate = paginate
    self.pages = pages
    self.extra = extra
  }

  var spec: String { "host: https://a.example\npath: /x\npaginate: \(paginate)\n\(extra)" }
}

@Suite("Messages about lists with missing pages")
struct PageGoldenTests {
  private typealias Page = PagedRequester.Page
  private static let next = "</x?p=2>; rel=next"
  private static let counting = "{page: query.page, items: $.data}"

  static let cases = [
    PageCase(
      "items-twice", "{link: next, items: $.data}", [Page(#"{"data": [1], "data": null}"#)]),
    PageCase(
      "part", "{link: next}", [Page("[1]", link: next), Page("[2]", 206, link: next)]),
    PageCase("link-to-itself", "{link: next}", [Page("[1]", link: "</x>; rel=next")]),
    PageCase(
      "circle", "{link: next}",
      [
        Page("[1]", link: next), Page("[2]", link: "</x?p=3>; rel=next"),
        Page("[3]", link: next),
      ]),
    PageCase(
      "cursor-again", "{cursor: $.c, into: query.c, items: $.i}",
      [Page(#"{"i":[1],"c":"x"}"#), Page(#"{"i":[2],"c":"x"}"#)]),
    PageCase("other-host", "{link: next}", [Page("[1]", link: "<https://b.example/>; rel=next")]),
    PageCase("other-port", "{link: next}", [Page("[1]", link: "<//a.example:444/>; rel=next")]),
    PageCase("other-scheme", "{link: next}", [Page("[1]", link: "<http://a.example/>; rel=next")]),
    PageCase(
      "link-with-user", "{link: next}", [Page("[1]", link: "<https://me:pw@a.example/>; rel=next")]),
    PageCase(
      "link-to-file", "{next: $.n, items: $.i}", [Page(#"{"i":[1],"n":"file:///etc/passwd"}"#)]),
    PageCase(
      "link-with-line-feed", "{next: $.n, items: $.i}", [Page(#"{"i":[1],"n":"/a\r\nX: y"}"#)]),
    PageCase(
      "link-too-long", "{next: $.n, items: $.i}",
      [Page("{\"i\":[1],\"n\":\"/\(String(repeating: "x", count: 1 << 16))\"}")]),
    PageCase("next-is-a-number", "{next: $.n, items: $.i}", [Page(#"{"i":[1],"n":7}"#)]),
    PageCase("cursor-is-a-map", "{cursor: $.c, into: query.c}", [Page(#"{"c":{}}"#)]),
    PageCase(
      "redirected-elsewhere", "{link: next}",
      [
        Page(
          "[1]", link: next,
          redirect: RequestURL(origin: Origin(scheme: .https, host: "b.example"), path: "/"))
      ]),
    PageCase(
      "named-elsewhere", "{link: next}",
      [
        Page(
          "[1]", link: "<https://a.example/x?p=2>; rel=next",
          redirect: RequestURL(origin: Origin(scheme: .https, host: "b.example"), path: "/"))
      ]),
    PageCase(
      "back-to-a-long-link", "{link: next}",
      [
        Page("[1]", link: "</x?\(String(repeating: "p", count: 300))>; rel=next"),
        Page("[2]", link: "</x?\(String(repeating: "p", count: 300))>; rel=next"),
      ]),
    PageCase("html", "{link: next}", [Page("[1]", link: next), Page("<p>", type: "text/html")]),
    PageCase("unknown-type", "{link: next}", [Page("[1]", type: "application/octet-stream")]),
    PageCase("not-json", "{link: next}", [Page("[1]", link: next), Page("[2,")]),
    PageCase("items-nowhere", "{link: next, items: $.data}", [Page(#"{"items":[1],"total":1}"#)]),
    PageCase("items-are-a-map", "{link: next, items: $.data}", [Page(#"{"data":{"a":1}}"#)]),
    PageCase("items-of-a-list", "{link: next, items: $.data}", [Page("[1]")]),
    PageCase("counted-page-is-a-map", "{page: query.page}", [Page(#"{"data":[1]}"#)]),
    PageCase(
      "status-of-second", "{link: next}",
      [Page("[1]", link: next), Page("no", 503, type: "text/plain")]),
    PageCase("status-of-first", "{link: next}", [Page("no", 404, type: "text/plain", link: next)]),
    PageCase(
      "second-cut-short", "{link: next}",
      [
        Page("[1]", link: next),
        Page(
          "[2]",
          error: .transport(
            .init(
              .truncated, origin: Origin(scheme: .https, host: "a.example"),
              reason: "12 bytes are missing"))),
      ]),
    PageCase(
      "second-cancelled", "{link: next}", [Page("[1]", link: next), Page("[2]", error: .cancelled)]),
    PageCase(
      "second-too-long", "{link: next}", [Page("[1]", link: next), Page("[\"too long\"]")],
      extra: "max_body: 10\n"),
    PageCase(
      "same-items", "{page: query.page, items: $.data}",
      [Page(#"{"data":[{"id":1}],"page":1}"#), Page(#"{"data":[{"id":1}],"page":2}"#)]),
    PageCase(
      "short", "{offset: query.skip, total: $.total, items: $.data}",
      [Page(#"{"data":[1],"total":3}"#), Page(#"{"data":[],"total":3}"#)]),
    PageCase(
      "more-without-items", "{offset: query.skip, more: $.more, items: $.data}",
      [Page(#"{"data":[],"more":true}"#)]),
    PageCase(
      "more-without-cursor", "{cursor: $.next, into: query.at, more: $.more, items: $.data}",
      [Page(#"{"data":[1],"more":true}"#)]),
    PageCase(
      "last-without-cursor", "{cursor: {last: $.id}, into: query.after}",
      [Page(#"[{"id":1},{"name":"b"}]"#)]),
    PageCase(
      "cursor-with-line-break", "{cursor: $.next, into: headers.X-At}",
      [Page(#"{"next":"a\r\nX: b"}"#)]),
    PageCase(
      "limit", "{link: next, max_pages: 2}",
      [Page("[1]", link: next), Page("[2]", link: "</x?p=3>; rel=next")]),
    PageCase("limit-of-one", "{link: next, max_pages: 1}", [Page("[1]", link: next)]),
    PageCase(
      "limit-of-counted", "{page: query.page, items: $.data, max_pages: 1}",
      [Page(#"{"data":[1]}"#)]),
    PageCase(
      "limit-in-json", "{link: next, max_pages: 1}", [Page("[1]", link: next)],
      extra: "format: json\n"),
    PageCase(
      "page-is-no-number", counting, [Page(#"{"data":[1]}"#)], extra: "query: {page: last}\n"),
    PageCase(
      "page-is-secret", counting, [Page(#"{"data":[1]}"#)],
      extra: "inputs: {p: {secret: true, default: hush}}\nquery: {page: <p>}\n"),
    PageCase(
      "cursor-into-a-list", "{cursor: $.c, into: json.a.c}", [Page(#"{"c":1}"#)],
      extra: "inputs: {a: {type: array, default: [1]}}\njson: {a: <a>}\n"),
    PageCase(
      "cursor-into-nothing", "{cursor: $.c, into: json.b.c}", [Page(#"{"c":1}"#)],
      extra: "inputs: {a: {type: object, default: {a: 1}}}\njson: <a>\n"),
  ]

  @Test("Each has its messages and its exit status", arguments: cases)
  func says(_ item: PageCase) async throws {
    let exchange = try await Exchange(PagedRequester(item.pages), item.spec)
    try GoldenFile(path: "pages/\(item.name).txt").check("\(exchange)")
  }

  @Test("Every golden file has its case")
  func noneLeftOver() {
    #expect(
      GoldenFile.all(in: "pages").map(\.path) == Self.cases.map { "pages/\($0.name).txt" }.sorted())
  }
}
