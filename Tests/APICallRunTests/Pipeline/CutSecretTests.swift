import APICallContracts
import APICallHTTP
import TestWorlds
import Testing

@Suite("Server texts that are cut in a message")
struct CutSecretTests {
  private static let secret = "open-sesame-and-more"

  /// Responds with one head.
  private struct Server: RequestSender {
    static let name = "server"
    static let summary = "Answers with one head."

    let head: ResponseHead

    func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
      async throws(ExchangeError)
    {
      guard receiver.receive(head) == .more else { return }
      _ = receiver.receive(Array("[1]".utf8).span)
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var extra = ""
    var status: Int
    var field: String
    /// The text before what is cut.
    var before: String
    /// The text after it.
    var after = ""
    /// How much of it the message shows.
    var length = 200
  }

  static let cases = [
    Case(
      testDescription: "what is wrong with a token", status: 401, field: "WWW-Authenticate",
      before: "Bearer error=\"", after: "\""),
    Case(
      testDescription: "where a redirect leads", status: 302, field: "Location",
      before: "https://a.example/", length: 200 - 18),
    Case(
      testDescription: "what is wrong with a redirect", extra: "redirects: 1\n", status: 302,
      field: "Location", before: "https://", length: 300 - 9),
    Case(
      testDescription: "what leads to the next page", extra: "paginate: {link: next}\n",
      status: 200,
      field: "Link", before: "<ftp://", after: ">; rel=next", length: 200 - 6),
    Case(
      testDescription: "what is wrong with the next page", extra: "paginate: {link: next}\n",
      status: 200, field: "Link", before: "<https://", after: ">; rel=next", length: 200 - 9),
  ]

  @Test("No part of a secret is shown", arguments: cases)
  func cut(example: Case) async throws {
    let padding = String(repeating: "x", count: example.length - 8)
    let value = example.before + padding + Self.secret + "-tail" + example.after
    let server = Server(
      head: ResponseHead(
        status: example.status,
        headers: [.init("Content-Type", "application/json"), .init(example.field, value)]))
    let exchange = try await Exchange(
      server,
      """
      host: https://a.example
      auth: {type: bearer, token: <token>}
      inputs: {token: {secret: true}}
      \(example.extra)
      """, inputs: ["token=\(Self.secret)"])
    let report = try #require(exchange.failure?.report)
    #expect(report.contains("x***…"), "\(report)")
    #expect(!report.contains("open"), "\(report)")
  }

  @Test(
    "No part of a secret is shown of a body with many marks in one character",
    arguments: [
      // It begins before the last scalar that is shown, and before the last byte that is read.
      (51, "\u{301}…'"), (115, "\u{301}…'"),
    ])
  func marks(_ count: Int, _ end: String) async throws {
    let marks = String(repeating: "\u{301}", count: count)
    let exchange = try await Exchange(
      ScriptedRequester("e\(marks)\(Self.secret)-tail", type: "text/plain"),
      """
      host: https://a.example
      auth: {type: bearer, token: <token>}
      inputs: {token: {secret: true}}
      select: $.a
      """, inputs: ["token=\(Self.secret)"])
    let report = try #require(exchange.failure?.report)
    let scalars = Array(report.unicodeScalars)
    #expect(scalars.contains(Array(end.unicodeScalars)), "\(report)")
    #expect(!scalars.contains(Array("open".unicodeScalars)), "\(report)")
  }
}
