import APICallSafety
import Testing

@Suite("A redactor")
struct RedactorTests {
  private func masking(_ text: String, _ secrets: [String], isCut: Bool = false) -> String {
    Redactor(secrets.map { Array($0.utf8) }).masking(text, isCut: isCut)
  }

  @Test(
    "A secret is masked however it is written",
    arguments: [
      ("as it is", "hunter2", "pw=hunter2;", "pw=***;"),
      ("twice", "hunter2", "hunter2 hunter2", "*** ***"),
      ("twice without a gap", "hunter2", "hunter2hunter2", "***"),
      ("as the whole text", "hunter2", "hunter2", "***"),
      ("percent-encoded", "p@ss w/rd", "/p%40ss%20w%2Frd?", "/***?"),
      ("percent-encoded in small letters", "p@ss w/rd", "p%40ss%20w%2frd", "***"),
      ("percent-encoded in part", "p@ss w/rd", "p@ss%20w/rd", "***"),
      ("percent-encoded as a whole", "hunter2", "%68%75%6e%74%65%72%32", "***"),
      ("percent-encoded twice", "p@ss w/rd", "p%2540ss%2520w%252Frd", "***"),
      ("with tildes", "p@ss w/rd", "/p~40ss~20w~2frd", "/***"),
      ("with a tilde, percent-encoded", "p@ss w/rd", "p@ss%7E20w%7E2Frd", "***"),
      ("as quoted-printable", "p@ss w/rd", "p=40ss w=\r\n=2Frd", "***"),
      ("percent-encoded as old JavaScript does", "p@ss w/rd", "p%u0040ss%20w%u002frd", "***"),
      ("as a form", "p@ss w+rd", "a=p%40ss+w%2Brd&b", "a=***&b"),
      ("in JSON", "a\"b\\c/d", #""a\"b\\c\/d""#, "\"***\""),
      ("in JSON by numbers", "hunter2", #"\u0068\u0075\u006E\u0074\u0065r2"#, "***"),
      ("in JSON with a pair", "abcd😀", #"abcd\ud83d\uDE00!"#, "***!"),
      ("in JSON with line breaks", "one\ntwo\t", #"one\ntwo\t"#, "***"),
      ("percent-encoded JSON", "a\"bcdef", "%7B%22a%5C%22bcdef%22", "%7B%22***%22"),
      ("JSON with a URL", "p@ss w/rd", #"p%40ss\u002520w%2Frd"#, "***"),
      ("escaped for a terminal", "ab\u{1b}cdef", #"ab\x1bcdef"#, "***"),
      ("escaped as JavaScript", "abcd😀", #"abcd\u{1F600}"#, "***"),
      ("in HTML", "a<b>&\"'c", "<p>a&lt;b&gt;&amp;&quot;&#39;c</p>", "<p>***</p>"),
      ("in XML by numbers", "a<b>&c", "a&#x3C;b&#62;&#38;c", "***"),
      ("in Base64", "hunter2", "aHVudGVyMg==", "***=="),
      ("in Base64 after one byte", "hunter2", "eGh1bnRlcjI=", "e***="),
      ("in Base64 after two", "hunter2", "eHhodW50ZXIy", "eH***"),
      ("in Base64 with more around it", "hunter2", "dXNlcjpodW50ZXIyOm1vcmU=", "dXNlcj***Om1vcmU="),
      ("in Base64 for URLs", "a?>b?>c?>", "YT8-Yj8-Yz8-", "***"),
      ("in Base64 with escapes", "a?>b?>c?>", #"YT8+Yj8%2bYz8\u002b"#, "***"),
      ("in hexadecimal", "hunter2", "68756e74657232 68756E74657232", "*** ***"),
      ("with an accent", "pässwörd", "p%C3%A4ssw%c3%b6rd", "***"),
    ])
  func spellings(_ name: String, _ secret: String, _ text: String, _ shown: String) {
    #expect(masking(text, [secret]) == shown)
  }

  @Test(
    "The longest stretch that several secrets cover is masked",
    arguments: [
      (["secret", "secret-longer"], "a secret-longer b secret c", "a *** b *** c"),
      (["abcdefgh", "efghijkl"], "xabcdefghijklx", "x***x"),
      (["abcabcabc"], "abcabcabcabcabc", "***"),
      (["aaaaaab", "aaaaaaa"], "aaaaaaaab", "***"),
      (["onetwo", "twothree", "onetwothreefour"], "onetwothree", "***"),
    ])
  func several(_ secrets: [String], _ text: String, _ shown: String) {
    #expect(masking(text, secrets) == shown)
    #expect(masking(text, secrets.reversed()) == shown)
  }

  @Test(
    "Secrets that occur in ordinary texts are not masked",
    arguments: ["", "a", "json", "true", "false", "null", "close", "8080", "2026-11", "1234567"])
  func short(_ secret: String) {
    let text = "\(secret) is json, true, false, null; close 8080 2026-11 1234567"
    #expect(masking(text, [secret]) == text)
    #expect(Redactor([Array(secret.utf8)]).isEmpty)
  }

  @Test("The beginning of a secret is masked where a text was cut, and only there")
  func cut() {
    #expect(masking("key: hunter2-and-m", ["hunter2-and-more"], isCut: true) == "key: ***")
    #expect(masking("key: hunter2-and-m", ["hunter2-and-more"]) == "key: hunter2-and-m")
    #expect(masking("hunter2-and, key", ["hunter2-and-more"], isCut: true) == "hunter2-and, key")
    #expect(masking("a hun", ["hunter2"], isCut: true) == "a hun")
    #expect(masking("k: p%40ss%20w%2", ["p@ss word"], isCut: true) == "k: ***")
    #expect(masking(#"k: p@ss\u00"#, ["p@ss word"], isCut: true) == "k: ***")
    #expect(masking("dXNlcjpodW50ZX", ["hunter2-and-more"], isCut: true) == "dXNlcjp***")
  }

  @Test("Secrets found in a text are masked in addition to its protected parts")
  func protecting() {
    var text: ProtectedText = "hunter2 "
    text.append(ProtectedText("ab", isSecret: true))
    text.append(" ab hunter2")
    let redactor = Redactor([Array("hunter2".utf8)])
    #expect(redactor.protecting(text).masked == "*** *** ab ***")
    #expect(redactor.protecting(text).revealed == text.revealed)
    #expect(Redactor([]).protecting(text).masked == "hunter2 *** ab hunter2")
  }

  @Test("Texts and secrets designed to be slow take no noticeable time")
  func hostile() {
    let runs = String(repeating: "a", count: 20_000)
    #expect(masking(runs + runs, [runs + "b"]) == runs + runs)
    #expect(masking(runs, ["aaaaaa", runs]) == "***")
    let escapes = String(repeating: "%25", count: 20_000)
    #expect(masking(escapes, ["%%%%%%b"]) == escapes)
    #expect(masking(String(repeating: #"&\+%"#, count: 10_000), ["hunter2"]).utf8.count == 40_000)
    // More secrets than there is room for: the first ones are still masked.
    let many = (0..<300).map { "\($0)-" + String(repeating: "x", count: 1000) }
    #expect(masking("hunter2 \(many[0])!", ["hunter2"] + many) == "*** ***!")
  }

  @Test("A printed redactor shows no secret")
  func printing() {
    let redactor = Redactor([Array("hunter2".utf8)])
    var dumped = "\(redactor)" + String(reflecting: [redactor])
    dump(redactor, to: &dumped)
    #expect(!dumped.contains("hunter2") && !dumped.contains("104"))
  }
}
