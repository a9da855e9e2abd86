import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import APICallRequests
import APICallResponses
@testable import APICallRun
import APICallSafety
import TestWorlds
import Testing

@Suite("A decoder selected by name")
struct NamedDecoderTests {
  static let rows: [(decoder: String, type: String?, body: String, format: String?, String)] = [
    ("json", "text/plain", "{\"a\": 1}", nil, "{\n  \"a\": 1\n}\n"),
    ("json", nil, "[1]", "compact", "[1]\n"),
    ("csv", "application/octet-stream", "a\n1\n", "ndjson", "{\"a\":\"1\"}\n"),
    ("ndjson", "application/json", "1\n2\n", "compact", "[1,2]\n"),
    ("hex", "application/json", "{}", nil, hex), ("hex", nil, "{}", nil, hex),
    ("text", "application/json", "{\"a\"", nil, "{\"a\""),
    // Bytes that are requested as such stay unchanged.
    ("csv", "text/plain", "a\n1\n", "raw", "a\n1\n"), ("hex", "text/plain", "a", "raw", "a"),
    ("ndjson", nil, "", nil, "[]\n"), ("ndjson", nil, "", "ndjson", ""),
  ]
  private static let hex =
    "00000000  7b 7d                                             |{}|\n"

  @Test("It reads the response in place of the decoder for the media type", arguments: rows)
  func reads(
    _ row: (decoder: String, type: String?, body: String, format: String?, String)
  ) async throws {
    let result = try await Exchange(
      ScriptedRequester(row.body, type: row.type), "host: a.example\ndecode: \(row.decoder)",
      format: row.format)
    #expect(result.text == row.4 && result.status == 0)
  }

  @Test("Text in its charset becomes UTF-8")
  func charset() async throws {
    var requester = ScriptedRequester("", type: "text/plain; charset=latin1")
    requester.pieces = [[0xE9]]
    #expect(try await Exchange(requester, "host: a.example\ndecode: text").text == "é")
    #expect(try await Exchange(requester, "host: a.example").output == [0xE9])
  }

  @Test("A body that it cannot read is a failure")
  func fault() async throws {
    let result = try await Exchange(
      ScriptedRequester("<p>", type: "text/html"), "host: a.example\ndecode: json")
    #expect(result.status == 8)
  }

  @Test("Outputs are taken from its values")
  func outputs() async throws {
    let spec = "host: a.example\ndecode: json\noutputs: {a: $.a}"
    let result = try await Exchange(
      ScriptedRequester("{\"a\": 1}", type: "text/html"), spec, print: ["a"])
    #expect(result.text == "1\n")
  }

  @Test(
    "An error page is shown decoded if the decoder finds a value in it",
    arguments: [
      ("json", "{\"a\":1}", "{\n  \"a\": 1\n}\n"), ("json", "<p>", "<p>"),
      ("csv", "{\"error\": \"no\"}", "{\"error\": \"no\"}"), ("csv", "not found", "not found"),
      ("sse", "{\"error\": \"no\"}\n", "{\"error\": \"no\"}\n"), ("hex", "{}", hex),
    ])
  func errorPage(_ decoder: String, _ body: String, _ printed: String) async throws {
    let result = try await Exchange(
      ScriptedRequester(404, body), "host: a.example\ndecode: \(decoder)")
    #expect(result.text == printed && result.status == 4)
  }

  @Test(
    "Its media types are sent in Accept",
    arguments: [
      (nil, "application/json, */*;q=0.5"), ("json", "application/json, */*;q=0.5"),
      ("ndjson", "application/x-ndjson, */*;q=0.5"), ("sse", "text/event-stream"),
      ("form", "application/x-www-form-urlencoded, */*;q=0.5"), ("csv", "text/csv, */*;q=0.5"),
      ("yaml", "application/yaml, */*;q=0.5"), ("text", "text/*, */*;q=0.5"), ("hex", "*/*"),
    ] as [(String?, String)])
  func accept(_ decoder: String?, _ accept: String) throws {
    let spec = "host: a.example\n" + (decoder.map { "decode: \($0)\n" } ?? "")
    let call = try SpecText.call(spec)
    #expect(call.request.headers.first { $0.isNamed("Accept") }?.value.revealed == accept)
    let own = try SpecText.call(spec + "headers: {accept: a/b}")
    #expect(
      own.request.headers.filter { $0.isNamed("Accept") }.map(\.value.revealed) == ["a/b"])
  }

  @Test(
    "An event stream can be silent for any time",
    arguments: [
      (nil, "text/event-stream", true), ("sse", "text/plain", true), ("sse", nil, true),
      (nil, "application/json", false), (nil, nil, false), ("text", "text/event-stream", false),
    ] as [(String?, String?, Bool)])
  func silence(_ decoder: String?, _ type: String?, _ isAllowed: Bool) throws {
    let call = try SpecText.call("host: a.example\n" + (decoder.map { "decode: \($0)" } ?? ""))
    let receiver = JudgedReceiver(
      call, registry: Builtins.registry(),
      rules: OutputRules(OutputRequest(), in: OutputContext(isTerminal: false)),
      streams: OutputStreams(output: BufferSink(), error: BufferSink()))
    let types = type.map { [ResponseHead.Field("Content-Type", $0)] } ?? []
    #expect(receiver.receive(ResponseHead(status: 200, headers: types)) == .more)
    #expect(receiver.silence == (isAllowed ? .allowed : .limited))
  }

  @Test("It is found by its name, and unknown names are usage errors")
  func registry() throws {
    for decoder in Builtins.decoders {
      #expect(try Builtins.registry().decoder(named: decoder.name).summary == decoder.summary)
    }
    let failure = #expect(throws: Failure.self) {
      try Builtins.registry().decoder(named: "jsno")
    }
    #expect(failure?.report.contains("unknown decoder 'jsno'") == true)
  }
}
