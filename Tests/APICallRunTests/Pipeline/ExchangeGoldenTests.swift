import APICallBase
import APICallContracts
import APICallHTTP
import APICallResponses
import APICallSafety
import APICallText
import GoldenFiles
import TestWorlds
import Testing

/// A named exchange, and its result.
struct ExchangeCase: Sendable, CustomTestStringConvertible {
  var name: String
  var requester: ScriptedRequester
  var format: String?
  var parts: [String] = []
  var isTerminal = false
  var mock: Origin?
  var spec = Exchange.spec
  var testDescription: String { name }

  init(
    _ name: String, _ requester: ScriptedRequester, format: String? = nil,
    print parts: [String] = [],
    isTerminal: Bool = false, mock: Origin? = nil, spec: String = Exchange.spec
  ) {
    self.spec = spec
    self.name = name
    self.requester = requester
    self.format = format
    self.parts = parts
    self.isTerminal = isTerminal
    self.mock = mock
  }

  init(_ name: String, _ error: ExchangeError, mock: Origin? = nil) {
    self.init(name, ScriptedRequester(error: error), mock: mock)
  }

  init(_ name: String, _ kind: ConnectionFailure.Kind, _ reason: String, mock: Origin? = nil) {
    let origin = mock ?? Origin(scheme: .https, host: "a.example")
    self.init(name, .transport(.init(kind, origin: origin, reason: reason)), mock: mock)
  }
}

@Suite("Messages about failed exchanges")
struct ExchangeGoldenTests {
  private static let bearer = """
    host: https://a.example
    auth: {type: bearer, token: <token>}
    inputs: {token: {secret: true, default: tok-tok-token}}
    """

  private static func refusal(_ challenge: String, status: Int = 401) -> ScriptedRequester {
    ScriptedRequester(
      status, type: "text/plain", headers: [.init("WWW-Authenticate", challenge)], "no\n")
  }

  private static let late: ScriptedRequester = {
    var requester = ScriptedRequester("{}")
    requester.timings = ExchangeTimings()
    requester.timings?.total = .milliseconds(1234)
    return requester
  }()

  static let mock = Origin(scheme: .http, host: "127.0.0.1", port: 8080)
  static let cases = [
    ExchangeCase(
      "late", late, print: ["note"],
      spec: Exchange.spec + "\nexpect: {time: 1s, headers: {ETag: {exists: true}}}"),
    ExchangeCase(
      "retry-causes", ScriptedRequester("{\"code\":\"BUSY\"}"),
      spec: Exchange.spec + "\nretry: {times: 1, every: 1ms, on: [{body: {$.code: BUSY}}]}"),
    ExchangeCase("invalid-url", .invalidURL("the host is too long")),
    ExchangeCase("host-not-found", .hostNotFound, "no such name"),
    ExchangeCase("cannot-connect", .cannotConnect, "connection refused"),
    ExchangeCase("cannot-connect-to-mock", .cannotConnect, "connection refused", mock: mock),
    ExchangeCase("tls", .tls, "the certificate has expired"),
    ExchangeCase(
      "cannot-connect-hint",
      .transport(
        ConnectionFailure(
          .cannotConnect, origin: Origin(scheme: .https, host: "a.example"),
          reason: "the proxy http://p:3128 answered 403 Forbidden",
          hint: "a proxy decides which hosts it connects to"))),
    ExchangeCase("protocol-violation", .protocolViolation, "a header field of 1 MiB"),
    ExchangeCase("truncated", .truncated, "12 bytes are missing"),
    ExchangeCase("no-answer", .noResponse, "no example of a.yaml has these inputs"),
    ExchangeCase("other-transport", .other, "out of memory"),
    ExchangeCase("body-vanished", body(.unreadable(.notFound))),
    ExchangeCase("body-unreadable", body(.unreadable(.other("input/output error")))),
    ExchangeCase("body-interrupted", body(.unreadable(.interrupted))),
    ExchangeCase("body-shrunk", body(.changed(from: 12_345, to: 99))),
    ExchangeCase("body-written-to", body(.changed(from: 99, to: 99))),
    ExchangeCase("body-not-repeatable", body(.notRepeatable)),
    ExchangeCase("timeout-connecting", .timedOut(.connecting(after: .seconds(10)))),
    ExchangeCase("timeout-idle", .timedOut(.idle(after: .seconds(60)))),
    ExchangeCase(
      "timeout-connecting-set",
      ScriptedRequester(error: .timedOut(.connecting(after: .seconds(1)))),
      spec: "host: https://a.example\ntimeout: {connect: 1s}"),
    ExchangeCase(
      "timeout-idle-set", ScriptedRequester(error: .timedOut(.idle(after: .seconds(1)))),
      spec: "host: https://a.example\ntimeout: {idle: 1s}"),
    ExchangeCase("timeout-total", .timedOut(.total(after: .milliseconds(1_500)))),
    ExchangeCase(
      "invalid-response",
      .invalidResponse(ReceivedResponse(head: ResponseHead(status: 418), body: []))),
    ExchangeCase("no-data", .noData),
    ExchangeCase("decoding", .decoding("the image is broken")),
    ExchangeCase("redirect-too-many", redirect(.tooMany(limit: 12), hops: 12)),
    ExchangeCase("redirect-circle", redirect(.circle, hops: 1)),
    ExchangeCase("redirect-several", redirect(.severalLocations(2))),
    ExchangeCase(
      "redirect-unusable", redirect(.unusableLocation("it contains a user or a password"))),
    ExchangeCase("redirect-insecure", redirect(.insecure)),
    ExchangeCase("redirect-secret-body", redirect(.secretBody)),
    ExchangeCase("redirect-lost-field", redirect(.lostField("If-Match"))),
    ExchangeCase("redirect-guarded", redirect(.guarded)),
    ExchangeCase(
      "redirect-not-followed",
      ScriptedRequester(302, headers: [.init("Location", "//b.example/\u{1b}[1m\u{202e}?a b")])),
    ExchangeCase(
      "redirect-somewhere", ScriptedRequester(301, headers: [.init("Location", "../b.html?c#d")])),
    ExchangeCase(
      "redirect-nowhere",
      ScriptedRequester(308, headers: [.init("Location", "https://eve:password@b.example/")])),
    ExchangeCase(
      "retry-attempts", ScriptedRequester(503), spec: Exchange.spec + "\nretry: 2"),
    ExchangeCase(
      "retry-refused",
      ScriptedRequester(
        error: .transport(
          ConnectionFailure(
            .cannotConnect, origin: Origin(scheme: .https, host: "a.example"),
            reason: "connection refused"))), spec: Exchange.spec + "\nretry: 2"),
    ExchangeCase(
      "retry-later", ScriptedRequester(429, headers: [.init("Retry-After", "3600")]),
      spec: Exchange.spec + "\nretry: 2"),
    ExchangeCase("duplicate-request", .duplicateRequest),
    ExchangeCase("cancelled", .cancelled),
    ExchangeCase("auth-body-once", .authorization(.unrepeatableBody(scheme: "Digest"))),
    ExchangeCase(
      "auth-long-body", .authorization(.tooLongBody(scheme: "Digest", limit: 16 << 20))),
    ExchangeCase(
      "auth-forged",
      .authorization(.forgedAnswer(Origin(scheme: .https, host: "a.example")))),
    ExchangeCase("auth-refused", refusal(#"Basic realm="a""#), spec: bearer),
    ExchangeCase(
      "auth-token-expired",
      refusal(
        #"Bearer realm="a", error="invalid_token", "#
          + "error_description=\"tok-tok-token \u{1b}[1mhas expired\""),
      spec: bearer),
    ExchangeCase(
      "auth-scope-403", refusal(#"Bearer error="insufficient_scope", scope="b""#, status: 403),
      spec: bearer),
    ExchangeCase("status-404", ScriptedRequester(404, #"{"error":"user not found"}"#)),
    ExchangeCase("status-without-name", ScriptedRequester(599)),
    ExchangeCase("status-500-of-mock", ScriptedRequester(500), mock: mock),
    ExchangeCase(
      "status-with-part", ScriptedRequester(400, #"{"error":"\#u{1b}[1mno"}"#), print: ["token"]),
    ExchangeCase(
      "graphql-errors",
      ScriptedRequester(
        #"{"errors":[{"message":"no field \u001b[1m'x'"},{"message":"two"},3,4,5],"data":null}"#),
      spec: graphql),
    ExchangeCase(
      "graphql-error-of-part",
      ScriptedRequester(#"{"errors":[{"message":"not allowed"}]}"#), print: ["id"], spec: graphql),
    ExchangeCase(
      "graphql-errors-on-terminal",
      ScriptedRequester(#"{"errors":{"code":7}}"#, type: "image/png"), isTerminal: true,
      spec: graphql),
    ExchangeCase("graphql-empty-map", ScriptedRequester("{}"), spec: graphql),
    ExchangeCase(
      "graphql-page", ScriptedRequester("<html>log in", type: "text/html"), spec: graphql),
    ExchangeCase("graphql-no-content", ScriptedRequester(204, type: nil), spec: graphql),
    ExchangeCase(
      "graphql-errors-twice",
      ScriptedRequester(#"{"errors":[{"message":"no"}],"errors":[],"data":{}}"#), spec: graphql),
    ExchangeCase(
      "graphql-errors-in-stream",
      ScriptedRequester(
        "data: {\"data\":{}}\n\ndata: {\"errors\":[{\"message\":\"no\"}]}\n\n",
        type: "text/event-stream"), spec: graphql),
    ExchangeCase("malformed", ScriptedRequester("{\n  \"a\": nul }\n"), format: "json"),
    ExchangeCase("malformed-raw", ScriptedRequester("{\n  \"a\": nul }\n")),
    ExchangeCase("malformed-part", ScriptedRequester("{\n  \"a\": nul }\n"), print: ["token"]),
    ExchangeCase("not-utf-8", latin(), format: "json"),
    ExchangeCase("bytes-as-json", ScriptedRequester("\0", type: "image/png"), format: "json"),
    ExchangeCase("no-type-as-json", ScriptedRequester("{}", type: nil), format: "json"),
    ExchangeCase(
      "bytes-on-terminal", ScriptedRequester("\0", type: "image/png"), isTerminal: true),
    ExchangeCase(
      "bytes-on-terminal-404", ScriptedRequester(404, type: "image/png", "\0"), isTerminal: true),
    ExchangeCase(
      "missing-parts", ScriptedRequester(#"{"tokens": [], "user": {}}"#),
      print: ["token", "etag", "headers.x-id"]),
    ExchangeCase(
      "pattern-of-list", ScriptedRequester(#"{"tags": ["a"]}"#), print: ["tag"],
      spec: "host: https://a.example\noutputs: {tag: {from: $.tags, regex: a}}"),
    ExchangeCase(
      "not-secret", ScriptedRequester(#"{"pin": "1234"}"#),
      spec: """
        host: https://a.example
        inputs: {pin: {secret: true, default: "1234"}}
        expect: {body: {$.pin: {not: <pin>}}}
        """),
    ExchangeCase("part-of-list", ScriptedRequester("[1]"), print: ["token"]),
    ExchangeCase("part-of-empty-map", ScriptedRequester("{}"), print: ["token"]),
    ExchangeCase("part-of-text", ScriptedRequester("<p>", type: "text/html"), print: ["token"]),
    ExchangeCase("part-of-nothing", ScriptedRequester(""), print: ["token"]),
    ExchangeCase(
      "shell", ScriptedRequester(#"{"token": "it's"}"#), format: "shell", print: ["token"]),
    ExchangeCase("shell-of-body", ScriptedRequester("{}"), format: "shell"),
    ExchangeCase(
      "shell-of-header", ScriptedRequester("{}"), format: "shell", print: ["headers.etag"]),
    ExchangeCase("csv-404", ScriptedRequester(404, #"{"error": "no"}"#), format: "csv"),
    ExchangeCase("csv-key-twice", ScriptedRequester(#"[{"a": 1, "a": 2}]"#), format: "csv"),
    ExchangeCase(
      "csv-ragged", ScriptedRequester("a,b\n1,2\n3\n", type: "text/csv"), format: "json"),
    ExchangeCase(
      "ndjson-broken", ScriptedRequester("1\n\n {\"a\" 1}\n", type: "application/x-ndjson"),
      format: "compact"),
    ExchangeCase("yaml-broken", ScriptedRequester("a: [1\n", type: "text/yaml"), format: "json"),
    ExchangeCase(
      "unknown-charset", ScriptedRequester("a", type: "text/plain; charset=x-koi9"), format: "json"),
    ExchangeCase(
      "unknown-charset-of-output",
      ScriptedRequester("token: a1", type: "text/plain; charset=windows-125l"), print: ["token"],
      spec: "host: https://a.example\noutputs: {token: {regex: 'token: (\\w+)'}}"),
    ExchangeCase("latin-1-on-terminal", latin("text/plain; charset=latin1"), isTerminal: true),
    ExchangeCase("latin-1-in-pipe", latin("text/plain; charset=utf-8")),
    ExchangeCase("select-nothing", ScriptedRequester(#"{"a": 1, "b": 2}"#), spec: selecting),
    ExchangeCase(
      "stop-not-reached", ScriptedRequester("{\"n\":1}\n", type: "application/x-ndjson"),
      spec: "host: https://a.example\nstop: {$.end: true}\nexpect: {stop: true}"),
    ExchangeCase("select-in-list", ScriptedRequester("[]"), spec: selecting),
    ExchangeCase("select-in-text", ScriptedRequester("<p>", type: "text/html"), spec: selecting),
    ExchangeCase("select-in-bytes", ScriptedRequester("{}", type: nil), spec: selecting),
    ExchangeCase(
      "select-in-hex", ScriptedRequester("{}", type: nil), spec: selecting + "\ndecode: hex"),
    ExchangeCase("select-in-nothing", ScriptedRequester(204), spec: selecting),
    ExchangeCase(
      "select-half-of-a-pair", ScriptedRequester(#"{"data": {"id": "\ud800"}}"#), spec: selecting),
    ExchangeCase(
      "select-too-much", ScriptedRequester("[" + String(repeating: "1,", count: 99_999) + "1]"),
      spec: "host: a.example\nselect: $[*,*,*,*,*,*,*,*,*,*,*,*,*,*,*]"),
    ExchangeCase(
      "select-404", ScriptedRequester(404, #"{"error": "no"}"#), format: "json", spec: selecting),
    ExchangeCase(
      "select-broken-row", ScriptedRequester("1\n2\n{\"a\" 1}\n", type: "application/x-ndjson"),
      format: "ndjson", spec: "host: a.example\nselect: $"),
    ExchangeCase(
      "max-body", ScriptedRequester("[1, 2, 3]"), spec: "host: a.example\nmax_body: 8"),
    ExchangeCase("part-of-unnamed-type", ScriptedRequester("{}", type: nil), print: ["token"]),
  ]

  private static func body(_ reason: RequestBodyFailure.Reason) -> ExchangeError {
    .unreadableBody(RequestBodyFailure(reason, file: "photo.png"))
  }

  private static func redirect(_ reason: RedirectFailure.Reason, hops: Int = 0) -> ExchangeError {
    func url(_ path: String) -> RequestURL {
      RequestURL(
        origin: Origin(scheme: .https, host: "a.example"), path: ProtectedText(path),
        query: ProtectedText("key=hunter22", isSecret: true))
    }
    let origin = Origin(scheme: .http, host: "b.example", port: 8080)
    let next = OutgoingRequest(method: "GET", url: RequestURL(origin: origin, path: "/next"))
    return .redirect(
      RedirectFailure(
        reason, status: 302, visited: (0...hops).map { url("/\($0)") }, next: next))
  }

  private static let graphql = """
    host: https://a.example
    path: /graphql
    graphql:
      query: "{ x }"
    outputs: {id: $.data.id}
    """

  private static let selecting = "host: https://a.example\nselect: $.data.id"

  private static func latin(_ type: String = "text/plain") -> ScriptedRequester {
    var requester = ScriptedRequester("", type: type)
    requester.pieces = [[0x61, 0xE9]]
    return requester
  }

  @Test("Each exchange has its messages and its exit status", arguments: cases)
  func says(_ item: ExchangeCase) async throws {
    let exchange = try await Exchange(
      item.requester, item.spec, format: item.format, print: item.parts,
      isTerminal: item.isTerminal,
      mock: item.mock)
    try GoldenFile(path: "exchanges/\(item.name).txt").check("\(exchange)")
  }

  @Test("Every golden file has its case")
  func noneLeftOver() {
    #expect(
      GoldenFile.all(in: "exchanges").map(\.path)
        == Self.cases.map { "exchanges/\($0.name).txt" }.sorted())
  }

  @Test(
    "A failed write is reported, except for a closed pipe and a signal",
    arguments: [
      (
        .output(.failed("no space left on device")),
        "cannot write to standard output: no space left on device", 74
      ),
      (.output(.closed), nil, 141), (.output(.interrupted), nil, 130),
      (.tooLarge(limit: 64 << 20), "the response is longer than the limit of 64 MiB", 8),
    ] as [(DeliveryError, String?, Int32)])
  func writing(_ error: DeliveryError, _ message: String?, _ status: Int32) throws {
    let failure = Failure(error, call: try SpecText.call("host: a.example"))
    #expect(failure.diagnostics.first?.message == message)
    #expect(failure.status.rawValue == status)
  }
}
