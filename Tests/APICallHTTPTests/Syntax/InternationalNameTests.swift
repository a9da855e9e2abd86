import APICallHTTP
import Testing

@Suite("International names")
struct InternationalNameTests {
  @Test(
    "A name has one form in ASCII",
    arguments: [
      ("bücher.example", "xn--bcher-kva.example"),
      ("BÜCHER.Example", "xn--bcher-kva.example"),
      ("bu\u{308}cher.example", "xn--bcher-kva.example"),
      ("faß.de", "xn--fa-hia.de"), ("例え.jp", "xn--r8jz45g.jp"),
      ("почта.рф", "xn--80a1acny.xn--p1ai"), ("ｅｘａｍｐｌｅ.com", "example.com"),
      ("a。b", "a.b"), ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"),
    ])
  func good(_ name: String, _ ascii: String) throws {
    #expect(try InternationalName.ascii(name) == ascii)
  }

  @Test(
    "A name without an ASCII form is an error with its reason",
    arguments: [
      ("é\u{0}", .forbiddenCharacter),
      ("\u{301}a", .forbiddenCharacter),
      ("é\u{202E}", .forbiddenCharacter),
      (String(repeating: "é", count: 64), .tooLong),
    ] as [(String, InternationalNameError)])
  func bad(_ name: String, _ error: InternationalNameError) {
    #expect(throws: error) { try InternationalName.ascii(name) }
  }

  @Test(
    "An IPv6 address has one form",
    arguments: [
      ("::1", "::1"), ("0:0:0:0:0:0:0:1", "::1"), ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
      ("::ffff:1.2.3.4", "::ffff:1.2.3.4"), ("fe80::", "fe80::"), ("fe80::1%eth0", nil), ("1", nil),
      ("1::2::3", nil), ("::g", nil), ("", nil), ("::1\u{0}", nil), ("12345::", nil),
    ])
  func ipv6(_ text: String, _ canonical: String?) {
    #expect(InternetAddress.canonicalIPv6(text) == canonical)
  }

  @Test(
    "An IPv4 address is four numbers",
    arguments: [
      ("127.0.0.1", true), ("255.255.255.255", true), ("127.1", false), ("0x7f.0.0.1", false),
      ("127.0.0.01", false), ("256.0.0.1", false), ("2130706433", false), ("1.2.3.4.", false),
      ("1.2.3.4\u{0}", false),
    ])
  func ipv4(_ text: String, _ isAddress: Bool) {
    #expect(InternetAddress.isIPv4(text) == isAddress)
  }
}
