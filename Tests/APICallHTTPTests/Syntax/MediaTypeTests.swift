import APICallHTTP
import APICallSafety
import Testing

@Suite("Media types, origins, header fields")
struct MediaTypeTests {
  @Test(
    "A Content-Type is a type and a subtype, whatever follows",
    arguments: [
      ("application/json", "application/json"),
      ("Application/JSON; charset=utf-8", "application/json"),
      (" text/plain ;x=\"/\"", "text/plain"),
      ("application/problem+json", "application/problem+json"),
      ("text/html;", "text/html"), ("a/b c", "a/b"), ("", nil), ("text", nil), ("text/", nil),
      ("/plain", nil), ("a/b/c", nil), ("te xt/plain", nil), (";a/b", nil), ("téxt/plain", nil),
    ] as [(String, String?)])
  func reading(_ field: String, _ expected: String?) {
    #expect(MediaType(field)?.description == expected)
  }

  @Test(
    "Parameters are read without their quotes",
    arguments: [
      ("text/csv; Header=absent;charset=\"utf-8\"", ["header=absent", "charset=utf-8"]),
      ("text/csv ;a=\"x\\\"; b=1\" ; c=2", ["a=x\"; b=1", "c=2"]),
      ("text/csv;;a;=1;b =2;c=", ["c="]), ("text/csv;a=\"x", ["a=x"]), ("text/csv", []),
    ] as [(String, [String])])
  func parameters(_ field: String, _ expected: [String]) {
    #expect(MediaType(field)?.parameters.map { "\($0.name)=\($0.value)" } == expected)
  }

  @Test(
    "A pattern covers types, whole or by suffix",
    arguments: [
      ("application/json", "application/json", true), ("application/json", "*/*", true),
      ("application/json", "application/*", true), ("application/json", "text/*", false),
      ("application/json", "text/json", false), ("application/json", "*/*+json", false),
      ("application/problem+json", "*/*+json", true),
      ("application/problem+json", "*/*+xml", false),
      ("application/jsonl", "application/json", false), ("a/b", "a", false), ("a/b", "", false),
    ])
  func matches(_ type: String, _ pattern: String, _ expected: Bool) {
    #expect(MediaType(type)?.matches(pattern) == expected)
  }

  @Test(
    "The names of this machine are known",
    arguments: [
      ("localhost", true), ("127.0.0.1", true), ("127.255.0.9", true), ("[::1]", true),
      ("127.0.0", false), ("127.0.0.256", false), ("128.0.0.1", false),
      ("localhost.evil.org", false),
      ("127.0.0.1.evil.org", false), ("[::2]", false), ("", false),
    ])
  func loopback(_ host: String, _ isLoopback: Bool) {
    #expect(Origin(scheme: .http, host: host).isLoopback == isLoopback)
  }

  @Test("An origin names its port unless it is the scheme's default")
  func authority() {
    #expect(Origin(scheme: .http, host: "a").authority == "a")
    #expect(Origin(scheme: .https, host: "a", port: 80).authority == "a:80")
    #expect("\(Origin(scheme: .https, host: "[::1]", port: 443))" == "https://[::1]")
  }

  @Test("A field is found regardless of case, and the first of several counts")
  func header() {
    let head = ResponseHead(status: 200, headers: [.init("X-A", "1"), .init("x-a", "2")])
    #expect(head.header("X-a") == "1")
    #expect(head.header("X") == nil)
    #expect(HeaderField("ETag", "x").isNamed("etag"))
    #expect(!HeaderField("ETag", "x").isNamed("etags"))
  }

  @Test(
    "A name is a token (RFC 9110, section 5.6.2)",
    arguments: [
      ("X-A", true), ("!#$%&'*+-.^_`|~09azAZ", true), ("", false), ("a b", false), ("a:", false),
      ("é", false), ("a\n", false), ("a/b", false), ("(a)", false), ("\"", false),
    ])
  func token(_ text: String, _ isName: Bool) {
    #expect(HeaderSyntax.isName(text) == isName)
  }

  @Test("A value contains no control characters except tab")
  func value() {
    for byte in UInt8.min...UInt8.max {
      let isControl = (byte < 0x20 && byte != 0x09) || byte == 0x7F
      #expect(HeaderSyntax.isValue([0x61, byte]) == !isControl)
    }
  }

  @Test("A URL is shown with its secrets masked, and sent with them")
  func url() {
    var url = RequestURL(
      origin: Origin(scheme: .https, host: "a"), path: "/x",
      query: ProtectedText("k=v", isSecret: true))
    #expect("\(url.text)" == "https://a/x?***")
    #expect(url.target.revealed == "/x?k=v")
    url.query = nil
    #expect(url.target.revealed == "/x")
  }
}
