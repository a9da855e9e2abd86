import APICallSafety
import Measuring
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
    let long = letters + letters + letters
    func some(_ count: Int) -> String { String(long.prefix(count)) }
    let cases: [(String, String)] = [
      ("a JSON web token", web), ("a private key", key),
      ("a private key", "-----BEGIN PRIVATE KEY-----\nMIIEcut"),
      ("an AWS access key", "AKIAABCDEFGHIJKLMNOP"), ("a GitHub token", "ghp_\(letters)"),
      ("a GitHub token", "ghs_\(letters)"), ("a Slack token", "xoxb-1234567890-abc"),
      ("a Google API key", "AIza\(some(35))"), ("a Stripe key", "sk_live_\(letters)"),
      ("a GitLab token", "glpat-\(some(20))"), ("an npm token", "npm_\(letters)"),
      ("a Stripe key", "sk_test_\(some(24))"),
      ("a webhook secret", "whsec_\(some(32))"),
      ("a SendGrid key", "SG.\(some(22)).\(some(43))"),
      ("an OpenAI key", "sk-proj-\(some(72))"),
      ("an Anthropic key", "sk-ant-api03-\(long)"),
      ("a Hugging Face token", "hf_\(some(34))"),
      ("a Slack token", "xapp-1-A0123-456-\(letters)"),
      ("a Shopify token", "shpat_" + String(repeating: "0123456789abcdef", count: 2)),
      ("a PyPI token", "pypi-AgEIcHlwaS5vcmc\(some(72))"),
      ("a Google access token", "ya29.\(some(72))"),
      ("a Google client secret", "GOCSPX-\(some(28))"),
      ("a Vault token", "hvs.\(long)"),
      ("a DigitalOcean token", "dop_v1_" + String(repeating: "0123456789abcdef", count: 4)),
      (
        "a private key",
        "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nxcUE\n-----END PGP PRIVATE KEY BLOCK-----"
      ),
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
      "-----BEGIN CERTIFICATE-----\nMIIE", "xoxb-1",
      "glpat-short", "npm_\(letters)x", "npm_config_registry", "sk_test_key", "whsec_test",
      "SG.a.b", "SG.\(letters).\(letters)", "sk-proj-name", "sk-ant-api03-short",
      "hf_\(letters)", "hf_hub_download", "xapp-1-a", "shpat_\(letters)", "pypi-\(letters)",
      "ya29.short", "GOCSPX-\(letters)", "hvs.example", "dop_v1_\(letters)",
      "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nxcUE",
    ] {
      #expect(Self.found(text).isEmpty, "\(text)")
    }
  }

  @Test("The time grows with the length of the text, whatever it contains")
  func time() {
    for piece in [
      "eyJ-", "eyJaaaaaaaa.", "-----BEGIN ", "ghp_a ", "xoxb-", "AKIA-", "hvs.", "SG.a.",
    ] {
      let text = String(repeating: piece, count: (1 << 17) / piece.utf8.count)
      let time = ProcessorTime.measure {
        // The last of many could be a credential of its own.
        #expect(Self.found(text).count <= 1 || piece.hasSuffix("."))
      }
      #expect(time < .seconds(60), "\(piece)")
    }
  }
}
