import APICallBase
import APICallHTTP
import APICallText
import JSONText
import TestWorlds
import Testing

@Suite("Expectations about the exchange and the bytes of the body")
struct FactExpectationTests {
  private static let spec = "host: https://a.example\npath: /x\nredirects: 5\nexpect: {"

  private func messages(_ expect: String, _ turns: [ScriptedRequester]) async throws -> [String] {
    let result = try await Exchange(TurnsRequester(turns), "\(Self.spec)\(expect)}\n")
    #expect(result.status == (result.failure == nil ? 0 : 9))
    return result.failure?.diagnostics.flatMap { [$0.message] + $0.details } ?? []
  }

  private static func moved(_ location: String) -> ScriptedRequester {
    ScriptedRequester(302, headers: [ResponseHead.Field("Location", location)])
  }

  static let led: [(String, [String])] = [
    ("url: https://b.example/z", []),
    (
      "url: {starts_with: 'https://a'}",
      [
        "the URL of the response is the text "
          + "'https://b.example/z', which does not start with 'https://a'"
      ]
    ),
    ("redirects: 2", []),
    (
      "redirects: 1",
      [
        "the length of the list of redirects is 2, not 1",
        "the first item is 'https://a.example/y'",
      ]
    ),
    ("redirects: {length: {max: 2}, contains: 'https://b.example/z'}", []),
    ("redirects: ['https://a.example/y', 'https://b.example/z']", []),
    (
      "redirects: ['https://a.example/y', 'https://b.example/w']",
      [
        "redirects[1] is the text 'https://b.example/z', not 'https://b.example/w'"
      ]
    ),
    (
      "redirects: {each: {starts_with: 'https://b'}}",
      [
        "redirects[0] is the text 'https://a.example/y', which does not start with 'https://b'"
      ]
    ),
  ]

  @Test("The URL of the response, and the redirects to it", arguments: led)
  func reached(_ expect: String, _ expected: [String]) async throws {
    let turns = [
      Self.moved("/y"), Self.moved("https://b.example/z"), ScriptedRequester("{}"),
    ]
    #expect(try await messages(expect, turns) == expected)
  }

  @Test("A retry begins anew")
  func retried() async throws {
    let turns = [
      Self.moved("/y"), ScriptedRequester(503), Self.moved("/z"), ScriptedRequester("{}"),
    ]
    let result = try await Exchange(
      TurnsRequester(turns),
      "\(Self.spec)url: https://a.example/z, redirects: 1}\nretry: {times: 1, every: 1ms}\n")
    #expect(result.failure == nil)
  }

  @Test("A URL that contains a secret of any length is masked")
  func secretURL() async throws {
    for expect in [
      "url: x", "url: {length: 3}", "url: {capture: {'k=(.)': x}}", "url: {not: {contains: k}}",
    ] {
      let spec = """
        url: https://a.example/x?k=<key>
        inputs: {key: {secret: true}}
        expect: {\(expect)}
        """
      let result = try await Exchange(ScriptedRequester("{}"), spec, inputs: ["key=q7"])
      #expect(result.status == 9)
      var report = result.failure?.report ?? ""
      for problem in result.failure?.diagnostics ?? [] {
        var json: [UInt8] = []
        problem.json.append(to: &json)
        report += String(decoding: json, as: UTF8.self)
      }
      #expect(!report.contains("q7") && report.contains("https://a.example/x?k=***"), "\(report)")
    }
  }

  @Test("The version is checked where there is a network")
  func version() async throws {
    var requester = ScriptedRequester("{}")
    let spec = "\(Self.spec)http_version: {one_of: [HTTP/2, HTTP/3]}}\n"
    #expect(try await Exchange(requester, spec).failure == nil)
    var timings = ExchangeTimings()
    timings.total = .milliseconds(1)
    requester.timings = timings
    let result = try await Exchange(requester, spec)
    #expect(
      result.failure?.report == """
        call.yaml:4:33: error: the HTTP version is the text 'HTTP/1.1', not one of 'HTTP/2', 'HTTP/3'
          4 | expect: {http_version: {one_of: [HTTP/2, HTTP/3]}}
            |                                 ^^^^^^^^^^^^^^^^
        exit status 9

        """)
  }

  static let bytes: [(String, [String])] = [
    ("size: 4", []), ("size: {min: 4, max: 4}", []),
    ("size: 5", ["the size of the body is 4, not 5"]),
    ("size: {max: 3}", ["the size of the body is 4, which is more than 3"]),
    ("hex: {starts_with: 00e9}", []), ("hex: 00e90a22", []),
    (
      "hex: {starts_with: 89504e47}",
      [
        "the body in hexadecimal is the text '00e90a22', which does not start with '89504e47'"
      ]
    ),
    ("base64: {starts_with: AOkK}", []), ("base64: AOkKIg==", []),
    ("base64: x", ["the body in Base64 is the text 'AOkKIg==', not 'x'"]),
    ("sha256: e9c9ef30084e8011ce7cb617a6ac35c9d6c7d04706a2b3d756cf238c303c1781", []),
    (
      "md5: 00",
      [
        "the digest 'md5' of the body is the text '15fdf05c201834dbb1c736c52fa22b18', not '00'",
        "it is 15fdf05c201834dbb1c736c52fa22b18",
      ]
    ),
    ("md5: {matches: '^[0-9a-f]{32}$'}, sha1: {length: 40}, sha512: {length: 128}", []),
  ]

  @Test("The bytes of a body, whatever its media type", arguments: bytes)
  func body(_ expect: String, _ expected: [String]) async throws {
    for type in ["image/png", "text/csv", "application/x-ndjson", nil] {
      var requester = ScriptedRequester(200, type: type)
      requester.pieces = [[0x00, 0xE9], [0x0A, 0x22]]
      let found = try await messages("bytes: {\(expect)}", [requester])
      #expect(found == expected, "\(type ?? "no type")")
    }
  }

  @Test("A secret output of the body is masked in its bytes")
  func secretBytes() async throws {
    let spec = """
      host: a.example
      outputs: {token: {from: $.token, secret: true}}
      expect: {bytes: {hex: {starts_with: ff}, base64: x}}
      """
    let result = try await Exchange(ScriptedRequester(#"{"token":"hunter2-oil"}"#), spec)
    let report = result.failure?.report ?? ""
    #expect(result.status == 9 && report.contains("***"), "\(report)")
    // "hunter2" in hexadecimal, and in Base64 at that place.
    #expect(!report.contains("68756e746572") && !report.contains("aHVudGVy"), "\(report)")
  }

  @Test("A body that is checked is held as a whole")
  func held() async throws {
    let spec = "host: a.example\nmax_body: 10\nexpect: {bytes: {size: {max: 3}}}\n"
    let long = try await Exchange(ScriptedRequester("1234", type: "text/plain"), spec)
    #expect(long.status == 9)
    let longer = try await Exchange(ScriptedRequester("123456789012", type: "text/plain"), spec)
    #expect(longer.status == 8 && longer.text.isEmpty)
    #expect(try await Exchange(ScriptedRequester("123", type: "text/plain"), spec).text == "123")
  }
}
