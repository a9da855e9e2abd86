import APICallBase
import APICallContracts
import APICallHTTP
import APICallResponses
import APICallSafety
import APICallText
import GoldenFiles
import TestWorlds
import Testing

/// A named run whose envelope is compared.
struct EnvelopeCase: Sendable, CustomTestStringConvertible {
  var name: String
  var requester: ScriptedRequester
  var format: String?
  var isTerminal = false
  var spec = Exchange.spec
  var inputs: [String] = []
  var testDescription: String { name }

  init(
    _ name: String, _ requester: ScriptedRequester, format: String? = "compact",
    isTerminal: Bool = false,
    spec: String = "host: https://a.example\npath: /x\ntimeout: 2s", inputs: [String] = []
  ) {
    self.name = name
    self.requester = requester
    self.format = format
    self.isTerminal = isTerminal
    self.spec = spec
    self.inputs = inputs
  }
}

@Suite("The envelope of a run")
struct EnvelopeGoldenTests {
  static let cases = [
    EnvelopeCase("success", measured(good), format: nil, spec: Exchange.spec),
    EnvelopeCase("success-ndjson", good, format: "ndjson"),
    EnvelopeCase("success-yaml", ScriptedRequester("[1.10]"), format: "yaml"),
    EnvelopeCase("success-raw", ScriptedRequester("{ \"a\":\n1.10 }"), format: "raw"),
    EnvelopeCase("yaml-repeated-key", ScriptedRequester("{\"a\":1,\"a\":2}"), format: "yaml"),
    EnvelopeCase(
      "yaml-repeated-key-404", ScriptedRequester(404, "{\"a\":1,\"a\":2}"), format: "yaml"),
    EnvelopeCase("csv", good, format: "csv"), EnvelopeCase("lines", good, format: "lines"),
    EnvelopeCase("shell", good, format: "shell"), EnvelopeCase("table", good, format: "table"),
    EnvelopeCase(
      "status-404", ScriptedRequester(404, #"{"error": "no such user"}"#), spec: Exchange.spec),
    EnvelopeCase("status-503-page", ScriptedRequester(503, type: "text/html", "<h1>down</h1>")),
    EnvelopeCase("status-500-malformed", ScriptedRequester(500, "{\"a\"")),
    EnvelopeCase("status-204", ScriptedRequester(204, type: nil)),
    EnvelopeCase("cannot-connect", refused),
    EnvelopeCase("cannot-connect-outputs", refused, spec: Exchange.spec),
    EnvelopeCase("timeout", ScriptedRequester(error: .timedOut(.total(after: .seconds(2))))),
    EnvelopeCase(
      "truncated",
      ScriptedRequester(
        "{\"a\": [1,",
        error: .transport(.init(.truncated, origin: origin, reason: "12 bytes are missing")))),
    EnvelopeCase("interrupted", ScriptedRequester(error: .cancelled)),
    EnvelopeCase("empty", ScriptedRequester("")),
    EnvelopeCase("empty-stream", ScriptedRequester("", type: "application/x-ndjson")),
    EnvelopeCase(
      "problem-200", ScriptedRequester(#"{"title": "no"}"#, type: "application/problem+json")),
    EnvelopeCase("binary", bytes("image/gif", [0x47, 0x49, 0x46, 0x00, 0xFF])),
    EnvelopeCase("binary-without-type", bytes(nil, [0x00, 0x80])),
    EnvelopeCase("text-without-type", ScriptedRequester("a\nb\0", type: nil)),
    EnvelopeCase("text-latin-1", bytes("text/plain; charset=latin1", [0x61, 0xE9])),
    EnvelopeCase("text-not-utf-8", bytes("text/plain", [0x61, 0xE9])),
    EnvelopeCase(
      "ndjson", ScriptedRequester("{\"a\": 1.10}\n[]\n", type: "application/x-ndjson")),
    EnvelopeCase("events", ScriptedRequester("data: a\n\ndata: b\n\n", type: "text/event-stream")),
    EnvelopeCase("form", ScriptedRequester("a=1&b=x+y", type: "application/x-www-form-urlencoded")),
    EnvelopeCase("malformed", ScriptedRequester("{\n  \"a\": nul }\n"), spec: Exchange.spec),
    EnvelopeCase("missing-output", ScriptedRequester(#"{"token": "x"}"#), spec: Exchange.spec),
    EnvelopeCase("default-output", withEtag(#"{"token": "x", "data": []}"#), spec: Exchange.spec),
    EnvelopeCase(
      "secrets", withEtag(#"{"token": "tok-1"}"#), spec: secrets, inputs: ["key=hush", "pin=1234"]),
    EnvelopeCase(
      "graphql-errors", ScriptedRequester(#"{"errors": [{"message": "no"}], "data": null}"#),
      spec: "host: https://a.example\ngraphql: {query: '{ x }'}\noutputs: {id: $.data.id}"),
    EnvelopeCase(
      "terminal", ScriptedRequester("{\"a\": \"\\u001b[1m\u{9b}1m\u{202e}\"}"), isTerminal: true),
    EnvelopeCase("terminal-binary", bytes("image/gif", [0x47, 0x00, 0xFF]), isTerminal: true),
    EnvelopeCase("terminal-colors", ScriptedRequester("[1]"), format: nil, isTerminal: true),
    EnvelopeCase("terminal-raw", ScriptedRequester("1"), format: "raw", isTerminal: true),
  ]

  private static let origin = Origin(scheme: .https, host: "a.example")

  private static let refused = ScriptedRequester(
    error: .transport(.init(.cannotConnect, origin: origin, reason: "connection refused")))

  private static let good = ScriptedRequester(
    "{\"token\": \"T\\/1\", \"size\": 1E400,\n\"data\": [{\"id\": 1.10}, {\"id\": 12345678901234567890}]}",
    headers: [.init("ETag", "\"1\""), .init("Set-Cookie", "a=1"), .init("set-cookie", "b=2")])

  private static let secrets = """
    host: https://a.example
    path: /x/<pin>
    inputs: {key: {secret: true}, pin: {type: integer, secret: true}}
    query: {k: <key>}
    headers: {X-Key: <key>}
    json: {key: <key>, other: 1}
    outputs: {token: {from: $.token, secret: true}}
    """

  private static func measured(_ requester: ScriptedRequester) -> ScriptedRequester {
    var requester = requester
    var timings = ExchangeTimings()
    timings.nameLookup = .microseconds(17)
    timings.connect = .microseconds(1_002)
    timings.firstByte = .milliseconds(20)
    timings.total = .seconds(61)
    requester.timings = timings
    return requester
  }

  private static func withEtag(_ body: String) -> ScriptedRequester {
    ScriptedRequester(body, headers: [.init("ETag", "W/\"2\"")])
  }

  private static func bytes(_ type: String?, _ bytes: [UInt8]) -> ScriptedRequester {
    var requester = ScriptedRequester("", type: type)
    requester.pieces = [bytes]
    return requester
  }

  @Test("Each run has its envelope, its messages and its exit status", arguments: cases)
  func prints(_ item: EnvelopeCase) async throws {
    let exchange = try await Exchange(
      item.requester, item.spec, format: item.format, content: .envelope, inputs: item.inputs,
      isTerminal: item.isTerminal, colors: .silent)
    try GoldenFile(path: "envelopes/\(item.name).txt").check("\(exchange)")
  }

  @Test("Every golden file has its case")
  func noneLeftOver() {
    #expect(
      GoldenFile.all(in: "envelopes").map(\.path)
        == Self.cases.map { "envelopes/\($0.name).txt" }.sorted())
  }
}
