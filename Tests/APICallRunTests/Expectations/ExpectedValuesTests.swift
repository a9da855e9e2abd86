import APICallBase
import TestWorlds
import Testing

@Suite("Streams with expectations for each value")
struct ExpectedValuesTests {
  private static let rows = "{\"n\":1}\n{\"n\":2}\n{\"n\":30}\n{\"n\":4}\n"
  private static func spec(_ more: String = "", _ body: String = "$.n: {max: 9}") -> String {
    "host: https://a.example\noutputs: {n: $.n}\nexpect: {body: {\(body)}}\n\(more)"
  }

  static let ways: [(format: String?, parts: [String], more: String, printed: String)] = [
    (nil, [], "", "{\"n\":1}\n{\"n\":2}\n"), ("raw", [], "", "{\"n\":1}\n{\"n\":2}\n"),
    ("ndjson", [], "", "{\"n\":1}\n{\"n\":2}\n"), ("lines", [], "select: $.n\n", "1\n2\n"),
    ("csv", [], "", "n\n1\n2\n"), (nil, ["n"], "", ""), ("raw", [], "select: $.n\n", "12"),
  ]

  @Test(
    "The values before the first failure are printed, and the failure is reported", arguments: ways)
  func stops(
    _ way: (format: String?, parts: [String], more: String, printed: String)
  ) async throws {
    var requester = ScriptedRequester(Self.rows, type: "application/x-ndjson")
    for pieces in [requester.pieces, Self.rows.utf8.map { [$0] }] {
      requester.pieces = pieces
      let result = try await Exchange(
        requester, Self.spec(way.more), format: way.format, print: way.parts)
      #expect(result.status == 9)
      #expect(result.text == way.printed)
      #expect(
        result.failure?.diagnostics.map(\.message) == [
          "value 3: $.n is the number 30, which is more than 9"
        ])
      #expect(result.failure?.diagnostics.first?.mismatch?.value == 3)
    }
  }

  @Test("Every kind of stream is checked")
  func kinds() async throws {
    for (type, body, expect) in [
      ("text/event-stream", "data: {\"n\":1}\n\ndata: {\"n\":30}\n\n", "$.json.n: {max: 9}"),
      ("text/csv", "n,m\n1,2\n30,4\n", "$.n: {matches: '^.$'}"),
      ("application/x-ndjson", "{\"n\":1}\n{\"n\":30}", "$.n: {max: 9}"),
    ] {
      let requester = ScriptedRequester(body, type: type)
      for format in [nil, "ndjson"] as [String?] {
        let result = try await Exchange(requester, Self.spec("", expect), format: format)
        #expect(result.status == 9)
        #expect(
          result.text.split(separator: "\n").count == (type == "text/csv" && format == nil ? 2 : 1),
          "\(type): \(result.text)")
        #expect(result.failure?.diagnostics.first?.message.hasPrefix("value 2: ") == true)
      }
    }
  }

  @Test("The value that stops a stream is checked like any other, and later ones are not")
  func stop() async throws {
    let requester = ScriptedRequester(Self.rows, type: "application/x-ndjson")
    let good = try await Exchange(requester, Self.spec("stop: {$.n: 2}\n"))
    #expect(good.status == 0 && good.text == "{\"n\":1}\n{\"n\":2}\n")
    let bad = try await Exchange(requester, Self.spec("stop: {$.n: 30}\n"))
    #expect(bad.status == 9 && bad.text == "{\"n\":1}\n{\"n\":2}\n")
  }

  @Test("A value that is too long or malformed is another failure")
  func faults() async throws {
    let long = "{\"n\":1}\n{\"n\":\"\(String(repeating: "a", count: 100))\"}\n"
    for format in [nil, "ndjson"] as [String?] {
      let requester = ScriptedRequester(long, type: "application/x-ndjson")
      let result = try await Exchange(requester, Self.spec("max_body: 50\n"), format: format)
      #expect(result.status == 8)
      let broken = ScriptedRequester("{\"n\":1}\n{\"n\" 2}\n", type: "application/x-ndjson")
      let fault = try await Exchange(broken, Self.spec(), format: format)
      #expect(fault.status == 8 && fault.text == "{\"n\":1}\n")
    }
  }

  @Test("Header fields are checked first, and if they fail, no value is read")
  func header() async throws {
    let requester = ScriptedRequester(Self.rows, type: "application/x-ndjson")
    let spec = "host: a.example\nexpect: {headers: {ETag: a}, body: {$.n: 1}}\n"
    let result = try await Exchange(requester, spec)
    #expect(result.status == 9 && result.text.isEmpty)
    #expect(
      result.failure?.diagnostics.map(\.message) == ["the response has no header field 'ETag'"])
  }

  @Test("A pattern has its step limit for each value, however many there are")
  func patterns() async throws {
    // Far more steps in total than the patterns of one value may take.
    let text = String(repeating: "a", count: 18)
    let rows = String(repeating: "{\"n\":\"\(text)\"}\n", count: 60)
    let requester = ScriptedRequester(rows, type: "application/x-ndjson")
    let result = try await Exchange(
      requester, Self.spec("", "$.n: {not: {matches: '^(a|a)+b$'}}"), format: "ndjson")
    #expect(result.status == 0, "\(result.failure?.report ?? "")")
    #expect(result.text.split(separator: "\n").count == 60)
  }

  @Test("An empty stream has no values, so none fails")
  func empty() async throws {
    let requester = ScriptedRequester("", type: "application/x-ndjson")
    let result = try await Exchange(requester, Self.spec())
    #expect(result.status == 0 && result.output.isEmpty)
  }
}
