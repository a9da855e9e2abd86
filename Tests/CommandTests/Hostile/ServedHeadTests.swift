import TestServers
import Testing

/// Requests to apicall-serve that two servers may read differently, or that have no end.
@Suite("The mock server and malformed or excessive requests")
struct ServedHeadTests {
  /// A request and its response, after which nothing follows.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var request: String
    var status: String
    var reason: String

    init(_ name: String, _ request: String, _ status: String, _ reason: String) {
      testDescription = name
      self.request = request
      self.status = status
      self.reason = reason
    }

    /// Returns a request with a body.
    static func post(
      _ name: String, _ fields: String, body: String = "hello", version: String = "1.1",
      _ status: String, _ reason: String
    ) -> Refusal {
      let fields = fields.isEmpty ? "" : "\(fields)\r\n"
      return Refusal(
        name, "POST /todos HTTP/\(version)\r\nHost: localhost\r\n\(fields)\r\n\(body)", status,
        reason)
    }

    /// Returns a body in chunks, followed by text that looks like another request.
    static func chunks(_ name: String, _ body: String) -> Refusal {
      post(
        name, "Transfer-Encoding: chunked",
        body: "\(body)GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        bad, "a chunk of the body is malformed")
    }
  }

  private static let bad = "400 Bad Request"
  private static let host = "Host: localhost\r\n"
  private static let lengths = "the request has 2 Content-Length fields, not 1"
  private static let line = "the request line is not 'METHOD TARGET HTTP/1.1'"
  private static let longLine = "the request line is longer than 8 KiB"
  private static let longHead = "the header is longer than 64 KiB"
  private static let tooLarge = "431 Request Header Fields Too Large"
  private static let coding = "Transfer-Encoding"

  private static func notLength(_ text: String) -> String {
    "the Content-Length '\(text)' is not a number of bytes"
  }

  private static func notField(_ text: String) -> String {
    "the header line '\(text)' is not 'Name: value'"
  }

  static let framing: [Refusal] = [
    .post("two lengths, equal", "Content-Length: 5\r\nContent-Length: 5", bad, lengths),
    .post("two lengths, different", "Content-Length: 0\r\ncontent-length: 5", bad, lengths),
    .post("a list of lengths", "Content-Length: 5, 5", bad, notLength("5, 5")),
    .post("a length with a sign", "Content-Length: +5", bad, notLength("+5")),
    .post("a length below zero", "Content-Length: -5", bad, notLength("-5")),
    .post("a length and a letter", "Content-Length:  5x", bad, notLength("5x")),
    .post("a length that is empty", "Content-Length:", bad, notLength("")),
    .post("a length in base 16", "Content-Length: 0x5", bad, notLength("0x5")),
    .post(
      "a length of 20 digits", "Content-Length: 99999999999999999999", "413 Content Too Large",
      "the body is longer than 16 MiB"),
    .post(
      "length and coding", "Content-Length: 5\r\n\(coding): chunked", body: "0\r\n\r\n", bad,
      "the request has both Content-Length and Transfer-Encoding"),
    .post(
      "two codings, both chunked", "\(coding): chunked\r\n\(coding): chunked", body: "0\r\n\r\n",
      bad,
      "the Transfer-Encoding 'chunked, chunked' does not end with one 'chunked'"),
    .post(
      "chunked is not the last", "\(coding): chunked, gzip", body: "0\r\n\r\n", bad,
      "the Transfer-Encoding 'chunked, gzip' does not end with one 'chunked'"),
    .post(
      "almost chunked", "\(coding): xchunked", body: "0\r\n\r\n", bad,
      "the Transfer-Encoding 'xchunked' does not end with one 'chunked'"),
    .post(
      "a coding that is not known", "\(coding): gzip, chunked", body: "0\r\n\r\n",
      "501 Not Implemented", "the transfer coding 'gzip' is not supported"),
    .post(
      "a coding in HTTP/1.0", "\(coding): chunked", body: "0\r\n\r\n", version: "1.0", bad,
      "HTTP/1.0 does not have Transfer-Encoding"),
    .chunks("a chunk with a sign", "+5\r\nhello\r\n0\r\n\r\n"),
    .chunks("a chunk with a blank", "5 \r\nhello\r\n0\r\n\r\n"),
    .chunks("a chunk without a length", ";a=b\r\nhello\r\n0\r\n\r\n"),
    .chunks("a chunk that goes on", "5\r\nhelloXX\r\n0\r\n\r\n"),
    .chunks("a chunk's line without CR", "5;\nxx\r\nhello\r\n0\r\n\r\n"),
    .chunks("a chunk's line that is long", "5;\(String(repeating: "a", count: 2000))\r\n"),
    .post(
      "a chunk of 20 digits", "\(coding): chunked", body: "ffffffffffffffffffff\r\n",
      "413 Content Too Large", "the body is longer than 16 MiB"),
    .post(
      "a trailer that is none", "\(coding): chunked", body: "0\r\nhello\r\n\r\n", bad,
      notField("hello")),
    .post(
      "trailers without end", "\(coding): chunked",
      body: "0\r\n" + String(repeating: "X: a\r\n", count: 101), tooLarge,
      "the request has more than 100 header fields"),
  ]

  static let lines: [Refusal] = [
    Refusal("not HTTP", "hello\r\n\r\n", bad, line),
    Refusal("two spaces", "GET  / HTTP/1.1\r\n\(host)\r\n", bad, line),
    Refusal("a space in the target", "GET /a b HTTP/1.1\r\n\(host)\r\n", bad, line),
    Refusal("a method that is none", "G(T / HTTP/1.1\r\n\(host)\r\n", bad, line),
    Refusal(
      "another version", "GET / HTTP/2.0\r\n\(host)\r\n", "505 HTTP Version Not Supported",
      "the version 'HTTP/2.0' is not HTTP/1.0 or HTTP/1.1"),
    Refusal("no host", "GET / HTTP/1.1\r\n\r\n", bad, "the request has 0 Host fields, not 1"),
    Refusal(
      "two hosts", "GET / HTTP/1.1\r\n\(host)\(host)\r\n", bad,
      "the request has 2 Host fields, not 1"),
    .post(
      "a blank before the colon", "Content-Length : 5", bad, notField("Content-Length : 5")),
    .post("a folded line", "X: 1\r\n Y: 2", body: "", bad, notField(" Y: 2")),
    .post("a line without a colon", "hello", body: "", bad, notField("hello")),
    .post("a line without a name", ": 5", body: "", bad, notField(": 5")),
    .post("a lone CR", "X: 1\rY: 2", body: "", bad, notField(#"X: 1\rY: 2"#)),
    .post("a NUL", "X: 1\0", body: "", bad, notField(#"X: 1\u0000"#)),
    .post(
      "an expectation", "Expect: cake\r\nContent-Length: 5", "417 Expectation Failed",
      "the expectation 'cake' is not '100-continue'"),
    Refusal(
      "a long request line", "GET /\(String(repeating: "a", count: 8200)) HTTP/1.1\r\n",
      "414 URI Too Long", longLine),
    Refusal(
      "a request line without end", "GET /" + String(repeating: "a", count: 1 << 20),
      "414 URI Too Long", longLine),
    .post(
      "a long header line", "X: \(String(repeating: "a", count: 66_000))", body: "", tooLarge,
      longHead),
    .post(
      "a header line without end", "X: \(String(repeating: "a", count: 1 << 20))", body: "",
      tooLarge,
      longHead),
    .post(
      "many lines that are long",
      [String](repeating: "X: \(String(repeating: "a", count: 1000))", count: 90)
        .joined(separator: "\r\n"), body: "", tooLarge, longHead),
    .post(
      "many lines of one name", [String](repeating: "X: a", count: 5000).joined(separator: "\r\n"),
      body: "", tooLarge, "the request has more than 100 header fields"),
  ]

  @Test("It refuses them, and then closes the connection", arguments: framing + lines)
  func refused(refusal: Refusal) throws {
    let server = try ServeProcess.shared.get()
    let connection = try LoopbackSocket.connected(to: server.port)
    connection.send(refusal.request.utf8)
    let body = #"{"error":"\#(refusal.reason)"}"#
    let answer = """
      HTTP/1.1 \(refusal.status)
      Connection: close
      Content-Length: \(body.utf8.count)
      Content-Type: application/json

      \(body)
      """
    let received = String(decoding: connection.receiveAll(), as: UTF8.self)
    #expect(received == answer.replacing("\n", with: "\r\n"))
  }

  @Test(
    "It refuses more than 100 fields",
    arguments: [(96, "HTTP/1.1 404"), (98, "HTTP/1.1 404"), (99, "HTTP/1.1 431")])
  func fields(count: Int, answer: String) throws {
    let server = try ServeProcess.shared.get()
    let connection = try LoopbackSocket.connected(to: server.port)
    let fields = (1...count).map { "X-\($0): a\r\n" }.joined()
    let head = "GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\(fields)\r\n"
    connection.send(head.utf8)
    #expect(String(decoding: connection.receiveAll(), as: UTF8.self).hasPrefix(answer))
  }

  @Test("A head has a limit of 10 s")
  func slowHead() async throws {
    let connection = try LoopbackSocket.connected(to: ServeProcess.shared.get().port)
    connection.send("GET / HTTP/1.1\r\nX: ".utf8)
    // No thread waits meanwhile, and a late server is waited for.
    try await Task.sleep(for: .seconds(10))
    let answer = String(decoding: connection.receiveAll(), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 408 Request Timeout\r\n"))
    #expect(answer.hasSuffix(#"{"error":"the header took longer than 10 s"}"#))
  }
}
