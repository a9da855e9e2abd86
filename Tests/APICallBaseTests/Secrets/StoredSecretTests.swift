import APICallBase
import APICallHTTP
import APICallSafety
import Testing

@Suite("Stored secrets")
struct StoredSecretTests {
  private static let origin = Origin(scheme: .https, host: "api.example.com")

  @Test("A secret never prints its value")
  func printing() throws {
    let secret = try StoredSecret("tok-12345678", for: [Self.origin])
    var dumped = ""
    dump(secret, to: &dumped)
    let texts = ["\(secret)", String(reflecting: secret), dumped, "\(secret.value)"]
    for text in texts { #expect(!text.contains("12345678"), "\(text)") }
    #expect(secret.value.revealed == "tok-12345678")
  }

  @Test("Values and origins have limits", arguments: [0, 1, 32 << 10, (32 << 10) + 1])
  func limits(count: Int) throws {
    let value = String(repeating: "v", count: count)
    let isGood = (1...StoredSecret.longestValue).contains(count)
    #expect(((try? StoredSecret(value, for: [Self.origin])) != nil) == isGood)
  }

  @Test("A secret has 1 to 32 origins, without duplicates")
  func origins() throws {
    let many = (1...33).map { Origin(scheme: .https, host: "a.example", port: $0) }
    #expect(try StoredSecret("v", for: many.dropLast() + many.dropLast()).origins.count == 32)
    let cases: [([Origin], String)] = [
      ([], "a secret needs at least one origin"),
      (many, "a secret can have at most 32 origins, not 33"),
    ]
    for (origins, message) in cases {
      let problem = #expect(throws: SecretProblem.self) { try StoredSecret("v", for: origins) }
      #expect(problem?.message == message)
      #expect(problem?.status == .badInput)
    }
  }

  @Test(
    "An origin is a scheme, a host and a port",
    arguments: [
      ("https://api.example.com", true), ("https://api.example.com.", true),
      ("https://API.Example.com:443", true), ("http://api.example.com", false),
      ("https://api.example.com:8443", false), ("https://example.com", false),
      ("https://a.api.example.com", false), ("http://api.example.com:443", false),
    ])
  func isFor(_ text: String, _ expected: Bool) throws {
    let secret = try StoredSecret("v", for: [Self.origin])
    #expect(secret.isFor(try Origin(ofSecret: text)) == expected)
  }

  @Test(
    "A text that is not an origin is an error",
    arguments: [
      (
        "api.example.com", "'api.example.com' is not an origin: it has no scheme",
        "did you mean 'https://api.example.com'?"
      ),
      ("", "'' is not an origin: it has no scheme", form),
      ("a/b", "'a/b' is not an origin: it has no scheme", form),
      (
        "https://a.example/v1", "'https://a.example/v1' is not an origin: it has a path",
        "a secret is for a whole origin: write https://a.example"
      ),
      (
        "ftp://a.example", "'ftp://a.example' is not a host: the scheme 'ftp' is not http or https",
        form
      ),
      ("https://", "'https://' is not a host: its name is missing", form),
      (
        "https://*.a.example",
        "'https://*.a.example' is not a host: '*.a.example' is not a name"
          + " or an address", form
      ),
      (
        "https://a.example:0",
        "'https://a.example:0' is not a host: '0' is not a port from 1 to 65535",
        form
      ),
      ("https://a.example?x", "'https://a.example?x' is not a host: it cannot contain '?'", form),
      (
        "https://me:pass@a.example", "'https://***@a.example' is not a host: it cannot contain '@'",
        form
      ),
      (
        "https://1.2.3", "'https://1.2.3' is not a host: '1.2.3' is not an address",
        "write four numbers from 0 to 255 without leading zeros, as in 127.0.0.1"
      ),
    ])
  func wrongOrigins(_ text: String, _ message: String, _ hint: String) throws {
    let problem = try #require(throws: SecretProblem.self) { try Origin(ofSecret: text) }
    #expect(problem.message == message)
    #expect(problem.hint == hint)
  }

  private static let form = "write scheme://host[:port], as in https://api.example.com"

  @Test(
    "Names are identifiers of at most 64 bytes",
    arguments: [
      ("github", true), ("_a-B9", true), ("", false), ("1a", false), ("-a", false), ("a b", false),
      ("ä", false), ("a.b", false), (String(repeating: "a", count: 64), true),
      (String(repeating: "a", count: 65), false),
    ])
  func names(_ name: String, _ isValid: Bool) {
    #expect(SecretName.isValid(name) == isValid)
    if isValid {
      #expect(throws: Never.self) { try SecretName.check(name) }
    } else {
      #expect(throws: Failure.self) { try SecretName.check(name) }
    }
  }
}
