import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import TestWorlds
import Testing

@Suite("An exchange in which the server repeats a secret")
struct RedactedExchangeTests {
  private static let spec = """
    host: https://a.example
    path: /x
    inputs: {key: {secret: true, default: 'hunter2/é'}}
    headers: {X-Key: <key>}
    outputs:
      token: $.token
      session: {header: X-Session, secret: true, default: null}
    """

  @Test("Its reason phrase is masked in the message")
  func reason() async throws {
    var requester = ScriptedRequester(401, "")
    requester.head?.reason = "No hunter2%2Fé and s3ss10n"
    requester.head?.headers = [.init("X-Session", "s3ss10n")]
    let result = try await Exchange(requester, Self.spec)
    #expect(
      result.failure?.report
        == "apicall: GET https://a.example/x answered 401 No *** and ***, not 2xx\nexit status 4\n")
  }

  @Test(
    "Its error page is masked on standard error, in any charset",
    arguments: [
      ("text/plain", Array("bad key: hunter2/é!".utf8), "bad key: ***!\n"),
      ("text/plain; charset=iso-8859-1", Array("no hunter2/".utf8) + [0xE9], "no ***\n"),
      (
        "text/plain; charset=utf-16le",
        "\u{1b}hunter2/é\u{9b}".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] },
        "\\x1b***\\x9b\n"
      ),
      ("application/json", Array(#"{"got": "hunter2\/\u00e9"}"#.utf8), #"{"got": "***"}"# + "\n"),
      ("text/html", Array("<p>aHVudGVyMi/DqQ==</p>".utf8), "<p>***==</p>\n"),
    ] as [(String, [UInt8], String)])
  func errorPage(_ type: String, _ body: [UInt8], _ shown: String) async throws {
    var requester = ScriptedRequester(401, "")
    requester.head?.headers = [.init("Content-Type", type)]
    requester.pieces = [body]
    let result = try await Exchange(requester, Self.spec, print: ["token"])
    #expect(String(decoding: result.error, as: UTF8.self) == shown)
    #expect(result.output.isEmpty)
  }

  @Test("Half a secret at the end of a shown page is masked")
  func cutPage() async throws {
    let page = String(repeating: "x", count: (16 << 10) - 9) + " hunter2/é and more"
    let result = try await Exchange(ScriptedRequester(500, page), Self.spec, print: ["token"])
    let end = String(decoding: result.error.suffix(60), as: UTF8.self)
    #expect(end.hasSuffix("xx ***\n… (11 more bytes)\n"), "\(end)")
  }

  @Test("GraphQL errors are masked, and then cut")
  func graphQL() async throws {
    let spec = Self.spec + "\ngraphql: {query: '{a}'}"
    let long = String(repeating: "x", count: 195) + "hunter2/é"
    let body = #"{"errors": [{"message": "no hunter2/é"}, {"message": "\#(long)"}]}"#
    let result = try await Exchange(ScriptedRequester(body), spec, print: ["token"])
    let message = result.failure?.diagnostics.first?.message
    #expect(
      message?.hasSuffix("with errors: no ***; \(String(repeating: "x", count: 195))***…") == true,
      "\(message ?? "")")
  }

  @Test("Names in a hint and transport failures are masked too")
  func messages() async throws {
    let hint = try await Exchange(
      ScriptedRequester(#"{"hunter2/é": 1}"#), Self.spec, print: ["token"]
    ).failure?.diagnostics.first?.hint
    #expect(hint == "the response has ***")
    let origin = Origin(scheme: .https, host: "a.example", port: 443)
    let failure = ConnectionFailure(
      .protocolViolation, origin: origin, reason: "bad line 'hunter2/é'")
    let result = try await Exchange(ScriptedRequester(error: .transport(failure)), Self.spec)
    #expect(
      result.failure?.diagnostics.first?.message
        == "https://a.example violates HTTP: bad line '***'")
  }

  @Test("Standard output is not masked")
  func output() async throws {
    let body = #"{"token": "hunter2/é"}"#
    #expect(try await Exchange(ScriptedRequester(body), Self.spec).text == body)
    #expect(
      try await Exchange(ScriptedRequester(body), Self.spec, print: ["token"]).text == "hunter2/é\n"
    )
    #expect(try await Exchange(ScriptedRequester(401, body), Self.spec).text == body)
  }
}
