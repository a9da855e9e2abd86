import APICallTesting
import Testing

@Suite("Shapes of credentials")
struct SecretShapeTests {
  private static func found(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    return SecretShape.matches(in: bytes).map { match in
      "\(match.shape.name): \(String(decoding: bytes[match.range], as: UTF8.self))"
    }
  }

  @Test("Credentials are found in any text")
  func credentials() {
    let web = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl"
    let key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----"
    let letters = String(repeating: "a1B2", count: 9)
    let cases = [
      ("a JSON web token", web), ("a private key", key),
      ("a private key", "-----BEGIN PRIVATE KEY-----\nMIIEcut"),
      ("an AWS access key", "AKIAABCDEFGHIJKLMNOP"), ("a GitHub token", "ghp_\(letters)"),
      ("a GitHub token", "ghs_\(letters)"), ("a Slack token", "xoxb-1234567890-abc"),
      ("a Google API key", "AIza" + letters.prefix(35)), ("a Stripe key", "sk_live_\(letters)"),
    ]
    for (name, text) in cases {
      #expect(Self.found(text) == ["\(name): \(text)"])
      if !text.hasSuffix("cut") {
        #expect(Self.found("{\"x\":\"\(text)\"}, y") == ["\(name): \(text)"])
      }
    }
    #expect(Self.found(cases[0].1 + " " + cases[3].1).count == 2)
  }

  @Test("Other texts are not")
  func others() {
    let letters = String(repeating: "a1B2", count: 9)
    for text in [
      "", "eyJ", "eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJIUzI1NiJ9.bm90IGpzb24.c2ln", "AKIA",
      "AKIAABCDEFGHIJKLMNOPQ", "xAKIAABCDEFGHIJKLMNOP", "ghp_short", "AIza\(letters)",
      "-----BEGIN CERTIFICATE-----\nMIIE", "sk_test_\(letters)", "xoxb-1",
    ] {
      #expect(Self.found(text).isEmpty, "\(text)")
    }
  }

  @Test("The time grows with the length of the text, whatever it contains", .timeLimit(.minutes(1)))
  func time() {
    for piece in ["eyJ-", "eyJaaaaaaaa.", "-----BEGIN ", "ghp_a ", "xoxb-", "AKIA-"] {
      let text = String(repeating: piece, count: (1 << 17) / piece.utf8.count)
      // The last of many could be a credential of its own.
      #expect(Self.found(text).count <= 1 || piece.hasSuffix("."))
    }
  }
}
