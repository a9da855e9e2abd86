import APICallBase
import APICallContracts
import APICallHTTP
import APICallPlugins
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import Synchronization
import TestWorlds
import Testing

@Suite("Pages of a list")
struct PageTests {
  private typealias Page = PagedRequester.Page

  private static func spec(_ paginate: String, _ extra: String = "") -> String {
    "host: https://a.example\npath: /x\npaginate: \(paginate)\n\(extra)"
  }

  /// The requests and the result.
  private static func run(
    _ paginate: String, _ extra: String = "", _ pages: [Page], format: String? = nil,
    print parts: [String] = []
  ) async throws -> (exchange: Exchange, requester: PagedRequester) {
    let requester = PagedRequester(pages)
    let exchange = try await Exchange(
      requester, spec(paginate, extra), format: format, print: parts)
    return (exchange, requester)
  }

  @Test("Links lead from page to page, whatever their form")
  func links() async throws {
    let (exchange, requester) = try await Self.run(
      "{link: next}", "query: {q: a b}\n",
      [
        Page("[1, 2]", link: "<?q=a%20b&after=%7e>; rel=\"self next\""),
        Page("[ ]", link: "<https://A.example:443/y>; rel=NEXT"),
        Page("[{\"a\" : 1.10, \"a\": [\"\\u00e4 b\"]}]", link: "</x>; rel=prev"),
      ])
    #expect(exchange.text == "1\n2\n{\"a\":1.10,\"a\":[\"\\u00e4 b\"]}\n")
    #expect(exchange.failure == nil)
    #expect(requester.targets == ["/x?q=a%20b", "/x?q=a%20b&after=%7e", "/y"])
    #expect(
      requester.requests.map(\.headers) == Array(repeating: requester.requests[0].headers, count: 3)
    )
  }

  @Test("The trailers of each page are noted")
  func trailers() async throws {
    final class Notes: ExchangeReceiver {
      var fields: [ResponseHead.Field] = []
      func receive(_ head: ResponseHead) -> Demand { .more }
      func receive(_ bytes: Span<UInt8>) -> Demand { .more }
      func note(trailers fields: [ResponseHead.Field]) { self.fields += fields }
    }
    var pages = [Page("[1]", link: "</y>; rel=next"), Page("[2]")]
    for index in pages.indices { pages[index].trailers = [.init("Sum", "\(index)")] }
    let call = try SpecText.call(Self.spec("{link: next}"))
    let links = MiddlewareChain.links(for: call, in: .fixed(SpecText.registry))
    let notes = Notes()
    try await NextSender(through: links[...], to: PagedRequester(pages)).send(
      call.request, to: notes)
    #expect(notes.fields == [.init("Sum", "0"), .init("Sum", "1")])
  }

  @Test(
    "The last page is the one that names no other",
    arguments: [
      #"{"i":[2]}"#, #"{"i":[2],"n":null}"#, #"{"i":[2],"n":""}"#, #"{"i":[2],"n":false}"#,
    ])
  func ends(_ last: String) async throws {
    for paginate in ["{next: $.n, items: $.i}", "{cursor: $.n, into: query.n, items: $.i}"] {
      let (exchange, requester) = try await Self.run(
        paginate, [Page(#"{"i":[1],"n":"b"}"#), Page(last)])
      #expect(
        exchange.description == "---- standard output\n1\n2\n---- standard error\nexit status 0\n")
      #expect(requester.targets.count == 2)
    }
  }

  private static func run(
    _ paginate: String, _ pages: [Page]
  ) async throws -> (exchange: Exchange, requester: PagedRequester) {
    try await run(paginate, "", pages)
  }

  @Test("A URL in the body is relative to the page's own URL, after redirects")
  func next() async throws {
    let origin = Origin(scheme: .https, host: "a.example")
    let (exchange, requester) = try await Self.run(
      "{next: '$.links[?@.rel == \"next\"].href', items: $.i}",
      [
        Page(
          #"{"links":[{"rel":"self","href":"no"},{"rel":"next","href":"two?a=[b]"}],"i":[1]}"#,
          redirect: RequestURL(origin: origin, path: "/v2/one")),
        Page(#"{"links":[],"i":null}"#),
      ])
    #expect(exchange.text == "1\n" && exchange.failure == nil)
    #expect(requester.targets == ["/x", "/v2/two?a=[b]"])
  }

  @Test(
    "A cursor is put into the query unchanged, in place of the earlier one",
    arguments: [
      ("query: {c: first, n: 1}", "7", "/x?c=7&n=1"), ("query: {n: 1}", "1.0", "/x?n=1&c=1.0"),
      ("query: {n: 1, c: [a, b]}", "\"a b&c=\\u00e4\"", "/x?n=1&c=a%20b%26c%3D%C3%A4"),
      ("", "12345678901234567890", "/x?c=12345678901234567890"),
    ])
  func cursor(_ query: String, _ cursor: String, _ target: String) async throws {
    let (_, requester) = try await Self.run(
      "{cursor: $.c, into: query.c}", "\(query)\n", [Page("{\"c\":\(cursor)}"), Page("{}")])
    #expect(requester.targets.last == target)
  }

  @Test(
    "A cursor is put into a body, whose length is updated",
    arguments: [
      ("json: {a: 1}", "json.c", "\"x\\u0041\"", #"{"a":1,"c":"x\u0041"}"#),
      ("json: {}", "json.c", "7", #"{"c":7}"#),
      ("json: {c: null, p: {c: 1, d: 2}}", "json.p.c", "\"x\"", #"{"c":null,"p":{"c":"x","d":2}}"#),
      ("form: {c: 1, d: a b}", "form.c", "\"x y\"", "c=x+y&d=a+b"),
      ("form: {d: 1}", "form.c", "\"&\"", "d=1&c=%26"),
    ])
  func cursorInBody(
    _ body: String, _ place: String, _ cursor: String, _ sent: String
  ) async throws {
    let (exchange, requester) = try await Self.run(
      "{cursor: $.c, into: \(place)}", "\(body)\n", [Page("{\"c\":\(cursor)}"), Page("{}")])
    #expect(exchange.failure == nil)
    let request = try #require(requester.requests.last)
    #expect(request.body?.held?.revealed == sent)
    #expect(requester.targets == ["/x", "/x"])
    let length = request.headers.first { $0.isNamed("Content-Length") }?.value.revealed
    #expect(length == String(sent.utf8.count))
  }

  @Test("Secrets of the first request are secret in the others, too")
  func secrets() async throws {
    let secret = "inputs: {key: {secret: true, default: hush}}\n"
    let (_, inQuery) = try await Self.run(
      "{cursor: $.c, into: query.c}", "\(secret)query: {c: 1, key: <key>}\n",
      [Page(#"{"c":2}"#), Page("{}")])
    #expect(inQuery.requests.last?.url.text.masked == "https://a.example/x?c=2&key=***")
    let (_, inBody) = try await Self.run(
      "{cursor: $.c, into: json.c}", "\(secret)json: {c: 1, key: 'a <key>'}\n",
      [Page(#"{"c":2}"#), Page("{}")])
    #expect(inBody.requests.last?.body?.masked == #"{"c":2,"key":"a ***"}"#)
    #expect(inBody.targets == ["/x", "/x"])
  }

  @Test(
    "Pages are counted from the number in the request, or from 1, up to one without items",
    arguments: [
      ("", ["/x", "/x?page=2", "/x?page=3"]),
      ("query: {page: 0}", ["/x?page=0", "/x?page=1", "/x?page=2"]),
      ("query: {page: 9, n: 5}", ["/x?page=9&n=5", "/x?page=10&n=5", "/x?page=11&n=5"]),
    ])
  func counted(_ query: String, _ targets: [String]) async throws {
    let (exchange, requester) = try await Self.run(
      "{page: query.page}", "\(query)\n", [Page("[1]"), Page("[2]"), Page("[]")])
    #expect(exchange.text == "1\n2\n" && exchange.failure == nil)
    #expect(requester.targets == targets)
  }

  @Test("A response without a body is a page without items")
  func empty() async throws {
    let (exchange, requester) = try await Self.run(
      "{page: query.page}", "", [Page("[1]"), Page("", 204)], format: "json")
    #expect(exchange.text == "[\n  1\n]\n" && exchange.failure == nil)
    #expect(requester.requests.count == 2)
  }

  @Test(
    "Items are the values at the path, else the list that a page is, else the page",
    arguments: [
      ("items: $.i", #"{"i":[1,[2]]}"#, "1\n[2]\n"),
      ("items: '$.i[*].a'", #"{"i":[{"a":[1]},{}]}"#, "[1]\n"),
      ("items: '$.i[*] | default(list())'", "{}", ""), ("items: $.i", #"{"i":null}"#, ""),
      ("", "[[1],2]", "[1]\n2\n"),
      ("", #"{ "a": 1 }"#, "{\"a\":1}\n"), ("", "7", "7\n"),
    ])
  func items(_ items: String, _ page: String, _ output: String) async throws {
    let (exchange, _) = try await Self.run("{link: next, \(items)}", [Page(page)])
    #expect(exchange.text == output && exchange.failure == nil)
  }

  @Test("Everything that works for a stream works for the items of all pages")
  func stream() async throws {
    let two = [
      Page(#"[{"id":1,"t":"a"}]"#, link: "</2>; rel=next"), Page(#"[{"id":2,"t":"b"}]"#),
    ]
    func output(
      _ extra: String = "", format: String? = nil, print parts: [String] = []
    ) async throws -> String {
      let (exchange, _) = try await Self.run(
        "{link: next}", extra, two, format: format, print: parts)
      return exchange.text
    }
    #expect(try await output(format: "csv") == "id,t\n1,a\n2,b\n")
    #expect(
      try await output(format: "compact") == "[{\"id\":1,\"t\":\"a\"},{\"id\":2,\"t\":\"b\"}]\n")
    #expect(try await output("select: $.t\n", format: "lines") == "a\nb\n")
    #expect(try await output("select: $.t\n") == "[\n  \"a\",\n  \"b\"\n]\n")
    #expect(
      try await output("outputs: {t: $.t, ids: '$[?@ > 0]'}\n", print: ["t", "status"])
        == "a\n200\n")
    #expect(try await output("stop: {$.id: 1}\n") == "{\"id\":1,\"t\":\"a\"}\n")
  }

  @Test("The envelope has the items of all pages, even if one of them failed")
  func envelope() async throws {
    let pages = [
      Page("[1]", link: "</2>; rel=next"), Page("[2]", link: "</3>; rel=next"), Page("", 500),
    ]
    let whole = try await Exchange(
      PagedRequester(Array(pages.prefix(1)) + [Page("[2]")]), Self.spec("{link: next}"),
      format: "compact", content: .envelope)
    #expect(whole.text.contains(#""body":[1,2]},"#))
    let part = try await Exchange(
      PagedRequester(pages), Self.spec("{link: next}"), format: "compact", content: .envelope)
    #expect(part.text.contains(#""body":[1,2]},"#) && part.status == 5)
  }

  @Test("A stop ends endless pages, and no further page is requested")
  func stop() async throws {
    let requester = PagedRequester { number, _ in Page("[\(number)]") }
    let exchange = try await Exchange(requester, Self.spec("{page: query.p}", "stop: {$: 3}\n"))
    #expect(exchange.text == "1\n2\n3\n" && exchange.failure == nil)
    #expect(requester.requests.count == 3)
  }

  @Test("On a terminal, all items are one list")
  func terminal() async throws {
    let exchange = try await Exchange(
      PagedRequester([Page("[1]", link: "</2>; rel=next"), Page("[2]")]),
      Self.spec("{link: next}"), isTerminal: true)
    #expect(exchange.text == "[\n  1,\n  2\n]\n")
  }

  @Test("Cancelling ends endless pages, whatever the requester does")
  func cancelled() async throws {
    let requester = PagedRequester { number, _ in
      if number == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      return Page("[\(number)]")
    }
    let run = Task { try await Exchange(requester, Self.spec("{page: query.p}")) }
    let exchange = try await run.value
    #expect(exchange.failure?.report == "exit status 130\n")
    #expect(requester.requests.count == 3)
  }

  @Test("A closed output ends endless pages without a message")
  func closed() async throws {
    final class Closed: ByteSink {
      func write(_ bytes: Span<UInt8>) {}
      func flush() throws(DeliveryError) { throw .output(.closed) }
    }
    let requester = PagedRequester { number, _ in Page("[\(number)]") }
    let exchange = try await Exchange(
      requester, Self.spec("{page: query.p}"), output: Closed())
    #expect(exchange.failure?.report == "exit status 141\n")
    #expect(requester.requests.count == 1)
  }

  @Test("The page limit is an error only if more pages remain")
  func limit() async throws {
    let pages = [Page("[1]", link: "</2>; rel=next"), Page("[2]")]
    #expect(try await Self.run("{link: next, max_pages: 2}", pages).exchange.status == 0)
    #expect(try await Self.run("{link: next, max_pages: 1}", pages).exchange.status == 75)
    let partial = try await Self.run("{link: next, max_pages: 1, allow_partial: true}", pages)
    #expect(partial.exchange.status == 0 && partial.exchange.text == "1\n")
    #expect(partial.requester.requests.count == 1)
  }

  @Test("A pause comes before each page except the first")
  func every() async throws {
    let waits = Mutex<[Duration]>([])
    var world = World.fixed()
    world.wait = { duration in waits.withLock { $0.append(duration) } }
    let call = try SpecText.call(Self.spec("{page: query.p, every: 200ms}"))
    let output = BufferSink()
    try await Pipeline.run(
      call, with: PagedRequester([Page("[1]"), Page("[2]"), Page("[]")]), in: .fixed(in: world),
      rules: OutputRules(
        OutputRequest(), in: OutputContext(isTerminal: false, colors: .refused)),
      streams: OutputStreams(output: output, error: BufferSink()))
    #expect(waits.withLock { $0 } == [.milliseconds(200), .milliseconds(200)])
    #expect(output.bytes == Array("1\n2\n".utf8))
  }

  @Test("Only one page is buffered at a time, however many there are")
  func memory() async throws {
    final class Last: Sendable {
      // Requests come one after the other.
      nonisolated(unsafe) private weak var receiver: AnyObject?
      /// Whether the receiver of the previous page is gone.
      func replace(by next: any ExchangeReceiver) -> Bool {
        defer { receiver = next }
        return receiver == nil
      }
    }
    struct Watching: RequestSender {
      static let name = "watching"
      static let summary = "Watches who receives."
      static let pages = 10_000
      let last = Last()
      let pages = PagedRequester { number, _ in
        Page(number < Watching.pages ? "[\(number % 2)]" : "[]")
      }
      func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
        async throws(ExchangeError)
      {
        guard last.replace(by: receiver) else { throw .invalidURL("the last page is still held") }
        try await pages.send(request, to: receiver)
      }
    }
    final class Counting: ByteSink {
      var count = 0
      func write(_ bytes: Span<UInt8>) { count += bytes.count }
      func flush() {}
    }
    let sink = Counting()
    let exchange = try await Exchange(Watching(), Self.spec("{page: query.p}"), output: sink)
    #expect(exchange.failure == nil)
    #expect(sink.count == 2 * (Watching.pages - 1))
  }
}
