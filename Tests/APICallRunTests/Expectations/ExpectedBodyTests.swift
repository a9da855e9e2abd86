import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText
import TestWorlds
import Testing

@testable import APICallRequests
@testable import APICallResponses

@Suite("Output of a body with expectations")
struct ExpectedBodyTests {
  private static func spec(_ expect: String, _ more: String = "") -> String {
    "host: https://a.example\noutputs: {token: $.token}\nexpect: {\(expect)}\n\(more)"
  }

  private static let body = #"{"token": "t", "n": 1}"#

  /// How the body is requested, and the output if it meets the expectation and if it does not.
  static let ways: [(format: String?, parts: [String], more: String, good: String, bad: String)] = [
    (nil, [], "", body, body), ("raw", [], "", body, body),
    ("compact", [], "", #"{"token":"t","n":1}"# + "\n", #"{"token":"t","n":1}"# + "\n"),
    ("csv", [], "", "token,n\nt,1\n", ""), (nil, ["token"], "", "t\n", ""),
    (nil, ["token", "status"], "", "t\n200\n", ""), ("json", ["token"], "", "\"t\"\n", ""),
    (nil, [], "select: $.n\n", "1\n", ""), ("lines", [], "select: $.n\n", "1\n", ""),
  ]

  @Test(
    "A failed body goes where that of an unexpected status goes, but is not shown again",
    arguments: ways)
  func way(
    _ way: (format: String?, parts: [String], more: String, good: String, bad: String)
  ) async throws {
    for (expect, isGood) in [("body: {$.n: 1}", true), ("body: {$.n: 2}", false)] {
      let result = try await Exchange(
        ScriptedRequester(Self.body), Self.spec(expect, way.more), format: way.format,
        print: way.parts)
      #expect(result.status == (isGood ? 0 : 9))
      #expect(result.text == (isGood ? way.good : way.bad), "\(expect)")
      #expect(result.error.isEmpty)
    }
  }

  @Test("A header field that fails its expectation is enough")
  func header() async throws {
    let plain = try await Exchange(
      ScriptedRequester(Self.body), Self.spec("headers: {ETag: a}"))
    #expect(plain.status == 9 && plain.text == Self.body)
    let part = try await Exchange(
      ScriptedRequester(Self.body), Self.spec("headers: {ETag: a}"), print: ["token"])
    #expect(part.status == 9 && part.text.isEmpty && part.error.isEmpty)
  }

  @Test("The result is the same for pieces of any size", arguments: [nil, "json"] as [String?])
  func pieces(_ format: String?) async throws {
    for expect in ["body: {$.n: 1}", "body: {$.n: 2}", "body: {contains: token}", "time: 1h"] {
      var requester = ScriptedRequester(Self.body)
      let whole = try await Exchange(requester, Self.spec(expect), format: format)
      requester.pieces = Self.body.utf8.map { [$0] }
      let cut = try await Exchange(requester, Self.spec(expect), format: format)
      #expect(cut.output == whole.output && cut.failure?.report == whole.failure?.report)
    }
  }

  @Test("On an unexpected status, nothing else is checked", arguments: [302, 404, 503, 199])
  func status(_ status: Int) async throws {
    let expect = "headers: {ETag: a}, body: {$.n: 2, contains: x}, time: {min: 1h}"
    let result = try await Exchange(ScriptedRequester(status, Self.body), Self.spec(expect))
    #expect(result.failure?.diagnostics.count == 1)
    #expect(result.status == ExitStatus.forUnexpected(status: status).rawValue)
    #expect(result.text == Self.body)
  }

  @Test("All failures are reported in the order of the file")
  func order() async throws {
    let spec = """
      host: a.example
      expect:
        body: {contains: x, $.n: 2, $.token: {length: 3, min: 1}}
        time: {min: 1h}
        headers: {X-B: 1, ETag: a}
      """
    var requester = ScriptedRequester(Self.body)
    requester.timings = ExchangeTimings()
    requester.timings?.total = .seconds(1)
    let result = try await Exchange(requester, spec)
    #expect(
      result.failure?.diagnostics.map(\.message) == [
        #"the body is the text '{"token": "t", "n": 1}', which does not contain the text 'x'"#,
        "$.n is the number 1, not 2", "the length of $.token is 1, not 3",
        "$.token is the text 't', not a number", "the response took 1s, less than 3600s",
        "the response has no header field 'X-B'", "the response has no header field 'ETag'",
      ])
  }

  @Test("A body that does not decode has exit status 8, with the reason")
  func undecodable() async throws {
    let spec = Self.spec("headers: {ETag: a}, body: {$.n: 1}")
    for format in [nil, "json", "raw"] as [String?] {
      let result = try await Exchange(ScriptedRequester("{\"n\": "), spec, format: format)
      #expect(result.status == 8)
      let messages = result.failure?.diagnostics.map(\.message) ?? []
      #expect(messages.count == 2, "\(messages)")
      #expect(messages.contains("the response has no header field 'ETag'"))
    }
  }

  static let empties: [(String, String?)] = [
    ("$.a: 1", "$.a is missing"), ("$.a: {exists: false}", nil), ("$: {exists: false}", nil),
    ("exists: false", nil), ("exists: true", "the body is empty"), ("length: 0", nil),
    ("empty: true", nil),
    ("contains: a", "the body is the text '', which does not contain the text 'a'"),
    ("equals: ''", nil), ("'$.a[*]': {length: 0}", "$.a[*] is missing"),
  ]

  @Test("An empty body has no value, and empty text", arguments: empties)
  func empty(_ body: String, _ message: String?) async throws {
    for status in [200, 204] {
      let result = try await Exchange(ScriptedRequester(status), Self.spec("body: {\(body)}"))
      // A document that has to be there is of another kind if it is not.
      let isMissing = status == 200 && body.contains("$")
      let expected =
        isMissing ? "cannot decode the response of call.yaml as json: it is empty" : message
      #expect(result.failure?.diagnostics.map(\.message) == expected.map { [$0] })
      #expect(result.text.isEmpty)
    }
  }

  @Test("A body that is not JSON has text, but no value for paths")
  func text() async throws {
    let text = ScriptedRequester("Grüße", type: "text/plain; charset=utf-8")
    let good = try await Exchange(text, Self.spec("body: Grüße"))
    #expect(good.status == 0 && good.text == "Grüße")
    let path = try await Exchange(text, Self.spec("body: {$.a: 1}"))
    #expect(
      path.failure?.diagnostics.map(\.message) == [
        "cannot decode the response of call.yaml as json: it is 'text/plain; charset=utf-8' and"
          + " begins with 'Grüße'"
      ])
    var latin = ScriptedRequester("", type: "text/plain; charset=iso-8859-1")
    latin.pieces = [[0x47, 0x72, 0xFC, 0xDF, 0x65]]
    #expect(try await Exchange(latin, Self.spec("body: {equals: Grüße, length: 5}")).status == 0)
    let yaml = ScriptedRequester("n: 1\n", type: "application/yaml")
    #expect(try await Exchange(yaml, Self.spec("body: {$.n: 1, equals: \"n: 1\\n\"}")).status == 0)
  }

  @Test("A body too long to buffer is not checked")
  func tooLong() async throws {
    let requester = ScriptedRequester(Self.body)
    for expect in ["body: {$.n: 1}", "body: {$.n: 2}", "body: {contains: a}"] {
      let result = try await Exchange(requester, Self.spec(expect, "max_body: 21\n"))
      #expect(result.status == 8 && result.output.isEmpty)
      #expect(result.failure?.diagnostics.count == 1)
    }
  }

  @Test("A response that breaks off is not checked, and none of it is printed")
  func truncated() async throws {
    let origin = Origin(scheme: .https, host: "a.example")
    let error = ExchangeError.transport(.init(.truncated, origin: origin, reason: "closed"))
    let result = try await Exchange(
      ScriptedRequester(Self.body, error: error), Self.spec("body: {$.n: 2}"))
    #expect(result.status == 74 && result.output.isEmpty)
    #expect(result.failure?.diagnostics.count == 1)
  }

  @Test("Without expectations beyond the status, nothing more is checked")
  func nothing() throws {
    let head = ResponseHead(status: 200, headers: [.init("ETag", "a")])
    for expect in ["", "expect: {status: 200}"] {
      let call = try SpecText.call("host: a.example\n\(expect)\n")
      #expect(call.expectation == nil)
      #expect(ResponseJudge(head, of: call) == nil)
      let body = try IncomingBody(after: head, of: call, registry: SpecText.registry)
      #expect(body.judge == nil)
    }
    let judged = try SpecText.call("host: a.example\nexpect: {headers: {ETag: a}}\n")
    #expect(ResponseJudge(head, of: judged)?.problems.isEmpty == true)
  }
}
