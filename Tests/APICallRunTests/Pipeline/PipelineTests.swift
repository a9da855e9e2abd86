import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import TestWorlds
import Testing

@Suite("From a request to the output")
struct PipelineTests {
  @Test(
    "An unexpected status has the exit status of its class, and the body is printed unchanged",
    arguments: [
      (100, 9), (199, 9), (301, 3), (304, 3), (400, 4), (404, 4), (499, 4), (500, 5), (503, 5),
    ] as [(Int, Int32)])
  func statuses(_ status: Int, _ exit: Int32) async throws {
    let result = try await Exchange(ScriptedRequester(status, "{\"a\": 1"))
    #expect(result.status == exit)
    #expect(result.text == "{\"a\": 1")
    #expect(result.failure?.diagnostics.count == 1)
  }

  @Test("An expected status is a success, whatever its class", arguments: [200, 204, 299])
  func success(_ status: Int) async throws {
    let result = try await Exchange(ScriptedRequester(status, "{\"a\": 1}"))
    #expect(result.status == 0 && result.text == "{\"a\": 1}" && result.error.isEmpty)
  }

  @Test("The file sets which statuses are good")
  func expectation() async throws {
    let spec = "host: a.example\nexpect: {status: [404, 5xx]}"
    #expect(try await Exchange(ScriptedRequester(404), spec).status == 0)
    #expect(try await Exchange(ScriptedRequester(503), spec).status == 0)
    #expect(try await Exchange(ScriptedRequester(200), spec).status == 9)
  }

  @Test(
    "Invalid JSON is reported, whatever prints it",
    arguments: [
      (nil, false), ("json", false), ("raw", false), (nil, true), ("json", true), ("raw", true),
    ] as [(String?, Bool)], ["{\"a\": 1", "{\"a\" 1}", "nul", "1 2", "\"\u{1}\""])
  func malformed(_ rules: (String?, Bool), _ body: String) async throws {
    let result = try await Exchange(
      ScriptedRequester(body), format: rules.0, isTerminal: rules.1)
    #expect(result.status == (rules.0 == "raw" ? 0 : 8))
  }

  @Test("No part of invalid JSON is printed")
  func malformedParts() async throws {
    let result = try await Exchange(ScriptedRequester("{\"token\": \"t\""), print: ["token"])
    #expect(result.status == 8 && result.output.isEmpty)
  }

  @Test("A body cut anywhere gives the same output")
  func pieces() async throws {
    let body = Array(
      "{\"token\": \"é😀\\u00e9\", \"n\": [1.10, -2e+3, true, null, {}], \"e\": {}}".utf8)
    for format in [nil, "json", "raw"] as [String?] {
      for isTerminal in [false, true] {
        var requester = ScriptedRequester("")
        requester.pieces = [body]
        let whole = try await Exchange(requester, format: format, isTerminal: isTerminal)
        #expect(whole.status == 0)
        for cut in 1..<body.count {
          requester.pieces = [Array(body[..<cut]), Array(body[cut...])]
          let result = try await Exchange(requester, format: format, isTerminal: isTerminal)
          #expect(result.output == whole.output && result.status == 0, "cut at \(cut)")
        }
        requester.pieces = body.map { [$0] }
        let result = try await Exchange(requester, format: format, isTerminal: isTerminal)
        #expect(result.output == whole.output)
      }
    }
  }

  @Test(
    "An empty body prints nothing, but a document is not empty if a format asks for it",
    arguments: [nil, "json", "raw"] as [String?], [200, 204, 404])
  func empty(_ format: String?, _ status: Int) async throws {
    let result = try await Exchange(ScriptedRequester(status), format: format)
    #expect(result.output.isEmpty && result.error.isEmpty)
    #expect(result.status == (status == 404 ? 4 : status == 200 && format == "json" ? 8 : 0))
  }

  @Test(
    "Parts are printed one per line, or in a format as one value",
    arguments: [
      (["token"], nil, "t\n"), (["status"], nil, "200\n"), (["headers.etag"], nil, "\"x\"\n"),
      (["etag", "token"], nil, "\"x\"\nt\n"), (["ids"], nil, "[1,2.0]\n"),
      (["note"], nil, "none\n"),
      (["token"], "raw", "t\n"), (["token"], "json", "\"t\"\n"),
      (["token", "status"], "json", "{\n  \"token\": \"t\",\n  \"status\": 200\n}\n"),
    ] as [([String], String?, String)])
  func parts(_ parts: [String], _ format: String?, _ printed: String) async throws {
    let requester = ScriptedRequester(
      #"{"token": "t", "data": [{"id": 1}, {"id": 2.0}, {}]}"#,
      headers: [.init("ETag", "\"x\"")])
    let result = try await Exchange(requester, format: format, print: parts)
    #expect(result.text == printed && result.status == 0)
  }

  @Test("If one part is missing, none is printed")
  func missingPart() async throws {
    let result = try await Exchange(
      ScriptedRequester(#"{"token": "t"}"#), print: ["token", "etag"])
    #expect(result.status == 8 && result.output.isEmpty)
  }

  @Test(
    "With --print, a failure prints nothing, and the body goes to standard error")
  func failureWithParts() async throws {
    let body = "<b>\u{1b}[31mno\u{7}</b>\u{202e}"
    let result = try await Exchange(
      ScriptedRequester(500, type: "text/html", body), print: ["token"])
    #expect(result.status == 5 && result.output.isEmpty)
    let shown = String(decoding: result.error, as: UTF8.self)
    #expect(shown == "<b>\\x1b[31mno\\x07</b>\\u{202e}\n")
  }

  @Test("A long error body is cut")
  func cap() async throws {
    let body = String(repeating: "x", count: 20_000)
    let result = try await Exchange(ScriptedRequester(500, body), print: ["status"])
    #expect(
      String(decoding: result.error, as: UTF8.self)
        == String(repeating: "x", count: 16 << 10) + "\n… (3616 more bytes)\n")
  }

  @Test("With a format, an error body is printed in it if it decodes, else unchanged")
  func errorBodyInFormat() async throws {
    let json = try await Exchange(ScriptedRequester(404, #"{"a":1}"#), format: "json")
    #expect(json.text == "{\n  \"a\": 1\n}\n" && json.status == 4)
    let html = try await Exchange(
      ScriptedRequester(502, type: "application/json", "<p>"), format: "json")
    #expect(html.text == "<p>" && html.status == 5)
    let bytes = try await Exchange(ScriptedRequester(502, type: "image/png", "\0"), format: "json")
    #expect(bytes.text == "\0" && bytes.status == 5)
  }

  @Test("Bytes never reach a terminal, and the status is reported all the same")
  func bytesOnTerminal() async throws {
    for status in [200, 404] {
      let result = try await Exchange(
        ScriptedRequester(status, type: "image/png", "a\0b"), isTerminal: true)
      #expect(result.output.isEmpty)
      #expect(result.status == (status == 200 ? 8 : 4))
      #expect(result.failure?.diagnostics.count == (status == 200 ? 1 : 2))
    }
  }

  @Test("A closed output ends the call without a message, whatever the status")
  func closedPipe() async throws {
    for status in [200, 500] {
      let result = try await Exchange(ScriptedRequester(status, "{}"), output: ClosedSink())
      #expect(result.status == 141 && result.failure?.diagnostics.isEmpty == true)
    }
  }

  @Test("A response that breaks off is a transport failure, whatever came before")
  func truncated() async throws {
    let origin = Origin(scheme: .https, host: "a.example")
    let error = ExchangeError.transport(.init(.truncated, origin: origin, reason: "closed"))
    for status in [200, 404] {
      let result = try await Exchange(ScriptedRequester(status, "{\"a\":", error: error))
      // The last byte of a document is printed only if the response is whole.
      #expect(result.status == 74 && result.text == (status == 200 ? "{\"a\"" : "{\"a\":"))
    }
    let parts = try await Exchange(ScriptedRequester("{}", error: error), print: ["status"])
    #expect(parts.status == 74 && parts.output.isEmpty)
  }

  @Test("A requester that returns no response has broken its contract")
  func noResponse() async throws {
    var requester = ScriptedRequester("")
    requester.head = nil
    #expect(try await Exchange(requester).status == 76)
  }

  /// A pipe whose other end is closed.
  private final class ClosedSink: ByteSink {
    func write(_ bytes: Span<UInt8>) throws(DeliveryError) { throw .output(.closed) }
    func flush() throws(DeliveryError) { throw .output(.closed) }
  }
}
