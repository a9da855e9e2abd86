import APICallBase
import APICallPlugins
import APICallResponses
import APICallRun
import APICallText
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@Suite("The contents of an envelope")
struct EnvelopeTests {
  private func response(to requester: ScriptedRequester) async throws -> (Exchange, JSONNode) {
    let exchange = try await Exchange(requester, content: .envelope)
    let root = try JSONDocument(exchange.output).root
    #expect(root.members.map(\.key) == ["request", "response", "outputs", "timings", "error"])
    return (exchange, try #require(root["response"]))
  }

  @Test("Any bytes can be recovered from it, whatever their media type")
  func bytes() async throws {
    let seed: UInt64 = 0xE47E
    var random = SeededGenerator(seed: seed)
    let types = [
      nil, "image/png", "application/octet-stream", "application/json", "text/csv",
      "application/x-ndjson", "text/yaml",
    ]
    for number in 0..<600 {
      let type = types[number % types.count]
      let pool: [UInt8] = [0x00, 0x7F, 0x80, 0xC3, 0xA9, 0xFF, 0x22, 0x5C, 0x0A, 0x61, 0x5B, 0x31]
      let body = (0..<Int.random(in: 1...12, using: &random)).map { _ in
        pool[Int.random(in: 0..<pool.count, using: &random)]
      }
      var requester = ScriptedRequester("", type: type)
      requester.pieces = [Array(body.prefix(2)), Array(body.dropFirst(2))]
      let (exchange, response) = try await response(to: requester)
      // A decoded body is another value; any other body is there unchanged.
      let isDecoded = exchange.failure?.diagnostics.first?.message.contains("decode") != true
      if isDecoded, type?.hasPrefix("application/o") != true, type?.hasPrefix("image") != true,
        type != nil
      {
        continue
      }
      if let text = response["body"]?.string {
        #expect(Array(text.utf8) == body, "seed \(seed), case \(number)")
      } else {
        let expected = String(validating: body, as: UTF8.self) == nil ? Base64.encode(body) : nil
        #expect(response["body_base64"]?.string == expected, "seed \(seed), case \(number)")
        #expect(expected != nil)
      }
    }
  }

  @Test(
    "JSON is included unchanged",
    arguments: [
      "1.10", "1E400", "-0", "12345678901234567890", "\"\\u00e9\\/\"", "{\"a\":1,\"a\":2}", "[]",
      "null",
      " { \"b\" : 1 ,\n\"a\" : [ ] }\n",
    ])
  func json(_ text: String) async throws {
    for isGood in [true, false] {
      let exchange = try await Exchange(
        ScriptedRequester(isGood ? 200 : 404, text), "host: a.example", format: "raw",
        content: .envelope)
      #expect(exchange.text.contains("\"body\":\(text)},\"outputs\":{}"))
      #expect(exchange.status == (isGood ? 0 : 4))
    }
  }

  @Test("A body that cannot be buffered is left out, and the error says so")
  func tooLong() async throws {
    var requester = ScriptedRequester("", type: "application/octet-stream")
    requester.pieces = Array(repeating: [UInt8](repeating: 0x61, count: 1 << 20), count: 64)
    requester.pieces.append([0x61])
    let (exchange, response) = try await response(to: requester)
    #expect(exchange.status == 8)
    #expect(response["status"]?.text == "200")
    #expect(response["body"]?.isNull == true)
    #expect(exchange.text.contains("the response is longer than the limit of 64 MiB"))
  }

  @Test(
    "A failed write of the envelope ends the run, and earlier errors come first",
    arguments: [
      (200, DeliveryError.output(.failed("no space left on device")), 74, 1),
      (404, .output(.failed("no space left on device")), 74, 2), (200, .output(.closed), 141, 0),
    ] as [(Int, DeliveryError, Int32, Int)])
  func unwritable(_ status: Int, _ error: DeliveryError, _ exit: Int32, _ count: Int) async throws {
    let exchange = try await Exchange(
      ScriptedRequester(status, "{}"), "host: a.example", content: .envelope,
      output: FailingSink(error))
    #expect(exchange.status == exit)
    #expect(exchange.failure?.diagnostics.count == count)
  }

  @Test("Terminal controls are JSON escapes with the same value")
  func terminal() async throws {
    let body = "{\"\u{9b}\u{202e}\" :\r\n\t\"é日😀\u{7f}\u{feff}\\u001b\"}"
    for format in [nil, "compact", "raw"] {
      let exchange = try await Exchange(
        ScriptedRequester(body), "host: a.example", format: format, content: .envelope,
        isTerminal: true)
      #expect(exchange.text.contains(#""\u009b\u202e""#))
      #expect(exchange.text.contains(#""é日😀\u007f\ufeff\u001b""#))
      #expect(!exchange.text.unicodeScalars.contains { $0 != "\r" && TerminalText.isUnsafe($0) })
      let told = try JSONDocument(exchange.output).root["response"]?["body"]
      #expect(told?["\u{9b}\u{202e}"]?.string == "é日😀\u{7f}\u{feff}\u{1b}")
    }
  }

  @Test("There is an envelope even if nothing could be sent")
  func beforeSending() throws {
    let buffer = BufferSink()
    let rules = OutputRules(
      OutputRequest(format: "compact", content: .envelope),
      in: OutputContext(isTerminal: false))
    let printer = try EnvelopePrinter(rules, registry: Builtins.registry(), output: buffer)
    let failure = #expect(throws: Failure.self) {
      _ = try SpecText.endpoint("host: a.example\npth: /x\n")
    }
    let told = #expect(throws: Failure.self) { try printer.report(try #require(failure)) }
    #expect(told?.status == .badInput)
    #expect(
      String(decoding: buffer.bytes, as: UTF8.self) == """
        {"request":null,"response":null,"outputs":{},"timings":{"name_lookup":null,"connect":null,\
        "tls":null,"first_byte":null,"total":null},"error":{"exit":65,"exit_name":"bad_input",\
        "message":"unknown field 'pth'","diagnostics":[{"message":"unknown field 'pth'","file":\
        "call.yaml","line":2,"column":1,"end_line":2,"end_column":4,"hint":\
        "did you mean 'path'?","details":[],"notes":[],"mismatch":null}]}}

        """)
  }

  /// Refuses all data.
  private final class FailingSink: ByteSink {
    let error: DeliveryError
    init(_ error: DeliveryError) { self.error = error }
    func write(_ bytes: Span<UInt8>) throws(DeliveryError) { throw error }
    func flush() {}
  }
}
