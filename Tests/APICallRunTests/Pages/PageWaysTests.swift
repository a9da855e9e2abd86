import APICallBase
import APICallHTTP
import APICallSafety
import Testing

/// A list, the way through its pages, and what is requested and printed.
struct PagedList: Sendable, CustomTestStringConvertible {
  typealias Page = PagedRequester.Page

  var testDescription: String
  var paginate: String
  var pages: [Page]
  /// The targets of the requests, or their bodies if there are any.
  var requests: [String]
  /// The items on one line, and the failure.
  var result: String
  var extra = ""
}

@Suite("Ways through the pages of a list")
struct PageWaysTests {
  private typealias Page = PagedRequester.Page

  static let lists: [PagedList] = [
    PagedList(
      testDescription: "an offset grows by the items of each page, until one has none",
      paginate: "{offset: query.skip}", pages: [Page("[1,2]"), Page("[3]"), Page("[]")],
      requests: ["/x?limit=2", "/x?limit=2&skip=2", "/x?limit=2&skip=3"], result: "1 2 3",
      extra: "query: {limit: 2}\n"),
    PagedList(
      testDescription: "an offset begins with the number in the request",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":7}"#), Page(#"{"i":[2],"n":7}"#)],
      requests: ["/x?skip=5", "/x?skip=6"], result: "1 2", extra: "query: {skip: 5}\n"),
    PagedList(
      testDescription: "the number of all items saves the last request",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1,2],"n":3}"#), Page(#"{"i":[3],"n":3}"#)],
      requests: ["/x", "/x?skip=2"], result: "1 2 3"),
    PagedList(
      testDescription: "an empty list has no further page",
      paginate: "{offset: query.skip, total: $.n, items: $.i}", pages: [Page(#"{"i":[],"n":0}"#)],
      requests: ["/x"], result: ""),
    PagedList(
      testDescription: "items that a filter leaves out are counted",
      paginate: "{offset: query.skip, total: $.n, items: '$.i[?@ > 1]'}",
      pages: [Page(#"{"i":[1,2],"n":3}"#), Page(#"{"i":[1],"n":3}"#)],
      requests: ["/x", "/x?skip=2"], result: "2"),
    PagedList(
      testDescription: "a list that ends too early is an error",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":3}"#), Page(#"{"i":[],"n":3}"#)], requests: ["/x", "/x?skip=1"],
      result: "1 76: page 2 has no items, although the list has 3 items"),
    PagedList(
      testDescription: "a total that is missing is an error",
      paginate: "{offset: query.skip, total: $.n, items: $.i}", pages: [Page(#"{"i":[1]}"#)],
      requests: ["/x"], result: "8: page 1 has nothing at $.n"),
    PagedList(
      testDescription: "a total that is no number is an error",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":"7"}"#)],
      requests: ["/x"], result: "1 8: page 1 has text at $.n, not a whole number"),
    PagedList(
      testDescription: "an offset that the server does not know ends with an error",
      paginate: "{offset: query.skip}", pages: [Page(#"[{"a":1}]"#), Page(#"[{"a":1}]"#)],
      requests: ["/x", "/x?skip=1"],
      result: #"{"a":1} {"a":1} 76: page 2 has the items of the page before it"#),
    PagedList(
      testDescription: "an offset that cannot be counted is an error",
      paginate: "{offset: query.skip}", pages: [], requests: [],
      result:
        "65: cannot request the page after page 1: '9223372036854775806' at query.skip is not "
        + "a page number", extra: "query: {skip: '9223372036854775806'}\n"),
    PagedList(
      testDescription: "the number of all pages saves the last request",
      paginate: "{page: query.p, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":2}"#), Page(#"{"i":[2],"n":2}"#)], requests: ["/x", "/x?p=2"],
      result: "1 2"),
    PagedList(
      testDescription: "pages that are counted from 0",
      paginate: "{page: query.p, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":2}"#), Page(#"{"i":[2],"n":2}"#)],
      requests: ["/x?p=0", "/x?p=1"], result: "1 2", extra: "query: {p: 0}\n"),
    PagedList(
      testDescription: "pages say whether others follow, also empty ones",
      paginate: "{page: query.p, more: $.m, items: $.i}",
      pages: [
        Page(#"{"i":[1],"m":true}"#), Page(#"{"i":[],"m":true}"#), Page(#"{"i":[2],"m":false}"#),
      ], requests: ["/x", "/x?p=2", "/x?p=3"], result: "1 2"),
    PagedList(
      testDescription: "an empty page leads nowhere if items are counted",
      paginate: "{offset: query.p, more: $.m, items: $.i}", pages: [Page(#"{"i":[],"m":true}"#)],
      requests: ["/x"], result: "76: page 1 has no items, but says that another page follows"),
    PagedList(
      testDescription: "a page has to say whether another one follows",
      paginate: "{page: query.p, more: $.more, items: $.i}",
      pages: [Page(#"{"i":[1],"mor":true}"#)],
      requests: ["/x"], result: "8: page 1 has nothing at $.more"),
    PagedList(
      testDescription: "a file says that the last page need not",
      paginate: "{page: query.p, more: '$.more | default(false)', items: $.i}",
      pages: [Page(#"{"i":[1],"more":true}"#), Page(#"{"i":[2]}"#)], requests: ["/x", "/x?p=2"],
      result: "1 2"),
    PagedList(
      testDescription: "true and false alone say whether another page follows",
      paginate: "{page: query.p, more: $.m, items: $.i}", pages: [Page(#"{"i":[1],"m":"no"}"#)],
      requests: ["/x"], result: "1 8: page 1 has text at $.m, not true or false"),
    PagedList(
      testDescription: "a status ends the list",
      paginate: "{page: query.p, end: [404, 400]}",
      pages: [Page("[1]"), Page("no such page", 404, type: "text/plain")],
      requests: ["/x", "/x?p=2"], result: "1"),
    PagedList(
      testDescription: "a status of the first page does not end the list",
      paginate: "{page: query.p, end: 404}", pages: [Page("no", 404, type: "text/plain")],
      requests: ["/x"], result: "no 4: GET https://a.example/x answered 404 Not Found, not 2xx"),
    PagedList(
      testDescription: "another status is still an error",
      paginate: "{page: query.p, end: 404}",
      pages: [Page("[1]"), Page("no", 500, type: "text/plain")], requests: ["/x", "/x?p=2"],
      result: "1 5: page 2: GET https://a.example/x?p=2 answered 500 Internal Server Error, not 2xx"
    ),
    PagedList(
      testDescription: "a cursor in a field",
      paginate: "{cursor: {header: Next}, into: query.at}",
      pages: [page("[1]", header: ("next", "a b")), page("[2]", header: ("Next", ""))],
      requests: ["/x", "/x?at=a%20b"], result: "1 2"),
    PagedList(
      testDescription: "a cursor in a trailer",
      paginate: "{cursor: {trailer: Next}, into: query.at}",
      pages: [page("[1]", trailer: ("Next", "7")), Page("[2]")], requests: ["/x", "/x?at=7"],
      result: "1 2"),
    PagedList(
      testDescription: "the last item is the cursor, until a page has none",
      paginate: "{cursor: {last: $.id}, into: query.after}",
      pages: [Page(#"[{"id":1},{"id":"b"}]"#), Page(#"[{"id":3}]"#), Page("[]")],
      requests: ["/x", "/x?after=b", "/x?after=3"], result: #"{"id":1} {"id":"b"} {"id":3}"#),
    PagedList(
      testDescription: "the last item is the cursor, as long as others follow",
      paginate: "{cursor: {last: $.id}, into: query.after, more: $.m, items: $.i}",
      pages: [Page(#"{"i":[{"id":1}],"m":true}"#), Page(#"{"i":[{"id":2}],"m":false}"#)],
      requests: ["/x", "/x?after=1"], result: #"{"id":1} {"id":2}"#),
    PagedList(
      testDescription: "a last item without a cursor is an error",
      paginate: "{cursor: {last: $.id}, into: query.after}", pages: [Page(#"[{"id":1},{"i":2}]"#)],
      requests: ["/x"], result: #"{"id":1} {"i":2} 8: page 1 has nothing at $.id in its last item"#),
    PagedList(
      testDescription: "a page that says that others follow has a cursor",
      paginate: "{cursor: $.c, into: query.c, more: $.m, items: $.i}",
      pages: [Page(#"{"i":[1],"m":true}"#)], requests: ["/x"],
      result: "1 76: page 1 says that another page follows, but has no cursor"),
    PagedList(
      testDescription: "a map as the cursor",
      paginate: "{cursor: $.Last, into: json.Start, items: $.i}",
      pages: [Page(#"{"i":[1],"Last":{"id":{"N":"7"}}}"#), Page(#"{"i":[2]}"#)],
      requests: [#"{"Limit":1}"#, #"{"Limit":1,"Start":{"id":{"N":"7"}}}"#], result: "1 2",
      extra: "json: {Limit: 1}\n"),
    PagedList(
      testDescription: "several cursors, of which the next request lacks those that the page lacks",
      paginate: "{cursor: [$.n, $.t], into: [query.n, query.t], items: $.i}",
      pages: [
        Page(#"{"i":[1],"n":"a","t":"b"}"#), Page(#"{"i":[2],"n":"c"}"#), Page(#"{"i":[3]}"#),
      ], requests: ["/x", "/x?n=a&t=b", "/x?n=c"], result: "1 2 3"),
    PagedList(
      testDescription: "of several cursors in JSON, those that the page lacks are null",
      paginate: "{cursor: [$.n, $.t], into: [json.n, json.t], items: $.i}",
      pages: [
        Page(#"{"i":[1],"n":"a","t":"b"}"#), Page(#"{"i":[2],"n":"c"}"#), Page(#"{"i":[3]}"#),
      ], requests: ["{}", #"{"n":"a","t":"b"}"#, #"{"n":"c","t":null}"#], result: "1 2 3",
      extra: "json: {}\n"),
    PagedList(
      testDescription: "the same cursor again is an error",
      paginate: "{cursor: $.c, into: query.c, items: $.i}",
      pages: [Page(#"{"i":[1],"c":"a"}"#), Page(#"{"i":[2],"c":"a"}"#)],
      requests: ["/x", "/x?c=a"],
      result: "1 2 76: page 2 leads back to https://a.example/x?c=a, which was already requested"),
    PagedList(
      testDescription: "a cursor in the body that comes again is an error",
      paginate: "{cursor: $.c, into: json.c, items: $.i}",
      pages: [
        Page(#"{"i":[1],"c":"a"}"#), Page(#"{"i":[2],"c":"b"}"#), Page(#"{"i":[3],"c":"a"}"#),
      ], requests: ["{}", #"{"c":"a"}"#, #"{"c":"b"}"#],
      result: "1 2 3 76: page 3 has a cursor that was already used", extra: "json: {}\n"),
    PagedList(
      testDescription: "a body is sent again with a cursor that is not in it",
      paginate: "{cursor: $.c, into: query.c, items: $.i}",
      pages: [Page(#"{"i":[1],"c":"a"}"#), Page(#"{"i":[2]}"#)],
      requests: [#"{"find":"x"}"#, #"{"find":"x"}"#], result: "1 2", extra: "json: {find: x}\n"),
    PagedList(
      testDescription: "the same cursor again ends the list if the file says so",
      paginate: "{cursor: $.c, into: query.c, items: $.i, same: end}",
      pages: [Page(#"{"i":[1],"c":"a"}"#), Page(#"{"i":[],"c":"a"}"#)],
      requests: ["/x", "/x?c=a"], result: "1"),
    PagedList(
      testDescription: "links with the name that the server has for itself",
      paginate: "{link: next, origin: 'http://10.0.0.5:8080'}",
      pages: [Page("[1]", link: "<http://10.0.0.5:8080/y?p=2>; rel=next"), Page("[2]")],
      requests: ["/x", "/y?p=2"], result: "1 2"),
    PagedList(
      testDescription: "links with a third name stay an error",
      paginate: "{link: next, origin: 'http://10.0.0.5:8080'}",
      pages: [Page("[1]", link: "<http://10.0.0.6:8080/y?p=2>; rel=next")], requests: ["/x"],
      result: "1 76: page 1 leads to http://10.0.0.6:8080, but pages are requested only from "
        + "https://a.example"),
  ]

  @Test("Each list has its requests and its items", arguments: lists)
  func leads(_ list: PagedList) async throws {
    let requester = PagedRequester(list.pages)
    let exchange = try await Exchange(
      requester,
      "host: https://a.example\npath: /x\npaginate: \(list.paginate)\n\(list.extra)")
    let items = exchange.text.split(separator: "\n").joined(separator: " ")
    let failure = exchange.failure.map {
      "\($0.status.rawValue): \($0.diagnostics.first?.message ?? "")"
    }
    #expect([items, failure ?? ""].filter { !$0.isEmpty }.joined(separator: " ") == list.result)
    #expect(
      requester.requests.map { $0.body?.held?.revealed ?? $0.url.target.revealed } == list.requests)
    #expect(requester.requests.allSatisfy { $0.url.origin.description == "https://a.example" })
  }

  @Test("A cursor goes into a header field, in place of the one before")
  func header() async throws {
    let requester = PagedRequester([
      Page(#"{"c":"a"}"#), Page(#"{"c":"b"}"#), Page("{}"),
    ])
    let exchange = try await Exchange(
      requester,
      "host: https://a.example\npath: /x\npaginate: {cursor: $.c, into: headers.X-At}\n")
    #expect(exchange.failure == nil)
    let fields = requester.requests.map { request in
      request.headers.filter { $0.isNamed("x-at") }.map(\.value.revealed)
    }
    #expect(fields == [[], ["a"], ["b"]])
  }

  @Test("A server that announces pages without items for ever is left")
  func endless() async throws {
    let requester = PagedRequester { _, _ in Page(#"{"i":[],"m":true}"#) }
    let exchange = try await Exchange(
      requester,
      "host: https://a.example\npath: /x\npaginate: {page: query.p, more: $.m, items: $.i}\n")
    #expect(
      exchange.failure?.diagnostics.first?.message
        == "page 1001 has no items, but says that another page follows")
    #expect(requester.requests.count == 1001)
  }

  @Test("A cursor cannot split a request")
  func lineBreak() async throws {
    let requester = PagedRequester([Page(#"{"c":"a\r\nX: b"}"#)])
    let exchange = try await Exchange(
      requester,
      "host: https://a.example\npath: /x\npaginate: {cursor: $.c, into: headers.X-At}\n")
    #expect(
      exchange.failure?.diagnostics.first?.message
        == "cannot request the page after page 1: the value of 'X-At' would contain a line break or "
        + "a control character")
    #expect(requester.requests.count == 1)
  }

  private static func page(
    _ body: String, header: (String, String)? = nil, trailer: (String, String)? = nil
  ) -> Page {
    var page = Page(body)
    page.headers += header.map { [ResponseHead.Field($0.0, $0.1)] } ?? []
    page.trailers = trailer.map { [ResponseHead.Field($0.0, $0.1)] } ?? []
    return page
  }
}
