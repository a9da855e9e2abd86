import APICallBase
import APICallHTTP
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("The header fields of a request")
struct RequestHeadersTests {
  static let standard = [
    "User-Agent: apicall/\(Release.version)", "Accept: application/json, */*;q=0.5",
    "Accept-Encoding: gzip, deflate, br, zstd",
  ]

  private func fields(_ spec: String, _ inputs: [String] = []) throws -> [String] {
    try SpecText.call(spec, inputs).request.headers.map { "\($0.name): \($0.value.revealed)" }
  }

  @Test("Host comes first, then the standard ones")
  func standardFields() throws {
    #expect(try fields("host: http://a.example:81") == ["Host: a.example:81"] + Self.standard)
    #expect(try fields("host: a.example:443").first == "Host: a.example")
  }

  @Test("A field that the user sets wins, regardless of case")
  func ownFields() throws {
    let spec = """
      host: a.example
      headers: {X-A: 1, user-agent: me, accept: [a/b, c/d], HOST: b.example, accept-encoding: ''}
      """
    #expect(
      try fields(spec) == [
        "HOST: b.example", "X-A: 1", "user-agent: me", "accept: a/b", "accept: c/d",
        "accept-encoding: ",
      ])
  }

  @Test("An unset optional input or null leaves a field out")
  func leftOut() throws {
    let spec =
      "host: a.example\nheaders: {A: <x>, B: ~, C: <y>}\ninputs: {x: {required: false}, y: {}}"
    #expect(try fields(spec, ["y=2"]) == ["Host: a.example"] + Self.standard + ["C: 2"])
  }

  @Test("A body adds its type and its length in bytes")
  func body() throws {
    #expect(
      try fields("host: a.example\njson: {a: é}").suffix(2) == [
        "Content-Type: application/json", "Content-Length: 10",
      ])
    #expect(
      try fields("host: a.example\nform: {a: é}").suffix(2) == [
        "Content-Type: application/x-www-form-urlencoded", "Content-Length: 8",
      ])
    #expect(
      try fields("host: a.example\njson: 1\nheaders: {content-type: text/x}").suffix(2) == [
        "content-type: text/x", "Content-Length: 1",
      ])
  }

  @Test(
    "A method that usually has a body sends Content-Length: 0 without one",
    arguments: ["POST", "PUT", "PATCH"])
  func noContent(_ method: String) throws {
    #expect(try fields("host: a.example\nmethod: \(method)").last == "Content-Length: 0")
  }

  @Test("Other methods do not", arguments: ["GET", "HEAD", "DELETE", "OPTIONS"])
  func withoutContent(_ method: String) throws {
    #expect(try fields("host: a.example\nmethod: \(method)").last == Self.standard.last)
  }

  @Test(
    "A line break never gets into a field",
    arguments: ["a\r\nb", "a\nb", "a\rb", "a\u{0}b", "\u{7f}", "\u{1b}[0m"])
  func lineBreak(_ value: String) throws {
    let spec = "host: a.example\nheaders: {A: x<v>}\ninputs: {v: {}}"
    #expect(throws: Failure.self) { try fields(spec, ["v=\(value)"]) }
  }

  @Test("Credentials are masked, wherever they were set")
  func credentials() throws {
    let spec = "host: a.example\nheaders: {authorization: Basic abc, Cookie: a=b, X: y}"
    let shown = try SpecText.call(spec).request.headers.map(\.shownValue)
    #expect(shown.suffix(3) == ["***", "***", "y"])
    #expect(ResponseHead.Field("Set-Cookie", "a=b").shownValue == "***")
    #expect(ResponseHead.Field("ETag", "a").shownValue == "a")
  }
}
