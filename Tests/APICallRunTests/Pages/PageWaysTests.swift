import APICallBase
import APICallHTTP
import APICallSafety
import Testing

@Suite("Ways through the pages of a list")
struct PageWaysTests {
  private typealias Page = PagedRequester.Page

  static let lists = PagedList.counted + PagedList.announced

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
        == "page 10001 has no items, but says that another page follows")
    #expect(requester.requests.count == 10_001)
  }

  @Test("A server that does not know the number of the page is left, whatever its items are")
  func equalPages() async throws {
    let requester = PagedRequester { _, _ in Page(#"["a"]"#) }
    let exchange = try await Exchange(
      requester, "host: https://a.example\npath: /x\npaginate: {page: query.p}\n")
    #expect(
      exchange.failure?.diagnostics.first?.message
        == "page 21 has the items of the page before it")
    #expect(requester.requests.count == 21)
  }

  @Test("A page that is a cause for a retry is requested again")
  func retried() async throws {
    let requester = PagedRequester([
      Page(#"{"i":[1],"n":"/x?p=2"}"#), Page(#"{"i":[],"error":"busy"}"#), Page(#"{"i":[2]}"#),
    ])
    let exchange = try await Exchange(
      requester,
      """
      host: https://a.example
      path: /x
      paginate: {next: $.n, items: $.i}
      retry: {times: 1, every: 1ms, on: [{status: 200, body: {$.error: {exists: true}}}]}

      """)
    #expect(exchange.failure == nil && exchange.text == "1\n2\n")
    #expect(requester.requests.map(\.url.target.revealed) == ["/x", "/x?p=2", "/x?p=2"])
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
}
