import APICallBase
import APICallContracts
import APICallHTTP
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallText
import TestWorlds
import Testing

@Suite("RedirectFollower")
struct RedirectFollowerTests {
  typealias Turn = ScriptedRequester

  static let ok = Turn("fine", type: "text/plain")

  static func redirect(_ status: Int, _ locations: String...) -> Turn {
    Turn(
      status, type: "text/plain",
      headers: locations.map { ResponseHead.Field("Location", $0) }, "moved")
  }

  /// Runs a call against responses; the last one is repeated.
  private func run(
    _ spec: String, _ turns: [Turn], inputs: [String] = []
  ) async throws -> (exchange: Exchange, requests: [OutgoingRequest]) {
    let requester = TurnsRequester(turns)
    let exchange = try await Exchange(requester, spec, inputs: inputs)
    return (exchange, requester.requests)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var method = "GET"
    var redirects = "10"
    var turns: [Turn]
    var sent: [String]
    var status: Int32 = 0
  }

  static let cases = [
    Case(
      testDescription: "none is followed without a wish", redirects: "0",
      turns: [redirect(302, "/b"), ok], sent: ["GET https://a.example/x/y?q=1"], status: 3),
    Case(
      testDescription: "a path", turns: [redirect(302, "/b"), ok],
      sent: ["GET https://a.example/x/y?q=1", "GET https://a.example/b"]),
    Case(
      testDescription: "from one place to the next",
      turns: [
        redirect(301, "z?a#b"), redirect(302, "../w"), redirect(303, "//c.example"),
        redirect(307, "http://d.example:81/"), redirect(308, "https://bücher.example/ä b"), ok,
      ],
      sent: [
        "GET https://a.example/x/y?q=1", "GET https://a.example/x/z?a", "GET https://a.example/w",
        "GET https://c.example/",
      ], status: 76),
    Case(
      testDescription: "an international host",
      turns: [redirect(308, "https://bücher.example/ä b"), ok],
      sent: ["GET https://a.example/x/y?q=1", "GET https://xn--bcher-kva.example/%C3%A4%20b"]),
    Case(
      testDescription: "an empty one leads to the same place", turns: [redirect(302, ""), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 6),
    Case(
      testDescription: "without a place it is an answer", turns: [redirect(302), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 3),
    Case(
      testDescription: "300, 304, 305 and 306 are answers", turns: [redirect(305, "/b"), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 3),
    Case(
      testDescription: "the same place twice is one", turns: [redirect(302, "/b", "/b"), ok],
      sent: ["GET https://a.example/x/y?q=1", "GET https://a.example/b"]),
    Case(
      testDescription: "two places are none", turns: [redirect(302, "/b", "/c"), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 76),
    Case(
      testDescription: "never out of https", turns: [redirect(302, "http://a.example/x"), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 76),
    Case(
      testDescription: "a user is refused", turns: [redirect(302, "https://eve:x@b.example/"), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 76),
    Case(
      testDescription: "another scheme is refused",
      turns: [redirect(302, "file:///etc/passwd"), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 76),
    Case(
      testDescription: "a control character is refused",
      turns: [redirect(302, "/a\r\nX-Evil: 1"), ok], sent: ["GET https://a.example/x/y?q=1"],
      status: 76),
    Case(
      testDescription: "NUL is refused", turns: [redirect(302, "/a\0b"), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 76),
    Case(
      testDescription: "escapes of a line break stay escapes",
      turns: [redirect(302, "/a%0d%0ab"), ok],
      sent: ["GET https://a.example/x/y?q=1", "GET https://a.example/a%0d%0ab"]),
    Case(
      testDescription: "more than 64 KiB is refused",
      turns: [redirect(302, "/" + String(repeating: "a", count: 1 << 16)), ok],
      sent: ["GET https://a.example/x/y?q=1"], status: 76),
    Case(
      testDescription: "a circle ends",
      turns: [
        redirect(302, "/b"), redirect(302, "/c"), redirect(302, "/b"), ok,
      ],
      sent: [
        "GET https://a.example/x/y?q=1", "GET https://a.example/b", "GET https://a.example/c",
      ],
      status: 6),
    Case(
      testDescription: "as many as may be", redirects: "2",
      turns: [redirect(302, "/b"), redirect(302, "/c"), ok],
      sent: ["GET https://a.example/x/y?q=1", "GET https://a.example/b", "GET https://a.example/c"]),
    Case(
      testDescription: "one more than may be", redirects: "1",
      turns: [redirect(302, "/b"), redirect(302, "/c"), ok],
      sent: ["GET https://a.example/x/y?q=1", "GET https://a.example/b"], status: 6),
    Case(
      testDescription: "HEAD stays HEAD", method: "HEAD",
      turns: [redirect(303, "/b"), redirect(301, "/c"), ok],
      sent: [
        "HEAD https://a.example/x/y?q=1", "HEAD https://a.example/b", "HEAD https://a.example/c",
      ]),
    Case(
      testDescription: "303 makes a GET of all else", method: "PUT",
      turns: [redirect(303, "/b"), ok],
      sent: ["PUT https://a.example/x/y?q=1", "GET https://a.example/b"]),
    Case(
      testDescription: "301 and 302 keep the method", method: "POST",
      turns: [redirect(301, "/b"), redirect(302, "/c"), ok],
      sent: [
        "POST https://a.example/x/y?q=1", "POST https://a.example/b", "POST https://a.example/c",
      ]),
    Case(
      testDescription: "unless a POST is to become a GET", method: "POST",
      redirects: "{method: rewrite}", turns: [redirect(307, "/b"), redirect(302, "/c"), ok],
      sent: [
        "POST https://a.example/x/y?q=1", "POST https://a.example/b", "GET https://a.example/c",
      ]),
    Case(
      testDescription: "no other method is rewritten", method: "PUT",
      redirects: "{method: rewrite}", turns: [redirect(301, "/b"), ok],
      sent: ["PUT https://a.example/x/y?q=1", "PUT https://a.example/b"]),
    Case(
      testDescription: "the last status is judged as ever",
      turns: [redirect(302, "/b"), Turn(404, type: nil)],
      sent: ["GET https://a.example/x/y?q=1", "GET https://a.example/b"], status: 4),
    Case(
      testDescription: "what comes after the head of a redirect is of no interest",
      turns: [
        {
          var turn = redirect(302, "/b")
          turn.error = .timedOut(.idle(after: .seconds(60)))
          return turn
        }(), ok,
      ], sent: ["GET https://a.example/x/y?q=1", "GET https://a.example/b"]),
  ]

  @Test("It sends the requests that redirects lead to", arguments: cases)
  func follows(example: Case) async throws {
    let spec = """
      host: https://a.example
      path: /x/y
      query: {q: 1}
      method: \(example.method)
      redirects: \(example.redirects)
      """
    let (exchange, requests) = try await run(spec, example.turns)
    #expect(requests.map { "\($0.method) \($0.url.text)" } == example.sent)
    #expect(exchange.status == example.status, "\(exchange)")
    if example.status == 0 { #expect(exchange.text == "fine") }
    // Secrets in a location are not shown, nor is anything that steers a terminal.
    #expect(!"\(exchange)".contains("eve:x"))
    #expect(!exchange.description.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
  }

  @Test("An expected redirect is a response")
  func expected() async throws {
    let (exchange, requests) = try await run(
      "host: a.example\nredirects: 3\nexpect: {status: 302}", [Self.redirect(302, "/b"), Self.ok])
    #expect(requests.count == 1)
    #expect(exchange.text == "moved")
  }

  // MARK: What is sent along

  static let spec = """
    host: https://a.example
    path: /<key>
    method: POST
    inputs:
      key: {secret: true}
      open: {default: public}
    query: {api_key: <key>}
    headers:
      Authorization: Bearer literal-token
      Cookie: sid=literal-cookie
      X-Api-Key: literal-key
      X-Request-Id: r1
      X-Signed: made of <key>
      X-Written: k7Zq9s-secret
      User-Agent: literal-cookie/1
      Accept-Language: de
      Range: bytes=0-9
      Referer: https://a.example/private
    redirects: {forward: [x-request-id, X-Written]}

    """

  private func names(_ request: OutgoingRequest) -> [String] { request.headers.map(\.name) }

  @Test("At the call's origin, everything is sent along except the body if the method changes")
  func sameOrigin() async throws {
    let (exchange, requests) = try await run(
      Self.spec + "json: {a: <key>}",
      [
        Self.redirect(308, "/b"), Self.redirect(307, "https://A.example:443/c"),
        Self.redirect(303, "/d"), Self.ok,
      ], inputs: ["key=k7Zq9s-secret"])
    #expect(exchange.status == 0, "\(exchange)")
    #expect(requests.count == 4)
    let first = try #require(requests.first)
    for request in requests[1...2] {
      #expect(request.headers == first.headers)
      #expect(request.body == first.body)
    }
    #expect(requests[3].body == nil)
    let dropped = ["Content-Type", "Content-Length"]
    #expect(names(requests[3]) == names(first).filter { !dropped.contains($0) })
    #expect(requests[1].url.query == nil)
  }

  @Test("Another origin gets few fields and no secrets, and none return later")
  func otherOrigin() async throws {
    let (exchange, requests) = try await run(
      Self.spec + "json: {a: <open>}",
      [
        Self.redirect(307, "https://b.example:444/"), Self.redirect(307, "https://a.example/c"),
        Self.ok,
      ], inputs: ["key=k7Zq9s-secret"])
    #expect(exchange.status == 0, "\(exchange)")
    #expect(requests.count == 3)
    let left = [
      "Host", "Accept", "Accept-Encoding", "X-Request-Id", "Accept-Language", "Range",
      "Content-Type", "Content-Length",
    ]
    for request in requests.dropFirst() {
      #expect(names(request) == left)
      #expect(request.body == requests[0].body)
      #expect(request.hasLeftOrigin)
    }
    #expect(requests.map { $0.headers[0].value } == ["a.example", "b.example:444", "a.example"])
  }

  @Test(
    "A request that changes something keeps its condition and its key, or does not leave its origin",
    arguments: [
      ("PUT", "If-Match: '\"1\"'", "", 76), ("PUT", "If-None-Match: '*'", "", 76),
      ("POST", "Idempotency-Key: k1", "", 76), ("POST", "X-Other: k1", "", 0),
      ("GET", "If-None-Match: '\"1\"'", "", 0),
      ("POST", "Idempotency-Key: k1", ", forward: [idempotency-key]", 0),
    ] as [(String, String, String, Int32)])
  func guards(_ method: String, _ field: String, _ forward: String, _ status: Int32) async throws {
    let spec = """
      host: https://a.example
      path: /
      method: \(method)
      headers: {\(field)}
      redirects: {follow: 3\(forward)}

      """
    let (exchange, requests) = try await run(spec, [Self.redirect(307, "//b.example/"), Self.ok])
    #expect(exchange.status == status && requests.count == (status == 0 ? 2 : 1), "\(exchange)")
  }

  @Test(
    "Each part of an origin counts",
    arguments: [
      ("https://b.example/", false), ("https://a.example:444/", false),
      ("https://a.example./", false), ("https://sub.a.example/", false),
      ("https://A.EXAMPLE/", true), ("https://a.example:443/", true), ("//a.example/", true),
      ("HTTPS://a.example:/", true),
    ])
  func origin(location: String, isSame: Bool) async throws {
    let (_, requests) = try await run(
      Self.spec, [Self.redirect(302, location), Self.ok], inputs: ["key=k7Zq9s-secret"])
    #expect(requests.count == 2)
    #expect(names(requests[1]).contains("Authorization") == isSame)
    #expect(names(requests[1]).contains("X-Api-Key") == isSame)
  }

  @Test(
    "A body with a secret goes to no other origin",
    arguments: [
      "json: {a: <key>}", "form: {a: 'x<key>y'}", "text: <key>\ntemplate: [key]",
      "form: {a: k7Zq9s-secret}", "text: azdacTlzLXNlY3JldA==", "json: {a: literal-token}",
    ])
  func secretBody(body: String) async throws {
    let (exchange, requests) = try await run(
      Self.spec + body, [Self.redirect(307, "https://b.example/"), Self.ok],
      inputs: ["key=k7Zq9s-secret"])
    #expect(requests.count == 1)
    #expect(exchange.status == 76)
    let name = body.contains("<key>") ? "the secret 'key'" : "a secret"
    #expect(exchange.failure?.report.contains("the body contains \(name) and would") == true)
    #expect(!"\(exchange)".contains("k7Zq9s"))
  }

  private static func timings(_ total: Duration) -> ExchangeTimings {
    var timings = ExchangeTimings()
    timings.total = total
    return timings
  }

  @Test("The time limit is for the whole chain")
  func time() async throws {
    var first = Self.redirect(302, "/b")
    first.timings = Self.timings(.milliseconds(700))
    var second = Self.redirect(302, "/c")
    second.timings = Self.timings(.milliseconds(800))
    let late = Turn(error: .timedOut(.total(after: .milliseconds(500))))
    let spec = "host: a.example\ntimeout: 2s\nredirects: 5"
    let (exchange, requests) = try await run(spec, [first, second, late])
    #expect(requests.map(\.limits.total) == [2000, 1300, 500].map { .milliseconds($0) })
    #expect(
      exchange.failure?.diagnostics.first?.message
        == "no complete response from https://a.example within 2s")
    second.timings = Self.timings(.milliseconds(1300))
    let (_, others) = try await run(spec, [first, second, Self.ok])
    #expect(others.count == 2)
  }

  @Test("The project's guard applies to each request, unless the call is not guarded")
  func guarded() async throws {
    let files = MemoryFiles([
      "apicall.yaml": """
      profile: live
      profiles: {live: {host: "https://live.example", headers: {Accept-Language: de, X-Id: 7}}}
      guard: {https://live.example: [GET]}
      """
    ])
    let made = try SpecText.call(
      "host: https://a.example\nmethod: DELETE\nredirects: 3", files: files)
    for isGuarded in [true, false] {
      let call = made.with(isGuarded: isGuarded)
      let requester = TurnsRequester(Self.redirect(308, "https://live.example/"), Self.ok)
      let links = MiddlewareChain.links(for: call, in: .fixed(SpecText.registry))
      var failure: ExchangeError?
      do throws(ExchangeError) {
        try await NextSender(through: links[...], to: requester)
          .send(call.request, to: SilentReceiver())
      } catch {
        failure = error
      }
      #expect(requester.requests.count == (isGuarded ? 1 : 2))
      guard let failure else { continue }
      #expect(
        Failure(failure, call: call).report.hasPrefix(
          """
          apicall: cannot follow the redirect (308) from https://a.example/: it leads to \
          https://live.example, which is guarded
            hint: check where the call leads: the project guards this server
          apicall.yaml:3:9: error: DELETE to https://live.example is not allowed: apicall.yaml \
          allows only GET

          """))
    }
  }

  private final class SilentReceiver: ExchangeReceiver {
    func receive(_ head: ResponseHead) -> Demand { .more }
    func receive(_ bytes: Span<UInt8>) -> Demand { .more }
  }
}
