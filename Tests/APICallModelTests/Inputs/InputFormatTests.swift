import APICallModel
import SeededNumbers
import Testing

@Suite("Formats of inputs")
struct InputFormatTests {
  private static let long = String(repeating: "a", count: 63)

  @Test(
    "Matching text is accepted",
    arguments: [
      (.email, "ann@example.com"), (.email, "a.b+c@x"), (.email, "\"ann b\\\"\"@example.com"),
      (.email, "ann@[192.0.2.1]"), (.email, "ann@[IPv6:2001:db8::1]"),
      (.email, "!#$%&'*/=?^_`{|}~@a.b"),
      (.email, "\(String(repeating: "a", count: 64))@a.b"),
      (.uri, "https://example.com/a?b=c#d"), (.uri, "urn:isbn:0451450523"), (.uri, "mailto:a@b.c"),
      (.uri, "http://user:pw@[2001:db8::1]:80/%41"), (.uri, "file:///etc/hosts"), (.uri, "a:"),
      (.uri, "http://a.b:"), (.uri, "ftp://a/b;type=a"), (.uri, "x+y-z.1://"),
      (.date, "2026-01-31"), (.date, "2024-02-29"), (.date, "2000-02-29"), (.date, "0000-01-01"),
      (.date, "9999-12-31"),
      (.time, "12:30:00Z"), (.time, "12:30:00.123456789+01:00"), (.time, "23:59:60Z"),
      (.time, "00:59:60+01:00"), (.time, "22:59:60-01:00"), (.time, "12:30:00z"),
      (.dateTime, "2026-01-31T12:30:00Z"), (.dateTime, "2026-01-31t12:30:00.5-23:59"),
      (.uuid, "123e4567-e89b-12d3-a456-426614174000"),
      (.uuid, "00000000-0000-0000-0000-000000000000"),
      (.uuid, "ABCDEF00-abcd-0000-0000-000000000000"),
      (.hostname, "localhost"), (.hostname, "a-b.c1"), (.hostname, "\(long).\(long)"),
      (.hostname, "1.2.3.4"), (.hostname, "xn--bcher-kva.example"),
      (.ipv4, "192.0.2.1"), (.ipv4, "0.0.0.0"), (.ipv4, "255.255.255.255"),
      (.ipv6, "::"), (.ipv6, "2001:db8::1"), (.ipv6, "::ffff:192.0.2.1"),
      (.ipv6, "1:2:3:4:5:6:7:8"),
    ] as [(InputFormat, String)])
  func accepts(_ format: InputFormat, _ text: String) { #expect(format.accepts(text)) }

  @Test(
    "Other text is not accepted",
    arguments: [
      (.email, "ann"), (.email, "@a"), (.email, "ann@"), (.email, "a@b@c"), (.email, ".a@b"),
      (.email, "a..b@c"), (.email, "a b@c"), (.email, "ann@-x.y"), (.email, "ann@[1.2.3]"),
      (.email, "ann@[2001:db8::1]"), (.email, "\"a\"b\"@c"), (.email, "\"a\\\"@c"),
      (.email, "é@a.b"),
      (.email, "\(String(repeating: "a", count: 65))@a.b"), (.email, "ann@a.b\n"),
      (.uri, "example.com"), (.uri, "/a"), (.uri, "://a"), (.uri, "1a://b"), (.uri, "http://a b"),
      (.uri, "http://a/%4"), (.uri, "http://a/%zz"), (.uri, "http://a/é"), (.uri, "http://[1]/"),
      (.uri, "http://a:x/"), (.uri, "http://a/[b]"), (.uri, "http://a#b#c"), (.uri, "a:<b>"),
      (.uri, "http://a\n"), (.uri, "http://[::1]x"), (.uri, "http://a/%"),
      (.date, "2026-1-31"), (.date, "2026-02-29"), (.date, "1900-02-29"), (.date, "2026-13-01"),
      (.date, "2026-00-01"), (.date, "2026-01-00"), (.date, "2026-01-32"), (.date, "26-01-31"),
      (.date, "2026-01-31 "), (.date, "2026/01/31"), (.date, "２０２６-01-31"),
      (.time, "12:30:00"), (.time, "24:00:00Z"), (.time, "12:60:00Z"), (.time, "12:30:61Z"),
      (.time, "12:30:60Z"), (.time, "12:30Z"), (.time, "12:30:00.Z"), (.time, "12:30:00+0100"),
      (.time, "12:30:00+24:00"), (.time, "12:30:00Zx"), (.time, "23:59:60+01:00"),
      (.dateTime, "2026-01-31"), (.dateTime, "2026-01-31 12:30:00Z"),
      (.dateTime, "2026-02-30T00:00:00Z"),
      (.dateTime, "2026-01-31T12:30:00"), (.dateTime, "T12:30:00Z"),
      (.uuid, "123e4567e89b12d3a456426614174000"), (.uuid, "123e4567-e89b-12d3-a456-42661417400g"),
      (.uuid, "{123e4567-e89b-12d3-a456-426614174000}"),
      (.uuid, "123e4567-e89b-12d3-a456-4266141740000"),
      (.hostname, ""), (.hostname, "-a"), (.hostname, "a-"), (.hostname, "a..b"), (.hostname, "a."),
      (.hostname, "a_b"), (.hostname, "bücher.example"), (.hostname, "\(long)a"),
      (.hostname, Array(repeating: long, count: 4).joined(separator: ".")), (.hostname, "a b"),
      (.ipv4, "192.0.2"), (.ipv4, "192.0.2.256"), (.ipv4, "192.0.2.01"), (.ipv4, "0x1.0.0.1"),
      (.ipv4, "1.2.3.4 "), (.ipv6, ":"), (.ipv6, "1::2::3"), (.ipv6, "12345::"),
      (.ipv6, "::1%eth0"),
      (.ipv6, "[::1]"), (.ipv6, "1.2.3.4"),
    ] as [(InputFormat, String)])
  func refuses(_ format: InputFormat, _ text: String) { #expect(!format.accepts(text)) }

  @Test("Any text can be tested", arguments: InputFormat.allCases)
  func odd(_ format: InputFormat) {
    let seed = TestSeed.picked()
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "a", "1", "-", ":", "@", ".", "/", "[", "]", "%", "%4", "T", "Z", "+", "é", "\0", " ", "\"",
      "\\", "#", "?", "2026", "01", "::", "//", "👍",
    ]
    for _ in 0..<4_000 { _ = format.accepts(generator.text(of: pieces, below: 16)) }
    let long = String(repeating: "a.", count: 100_000)
    #expect(!format.accepts(long))
    #expect(!format.accepts(long + "@" + long))
  }
}
