import APICallHTTP
import APICallSafety
import SeededNumbers
import Testing

@Suite("Hosts as people write them")
struct HostAddressTests {
  @Test(
    "A host is an origin and a base path",
    arguments: [
      ("api.example.com", "https://api.example.com", ""),
      ("https://api.example.com", "https://api.example.com", ""),
      ("https://api.example.com/", "https://api.example.com", ""),
      ("https://api.example.com///", "https://api.example.com", ""),
      ("HTTP://API.Example.COM", "http://api.example.com", ""),
      ("https://api.example.com/v1", "https://api.example.com", "/v1"),
      ("https://api.example.com/v1/", "https://api.example.com", "/v1"),
      ("https://api.example.com/a b/é", "https://api.example.com", "/a%20b/%C3%A9"),
      ("https://api.example.com/a%20b", "https://api.example.com", "/a%20b"),
      ("localhost:8080", "https://localhost:8080", ""),
      ("http://localhost:80", "http://localhost", ""),
      ("https://a.example:443/x", "https://a.example", "/x"),
      ("http://a.example:443", "http://a.example:443", ""),
      ("127.0.0.1:1", "https://127.0.0.1:1", ""), ("a:65535", "https://a:65535", ""),
      ("http://[::1]", "http://[::1]", ""), ("http://[::1]:8080/x", "http://[::1]:8080", "/x"),
      ("[2001:DB8::1]", "https://[2001:db8::1]", ""),
      ("[::ffff:1.2.3.4]", "https://[::ffff:1.2.3.4]", ""),
      ("my_service", "https://my_service", ""), ("a.example.", "https://a.example.", ""),
      ("xn--bcher-kva.example", "https://xn--bcher-kva.example", ""),
      ("bücher.example:8443/é", "https://xn--bcher-kva.example:8443", "/%C3%A9"),
      ("HTTP://BÜCHER.example", "http://xn--bcher-kva.example", ""),
      ("[0:0:0:0:0:0:0:1]", "https://[::1]", ""),
      ("[2001:DB8:0:0:1:0:0:1]", "https://[2001:db8::1:0:0:1]", ""),
      ("0x7f.example", "https://0x7f.example", ""), ("1.2.3.a", "https://1.2.3.a", ""),
      ("a.example/v1:batch", "https://a.example", "/v1:batch"),
    ])
  func good(_ text: String, _ origin: String, _ basePath: String) throws {
    let address = try HostAddress(text)
    #expect(address.origin.description == origin)
    #expect(address.basePath == basePath)
  }

  @Test(
    "A text that is not a host is an error with its reason",
    arguments: [
      ("", .empty), ("https://", .empty), ("https:///x", .empty), (":80", .empty),
      ("ftp://a", .scheme("ftp")), ("://a", .scheme("")), ("file:///etc", .scheme("file")),
      ("a?b", .forbidden("?")), ("a#b", .forbidden("#")), ("a/b?c", .forbidden("?")),
      ("u:p@a", .forbidden("@")), ("a\\b", .forbidden("\\")), ("a/b@c", .forbidden("@")),
      ("a:", .port("")), ("a:0", .port("0")), ("a:65536", .port("65536")),
      ("a:-1", .port("-1")), ("a:+80", .port("+80")), ("a:1x", .port("1x")),
      ("a:000080", .port("000080")), ("a:٣", .port("٣")), ("::1", .empty),
      ("a..b", .name("a..b")), (".a", .name(".a")), ("-a", .name("-a")), ("a-", .name("a-")),
      ("a b", .name("a b")), ("a%20b", .name("a%20b")), ("é／b", .international("é／b", .malformed)),
      ("é\u{202E}", .international("é\u{202E}", .forbiddenCharacter)),
      ("127.1", .address("127.1")), ("2130706433", .address("2130706433")),
      ("a.0x7f", .address("a.0x7f")),
      ("256.1.1.1", .address("256.1.1.1")),
      ("127.0.0.01", .address("127.0.0.01")), ("1.2.3.4.", .address("1.2.3.4.")),
      ("[::1%25eth0]", .name("[::1%25eth0]")), ("[1::2::3]", .name("[1::2::3]")),
      ("a\nb", .name("a\nb")), ("a\u{0}", .name("a\u{0}")), ("<x>", .forbidden("<")),
      ("[::1", .name("[::1")), ("[]", .name("[]")), ("[1]", .name("[1]")),
      ("[::g]", .name("[::g]")), ("[::1]8080", .name("[::1]8080")), ("a]", .name("a]")),
      ("a/../b", .dotSegment("..")), ("a/./b", .dotSegment(".")),
      ("a/%2e%2E", .dotSegment("%2e%2E")),
      (String(repeating: "a", count: 64), .name(String(repeating: "a", count: 64))),
      (String(repeating: "a.", count: 127), .name(String(repeating: "a.", count: 127))),
    ] as [(String, HostProblem)])
  func bad(_ text: String, _ problem: HostProblem) {
    #expect(throws: problem) { try HostAddress(text) }
  }

  @Test("Any text is a host or an error, and a host is written in plain ASCII")
  func anyText() {
    var random = SeededGenerator(seed: 21)
    let bits = [
      "a", ".", ":", "/", "[", "]", "@", "%2e", "é", "://", "http", "8", "-", " ", "\u{301}",
    ]
    for iteration in 0..<3_000 {
      let text = random.text(of: bits, below: 8)
      guard let address = try? HostAddress(text) else { continue }
      let written = "\(address.origin)\(address.basePath)"
      #expect(
        written.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "@") }
          && (try? HostAddress(written)) == address,
        "seed 21, iteration \(iteration): \(text)")
    }
  }
}
