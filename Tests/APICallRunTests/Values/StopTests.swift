import APICallContracts
import APICallHTTP
import TestWorlds
import Testing

@Suite("The end of a stream")
struct StopTests {
  /// Sends a stream that never ends by itself.
  private struct Endless: RequestSender {
    static let name = "endless"
    static let summary = "Never ends."

    var type: String
    var first: String
    var rest: String

    func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
      async throws(ExchangeError)
    {
      let head = ResponseHead(status: 200, headers: [.init("Content-Type", type)])
      guard receiver.receive(head) == .more else { return }
      guard receiver.receive(Array(first.utf8).span) == .more else { return }
      for _ in 0..<10_000 {
        guard receiver.receive(Array(rest.utf8).span) == .more else { return }
      }
      throw .cancelled
    }
  }

  private static let chat = Endless(
    type: "text/event-stream",
    first: "data: {\"t\": \"Hel\"}\n\ndata: {\"t\": \"lo\"}\n\ndata: [DONE]\n\ndata: {\"t\": \"no",
    rest: "\n\ndata: x\n\n")

  static let chats: [(String, String?, String)] = [
    ("select: $.json.t", "raw", "Hello"), ("select: $.json.t", nil, "[\n  \"Hel\",\n  \"lo\"\n]\n"),
    ("select: $.data", "lines", "{\"t\": \"Hel\"}\n{\"t\": \"lo\"}\n[DONE]\n"),
    // Unchanged, up to the line that ends the last event.
    ("", nil, "data: {\"t\": \"Hel\"}\n\ndata: {\"t\": \"lo\"}\n\ndata: [DONE]\n\n"),
    ("", "raw", "data: {\"t\": \"Hel\"}\n\ndata: {\"t\": \"lo\"}\n\ndata: [DONE]\n\n"),
    ("select: $.id", "compact", "[\"\",\"\",\"\"]\n"),
  ]

  @Test("It is the value that stops the stream, which is printed too", arguments: chats)
  func stops(_ select: String, _ format: String?, _ printed: String) async throws {
    let spec = "host: a.example\nstop: {$.data: \"[DONE]\"}\n\(select)"
    let result = try await Exchange(Self.chat, spec, format: format)
    #expect(result.text == printed && result.status == 0)
  }

  @Test("It closes the list of a document format")
  func format() async throws {
    let spec = "host: a.example\nstop: {$.n: 2}"
    let rows = Endless(type: "application/x-ndjson", first: "{\"n\": 1}\n", rest: "{\"n\":2.0}\n")
    let result = try await Exchange(rows, spec, format: "compact")
    #expect(result.text == "[{\"n\":1},{\"n\":2.0}]\n" && result.status == 0)
    let terminal = try await Exchange(rows, spec, isTerminal: true)
    #expect(terminal.text.hasSuffix("]\n") && terminal.status == 0)
  }

  @Test("It is the value with all the given members, equal as JSON")
  func conditions() async throws {
    let rows = Endless(
      type: "application/x-ndjson",
      first: "{\"a\":\"1\"}\n{\"a\":1}\n{\"b\":[1,{}]}\n{\"b\":[1.0],\"a\":null}\n", rest: "0\n")
    for (stop, count) in [
      ("{$.a: \"1\"}", 1), ("{$.a: 1}", 2), ("{$.a: null, $.b: [1]}", 4), ("{\"$.b[0]\": 1}", 3),
      ("{$: 0}", 5), ("{$.a: ~}", 4),
    ] {
      let result = try await Exchange(rows, "host: a.example\nstop: \(stop)", format: "ndjson")
      #expect(result.text.split(separator: "\n").count == count, "\(stop)")
    }
  }

  @Test("It also ends the stream for --print")
  func parts() async throws {
    let spec =
      "host: a.example\nstop: {$.data: \"[DONE]\"}\noutputs: {all: $.json.t, no: $.x.* | default(list())}"
    let result = try await Exchange(Self.chat, spec, print: ["all", "no", "status"])
    #expect(result.text == "Hel\n[]\n200\n" && result.status == 0)
  }

  @Test("It may never come, and a document has none")
  func without() async throws {
    let spec = "host: a.example\nstop: {$.a: 1}"
    let rows = ScriptedRequester("{\"a\":2}\n", type: "application/x-ndjson")
    #expect(try await Exchange(rows, spec, format: "ndjson").text == "{\"a\":2}\n")
    #expect(try await Exchange(rows, spec).text == "{\"a\":2}\n")
    let document = ScriptedRequester("{\"a\":1}")
    #expect(try await Exchange(document, spec).text == "{\"a\":1}")
    let unexpected = try await Exchange(ScriptedRequester(500, "{\"a\":1}"), spec)
    #expect(unexpected.text == "{\"a\":1}" && unexpected.status == 5)
  }

  @Test("Errors after it are ignored, and errors before it count")
  func faults() async throws {
    let spec = "host: a.example\nstop: {$: 1}"
    let good = ScriptedRequester("1\n{]\n", type: "application/x-ndjson")
    let bad = ScriptedRequester("{]\n1\n", type: "application/x-ndjson")
    for format in [nil, "raw", "ndjson"] as [String?] {
      #expect(try await Exchange(good, spec, format: format).text == "1\n")
      #expect(try await Exchange(good, spec, format: format).status == 0)
      #expect(try await Exchange(bad, spec, format: format).status == 8)
    }
  }
}
