import APICallBase
import APICallHTTP
import TestWorlds
import Testing

@testable import APICallPlugins

@Suite("Answers to Digest challenges")
struct DigestAnswerTests {
  /// A challenge of a server, and its answer.
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var challenge: String
    var username = "Mufasa"
    var password = "Circle of Life"
    var clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    var target = "/dir/index.html"
    var body = ""
    var field: String
    var testDescription: String { name }
  }

  private static let rfcNonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
  private static let rfcOpaque = "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
  private static let japanese = "5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK"
  private static let mozilla = "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v"

  static let examples = [
    Case(
      name: "RFC 7616, section 3.9.1, with MD5",
      challenge: "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", algorithm=MD5, "
        + "nonce=\"\(rfcNonce)\", opaque=\"\(rfcOpaque)\"",
      field:
        "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", "
        + "algorithm=MD5, nonce=\"\(rfcNonce)\", nc=00000001, "
        + "cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", qop=auth, "
        + "response=\"8ca523f5e9506fed4657c9700eebdbec\", opaque=\"\(rfcOpaque)\""),
    Case(
      name: "RFC 7616, section 3.9.1, with SHA-256",
      challenge: "Digest realm=\"http-auth@example.org\", qop=\"auth, auth-int\", "
        + "algorithm=SHA-256, nonce=\"\(rfcNonce)\", opaque=\"\(rfcOpaque)\"",
      field:
        "Digest username=\"Mufasa\", realm=\"http-auth@example.org\", uri=\"/dir/index.html\", "
        + "algorithm=SHA-256, nonce=\"\(rfcNonce)\", nc=00000001, "
        + "cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", qop=auth, "
        + "response=\"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1\", "
        + "opaque=\"\(rfcOpaque)\""),
    // The response has the digest of FIPS 180-4 (RFC 7616, erratum 4897, status "reported").
    Case(
      name: "RFC 7616, section 3.9.2, with SHA-512/256 and a hidden name",
      challenge: "Digest realm=\"api@example.org\", qop=\"auth\", algorithm=SHA-512-256, "
        + "nonce=\"\(japanese)\", opaque=\"HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS\", "
        + "charset=UTF-8, userhash=true",
      username: "Jäsøn Doe", password: "Secret, or not?", clientNonce: mozilla,
      target: "/doe.json",
      field:
        "Digest username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\", "
        + "realm=\"api@example.org\", uri=\"/doe.json\", algorithm=SHA-512-256, "
        + "nonce=\"\(japanese)\", nc=00000001, cnonce=\"\(mozilla)\", qop=auth, "
        + "response=\"3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5\", "
        + "opaque=\"HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS\", userhash=true"),
    Case(
      name: "RFC 2617, section 3.5, without a word for MD5",
      challenge: "Digest realm=\"testrealm@host.com\", qop=\"auth,auth-int\", "
        + "nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", "
        + "opaque=\"5ccc069c403ebaf9f0171e9517f40e41\"",
      password: "Circle Of Life", clientNonce: "0a4f113b",
      field: "Digest username=\"Mufasa\", realm=\"testrealm@host.com\", uri=\"/dir/index.html\", "
        + "nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", nc=00000001, cnonce=\"0a4f113b\", "
        + "qop=auth, response=\"6629fae49393a05397450978507c4ef1\", "
        + "opaque=\"5ccc069c403ebaf9f0171e9517f40e41\""),
    Case(
      name: "a server of RFC 2069",
      challenge: "Digest realm=\"testrealm@host.com\", "
        + "nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", "
        + "opaque=\"5ccc069c403ebaf9f0171e9517f40e41\"",
      password: "CircleOfLife",
      field: "Digest username=\"Mufasa\", realm=\"testrealm@host.com\", uri=\"/dir/index.html\", "
        + "nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", "
        + "response=\"1949323746fe6a43ef61f9606e7febea\", "
        + "opaque=\"5ccc069c403ebaf9f0171e9517f40e41\""),
  ]

  private func answer(to example: Case) throws -> DigestAnswer {
    let challenge = try #require(
      AuthChallenge.all(in: ResponseHead(status: 401, headers: [.challenge(example.challenge)]))
        .first.flatMap { DigestChallenge($0) })
    return DigestAnswer(
      challenge: challenge, username: Array(example.username.utf8),
      password: Array(example.password.utf8), clientNonce: example.clientNonce, count: 1,
      method: "GET", target: Array(example.target.utf8), bodyDigits: [],
      digests: World.fixed().digests)
  }

  private func field(of example: Case) throws -> String? {
    try answer(to: example).fieldValue.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("An empty list of protections means that of RFC 2069")
  func noProtection() throws {
    let old = try #require(Self.examples.first { $0.name == "a server of RFC 2069" })
    var example = old
    example.challenge += ", qop=\"\""
    #expect(try field(of: example) == old.field)
  }

  @Test("A realm that is not UTF-8 is digested and sent back in the bytes of the server")
  func bytes() throws {
    let bytes = Array("Digest realm=\"r".utf8) + [0xFC] + Array("\", nonce=\"n\"".utf8)
    let head = ResponseHead(
      status: 401, headers: [ResponseHead.Field("WWW-Authenticate", FieldText(bytes: bytes))])
    let answer = DigestAnswer(
      challenge: try #require(AuthChallenge.all(in: head).first.flatMap { DigestChallenge($0) }),
      username: Array("u".utf8), password: Array("p".utf8), clientNonce: "", count: 1,
      method: "GET", target: Array("/digest".utf8), bodyDigits: [],
      digests: World.fixed().digests)
    // printf 'u:r\xfc:p' | md5sum, and so on.
    let expected =
      Array("Digest username=\"u\", realm=\"r".utf8) + [0xFC]
      + Array(
        "\", uri=\"/digest\", nonce=\"n\", response=\"66a24c14a529f79850a137b1e5c9ba1e\"".utf8)
    #expect(answer.fieldValue == expected)
  }

  @Test("The answers are those of the specifications", arguments: examples)
  func known(_ example: Case) throws {
    #expect(try field(of: example) == example.field)
  }

  @Test("The answer depends on every digested word")
  func sensitive() throws {
    var responses: Set<String> = []
    for change in 0..<7 {
      var example = Self.examples[0]
      switch change {
      case 1: example.username = "Mufasb"
      case 2: example.password = "Circle of life"
      case 3: example.clientNonce = "g"
      case 4: example.target = "/dir/"
      case 5: example.challenge = example.challenge.replacing("=MD5", with: "=MD5-sess")
      case 6: example.challenge = example.challenge.replacing("auth, ", with: "")
      default: break
      }
      let value = try #require(try field(of: example))
      responses.insert(String(try #require(value.firstMatch(of: /response="(\w+)"/)).1))
    }
    #expect(responses.count == 7)
  }

  @Test("A user name outside ASCII is sent as bytes, unless the server reads UTF-8")
  func names() throws {
    var example = Self.examples[0]
    example.username = "Jäsøn \"Doe\""
    #expect(
      try field(of: example)?.hasPrefix(#"Digest username="Jäsøn \"Doe\"", "#) == true)
    example.challenge += ", charset=UTF-8"
    #expect(
      try field(of: example)?
        .hasPrefix("Digest username*=UTF-8''J%C3%A4s%C3%B8n%20%22Doe%22, ") == true)
  }
}

extension ResponseHead.Field {
  /// A field that requests credentials.
  static func challenge(_ value: String) -> Self { Self("WWW-Authenticate", value) }
}
