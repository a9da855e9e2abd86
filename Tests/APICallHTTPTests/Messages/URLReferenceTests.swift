import APICallHTTP
import APICallSafety
import Testing

/// References as servers write them, resolved.
struct URLReferenceTests {
  private static func resolve(_ text: String, _ base: RequestURL = base) -> String {
    do throws(URLReferenceProblem) {
      return try URLReference(text).resolved(against: base).text.revealed
    } catch {
      return error.reason
    }
  }

  /// The base of RFC 3986, section 5.4.
  private static let base = RequestURL(
    origin: Origin(scheme: .http, host: "a"), path: "/b/c/d;p", query: "q")

  @Test(
    "The normal examples of RFC 3986 are resolved as it says",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
      ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
      ("g;x?y#s", "http://a/b/c/g;x?y"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
      ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
      ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
      ("../../g", "http://a/g"),
    ])
  func normal(_ reference: String, _ url: String) {
    #expect(Self.resolve(reference) == url)
  }

  @Test(
    "The abnormal examples of RFC 3986 are resolved as it says",
    arguments: [
      ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
      ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
      ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
      ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
      ("g#s/./x", "http://a/b/c/g"), ("g#s/../x", "http://a/b/c/g"),
    ])
  func abnormal(_ reference: String, _ url: String) {
    #expect(Self.resolve(reference) == url)
  }

  @Test(
    "A path and a query stay unchanged, apart from what a request line cannot hold",
    arguments: [
      ("/a%2Fb%7e?c=%5b+d", "http://a/a%2Fb%7e?c=%5b+d"),
      ("/a{b}|c?d=[e]\"f", "http://a/a{b}|c?d=[e]\"f"),
      ("/a b?c=d e", "http://a/a%20b?c=d%20e"), ("/ä?ö", "http://a/%C3%A4?%C3%B6"),
      ("  /a ", "http://a/a"), ("/a?", "http://a/a?"), ("/a//b", "http://a/a//b"),
      ("/a//../b", "http://a/a/b"), ("/%2e%2E/b", "http://a/%2e%2E/b"),
      ("/\\evil.example", "http://a/\\evil.example"), ("1:2", "http://a/b/c/1:2"),
      ("g?a:b", "http://a/b/c/g?a:b"), ("./g:h", "http://a/b/c/g:h"),
    ])
  func written(_ reference: String, _ url: String) {
    #expect(Self.resolve(reference) == url)
  }

  @Test(
    "A whole URL is read as hosts are",
    arguments: [
      ("https://Example.COM", "https://example.com/"),
      ("HTTP://b:80?x", "http://b/?x"), ("https://b:8443/x/../y", "https://b:8443/y"),
      ("https://b:/x", "https://b/x"), ("http://[::1]:81/", "http://[::1]:81/"),
      ("https://bücher.example/", "https://xn--bcher-kva.example/"),
      ("https://b.:443/", "https://b./"),
    ])
  func absolute(_ reference: String, _ url: String) {
    #expect(Self.resolve(reference) == url)
  }

  @Test("A reference without a scheme keeps the scheme of its base")
  func networkPath() {
    var base = Self.base
    base.origin = Origin(scheme: .https, host: "a", port: 8443)
    #expect(Self.resolve("//b/c", base) == "https://b/c")
    #expect(Self.resolve("//a:8443/c", base) == "https://a:8443/c")
  }

  @Test(
    "A reference that does not give a URL is an error with its reason",
    arguments: [
      ("g:h", "its scheme 'g' is not http or https"),
      ("JavaScript:alert(1)", "its scheme 'javascript' is not http or https"),
      ("file:///etc/passwd", "its scheme 'file' is not http or https"),
      ("http:g", "'http:g' is not a host: its name is missing"),
      ("https:///g", "'https://' is not a host: its name is missing"),
      ("//", "'http://' is not a host: its name is missing"),
      ("http://me:secret@b/", "it contains a user or a password"),
      ("//me@b/", "it contains a user or a password"),
      ("http://b:0/", "'http://b:0' is not a host: '0' is not a port from 1 to 65535"),
      ("http://b:99999/", "'http://b:99999' is not a host: '99999' is not a port from 1 to 65535"),
      ("http://b c/", "'http://b c' is not a host: 'b c' is not a name or an address"),
      ("http://b\\c/", "'http://b\\c' is not a host: it cannot contain '\\'"),
      ("http://0177.1/", "'http://0177.1' is not a host: '0177.1' is not an address"),
      ("/a\r\nX: y", "it contains the control character 0x0d"),
      ("/a\u{0}", "it contains the control character 0x00"),
      ("/a\u{7F}", "it contains the control character 0x7f"),
      ("/a\tb", "it contains the control character 0x09"),
    ])
  func refused(_ reference: String, _ reason: String) {
    #expect(Self.resolve(reference) == reason)
  }

  @Test("A reference of 64 KiB is read, and one more byte is too long")
  func length() {
    let long = "/" + String(repeating: "x", count: (64 << 10) - 1)
    #expect(Self.resolve(long) == "http://a" + long)
    #expect(Self.resolve(long + "x") == "it has 65537 bytes, and at most 65536 are allowed")
  }

  @Test("Bytes that are not UTF-8 are escaped as they are")
  func bytes() throws {
    let reference = URLReference(FieldText(bytes: Array("/f".utf8) + [0xFC, 0x3F, 0xE9]))
    #expect(try reference.resolved(against: Self.base).text.revealed == "http://a/f%FC?%E9")
  }

  @Test(
    "A reference out of responses needs as much of their URLs as it leaves out",
    arguments: [
      ("../g", .url(base), "http://a/b/g"), ("/g", .url(base), "http://a/g"),
      ("https://b/g", .url(base), "https://b/g"), ("/g", .server(base.origin), "http://a/g"),
      ("//b/g", .server(base.origin), "http://b/g"), ("g", .server(base.origin), nil),
      ("?y", .server(base.origin), nil), ("https://b/g", .server(base.origin), "https://b/g"),
      ("/g?u=http://b/", .several, nil), ("https://b/g", .several, "https://b/g"),
      (" http://b/g", nil, "http://b/g"), ("/g", nil, nil), ("g?http://b/", nil, nil),
    ] as [(String, ReferenceBase.Place?, String?)])
  func outOfResponses(_ text: String, _ place: ReferenceBase.Place?, _ url: String?) throws {
    let found = try URLReference(text).resolved(against: place.map { ReferenceBase($0) })
    #expect(found?.text.revealed == url)
  }

  @Test("Values of several responses have what their URLs have in common")
  func joinedBases() {
    let other = RequestURL(origin: Self.base.origin, path: "/x")
    let foreign = RequestURL(origin: Origin(scheme: .https, host: "b"), path: "/x")
    func joined(_ urls: RequestURL...) -> ReferenceBase.Place? {
      var provenance = Provenance.file
      for url in urls { provenance.join(Provenance(.response, base: ReferenceBase(.url(url)))) }
      return provenance.base?.place
    }
    #expect(joined() == nil)
    #expect(joined(Self.base, Self.base) == .url(Self.base))
    #expect(joined(Self.base, other, Self.base) == .server(Self.base.origin))
    #expect(joined(Self.base, foreign) == .several)
    #expect(joined(Self.base, other, foreign, other) == .several)
  }

  @Test("Secret parts of the base stay secret")
  func secrets() throws {
    var path: ProtectedText = "/bot"
    path.append(ProtectedText("to/ken", isSecret: true))
    path.append("/list/items")
    let base = RequestURL(
      origin: Self.base.origin, path: path, query: ProtectedText("key", isSecret: true))
    func masked(_ text: String) throws -> String {
      try URLReference(text).resolved(against: base).text.masked
    }
    #expect(try masked("more") == "http://a/bot***/***/list/more")
    #expect(try masked("../other/./x") == "http://a/bot***/***/other/x")
    #expect(try masked("") == "http://a/bot***/list/items?***")
    #expect(try masked("?a=b") == "http://a/bot***/list/items?a=b")
    #expect(Self.resolve("more", base) == "http://a/botto/ken/list/more")
  }
}
