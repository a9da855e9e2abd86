import APICallSafety
import APICallText
import Testing

@testable import APICallHTTP

struct CookieJarTests {
  private static let now = UTCTimestamp(seconds: 1_800_000_000)

  private static func url(_ text: String) throws -> RequestURL {
    try URLReference(text).resolved(
      against: RequestURL(origin: Origin(scheme: .https, host: "x"), path: "/"))
  }

  /// The field Cookie of a request, after the responses of some URLs.
  private static func sent(
    to request: String, after responses: [(String, String)], at time: UTCTimestamp = now
  ) throws -> String {
    var jar = CookieJar()
    for (place, field) in responses {
      _ = jar.take([Array(field.utf8)], from: try url(place), at: now, .masked)
    }
    return jar.field(for: try url(request), at: time)?.revealed ?? ""
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let field: String
    let from: String
    let to: String
    let sent: String

    init(
      _ field: String, from: String = "https://www.shop.example/a/b", _ to: String, _ sent: String
    ) {
      (self.field, self.from, self.to, self.sent) = (field, from, to, sent)
    }

    var testDescription: String { "\(field) from \(from) to \(to)" }
  }

  @Test(
    "A cookie goes where RFC 6265bis sends it",
    arguments: [
      // Host and domain.
      Case("a=1", "https://www.shop.example/a/c", "a=1"),
      Case("a=1", "https://shop.example/a/c", ""),
      Case("a=1", "https://x.www.shop.example/a/c", ""),
      Case("a=1; Domain=shop.example", "https://x.shop.example/a/", "a=1"),
      Case("a=1; Domain=.SHOP.example", "https://shop.example/a/", "a=1"),
      Case("a=1; Domain=hop.example", "https://hop.example/a/", ""),
      Case("a=1; Domain=x.www.shop.example", "https://x.www.shop.example/a/", ""),
      Case("a=1; Domain=", "https://www.shop.example/a/", "a=1"),
      Case("a=1; Domain=shop.example; Domain=www.shop.example", "https://shop.example/a/", ""),
      Case("a=1; Domain=shop.example.", "https://shop.example/a/", ""),
      Case("a=1; Domain=exämple", "https://www.shop.example/a/", ""),
      Case("a=1", from: "https://shop.example./a/b", "https://shop.example/a/", "a=1"),
      // Public suffixes in every case.
      Case("a=1; Domain=example", "https://www.shop.example/a/", ""),
      Case("a=1; Domain=co.uk", from: "https://shop.co.uk/", "https://other.co.uk/", ""),
      Case("a=1; Domain=CO.UK", from: "https://shop.co.uk/", "https://other.co.uk/", ""),
      Case("a=1; Domain=.co.uk", from: "https://shop.co.uk/", "https://other.co.uk/", ""),
      Case("a=1; Domain=co.uk.", from: "https://shop.co.uk/", "https://other.co.uk/", ""),
      Case("a=1; Domain=co.uk", from: "https://shop.co.uk./", "https://other.co.uk/", ""),
      Case("a=1; Domain=co.uk", from: "https://co.uk/", "https://co.uk/", "a=1"),
      Case("a=1; Domain=co.uk", from: "https://co.uk/", "https://shop.co.uk/", ""),
      Case("a=1; Domain=github.io", from: "https://ann.github.io/", "https://bob.github.io/", ""),
      // Addresses.
      Case("a=1; Domain=0.0.1", from: "http://127.0.0.1/", "http://127.0.0.1/", ""),
      Case("a=1; Domain=127.0.0.1", from: "http://127.0.0.1/", "http://127.0.0.1/", "a=1"),
      Case("a=1", from: "http://[::1]/", "http://[::1]:81/", "a=1"),
      // Paths.
      Case("a=1; Path=/a", "https://www.shop.example/ab", ""),
      Case("a=1; Path=/a", "https://www.shop.example/a", "a=1"),
      Case("a=1; Path=/a/", "https://www.shop.example/a", ""),
      Case("a=1; Path=b", "https://www.shop.example/a/", "a=1"),
      Case("a=1; Path=", from: "https://www.shop.example/", "https://www.shop.example/x", "a=1"),
      // Secure, and the names that promise it.
      Case("a=1; Secure", "http://www.shop.example/a/", ""),
      Case("a=1; secure=no", "https://www.shop.example/a/", "a=1"),
      Case("a=1; Secure", from: "http://shop.example/", "https://shop.example/", ""),
      Case("a=1; Secure", from: "http://localhost/", "http://localhost/", "a=1"),
      Case("__Secure-a=1", "https://www.shop.example/a/", ""),
      Case("__secure-a=1; Secure", "https://www.shop.example/a/", "__secure-a=1"),
      Case("__Host-a=1; Secure; Path=/", "https://www.shop.example/a/", "__Host-a=1"),
      Case("__HOST-a=1; Secure", "https://www.shop.example/a/", ""),
      Case("__Host-a=1; Secure; Path=/; Domain=www.shop.example", "https://www.shop.example/", ""),
      Case("=__Host-a; Secure; Path=/", "https://www.shop.example/a/", ""),
      // Names and values.
      Case("a", "https://www.shop.example/a/", "a"), Case("=a", "https://www.shop.example/a/", "a"),
      Case("a=", "https://www.shop.example/a/", "a="), Case("=", "https://www.shop.example/a/", ""),
      Case(" a = \"b c\" ;x", "https://www.shop.example/a/", "a=\"b c\""),
      Case("a=b=c", "https://www.shop.example/a/", "a=b=c"),
      Case("a=1\u{7F}", "https://www.shop.example/a/", ""),
      Case("a=1\u{1}", "https://www.shop.example/a/", ""),
      Case("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "https://www.shop.example/a/", ""),
      Case("a=1; Expires=1 Jan 2050 0:0:0", "https://www.shop.example/a/", "a=1"),
      Case("a=1; Max-Age=0", "https://www.shop.example/a/", ""),
      Case("a=1; Max-Age=-1; Expires=1 Jan 2050 0:0:0", "https://www.shop.example/a/", ""),
      Case("a=1; Max-Age=9; Expires=1 Jan 2000 0:0:0", "https://www.shop.example/a/", "a=1"),
      Case("a=1; Max-Age=1x; Expires=1 Jan 2000 0:0:0", "https://www.shop.example/a/", ""),
    ])
  func scope(_ one: Case) throws {
    #expect(try Self.sent(to: one.to, after: [(one.from, one.field)]) == one.sent)
  }

  @Test("Longer paths come first, then older cookies; a replaced one keeps its place")
  func order() throws {
    let fields = ["a=1; Path=/", "b=1; Path=/x", "c=1; Path=/", "d=1; Path=/x/y", "a=2; Path=/"]
    let sent = try Self.sent(
      to: "https://h.example/x/y/z", after: fields.map { ("https://h.example/", $0) })
    #expect(sent == "d=1; b=1; a=2; c=1")
  }

  @Test("A cookie over http takes the place of no secure one, nor of one of another domain")
  func overlays() throws {
    let secure = ("https://a.shop.example/", "s=1; Secure; Path=/in; Domain=shop.example")
    for (place, path, isTaken) in [
      ("http://a.shop.example/in/x", "/in", false), ("http://shop.example/in/x", "/in/x", false),
      ("http://a.shop.example/", "/", true), ("http://other.example/in/", "/in", true),
    ] {
      var jar = CookieJar()
      _ = jar.take(
        [Array(secure.1.utf8)], from: try Self.url(secure.0), at: Self.now, .masked)
      let taken = jar.take(
        [Array("s=2; Path=\(path)".utf8)], from: try Self.url(place), at: Self.now, .masked)
      #expect(taken == isTaken, "\(place) \(path)")
    }
  }

  @Test("A lifetime ends after 400 days at most, and a session has none")
  func lifetimes() throws {
    let later = Self.now.advanced(by: .seconds(401 * 86_400))
    for (field, isLeft) in [("a=1", true), ("a=1; Max-Age=99999999999999999999", false)] {
      let sent = try Self.sent(
        to: "https://h.example/", after: [("https://h.example/", field)], at: later)
      #expect((sent == "a=1") == isLeft)
    }
  }

  @Test("A server fills no more than its share of the jar, and a request no more than 8 KiB")
  func limits() throws {
    var jar = CookieJar()
    _ = jar.take(
      [Array("own=1".utf8)], from: try Self.url("https://h.example/"), at: Self.now, .masked)
    for number in 0..<300 {
      let field = Array(
        "c\(number)=\(String(repeating: "x", count: 1000)); Domain=evil.example".utf8)
      _ = jar.take(
        [field], from: try Self.url("https://a.evil.example/"), at: Self.now, .masked)
    }
    #expect(jar.cookies.count == 51)
    #expect(jar.cookies.first?.name == "own" && jar.cookies[1].name == "c250")
    let field = jar.field(for: try Self.url("https://evil.example/"), at: Self.now)
    #expect((7000...8192).contains(field?.revealedBytes.count ?? 0))
  }

  @Test("Bytes that are not UTF-8 are sent as they came")
  func bytes() throws {
    var jar = CookieJar()
    let url = try Self.url("https://h.example/")
    _ = jar.take([[0x61, 0x3D, 0xFC]], from: url, at: Self.now, .masked)
    #expect(jar.field(for: url, at: Self.now)?.revealedBytes == [0x61, 0x3D, 0xFC])
  }

  @Test(
    "A date is read in its loose form",
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("06-Nov-94 08:49:37", 784_111_777),
      ("Nov 6 8:49:37 1994", 784_111_777), ("6 november 1994 08:49:37.5", 784_111_777),
      ("1 1 Jan 01:01:01 69", 3_124_227_661), ("30 Feb 2020 0:0:0", nil),
      ("1 Jan 1600 0:0:0", nil), ("1 Jan 2020 24:0:0", nil), ("1 Jan 2020", nil), ("", nil),
      ("123 Jan 2020 1:1:1", nil), ("1 Jan 02020 1:1:1", nil),
    ] as [(String, Int?)])
  func dates(text: String, seconds: Int?) {
    #expect(CookieDate(Array(text.utf8))?.moment.seconds == seconds)
  }
}
