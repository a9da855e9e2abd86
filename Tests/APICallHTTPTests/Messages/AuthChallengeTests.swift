import APICallHTTP
import SeededNumbers
import Testing

@Suite("Challenges of a server")
struct AuthChallengeTests {
  /// The challenges of fields, one per line.
  private func challenges(_ fields: String...) -> [String] {
    let headers = fields.map { ResponseHead.Field("www-authenticate", $0) }
    return AuthChallenge.all(in: ResponseHead(status: 401, headers: headers)).map { challenge in
      let parameters = challenge.parameters.map { " \($0.name)=[\($0.value)]" }
      return challenge.scheme + parameters.reduce("", +) + (challenge.token.map { " \($0)" } ?? "")
    }
  }

  @Test(
    "Challenges are separated, although commas separate their parameters too",
    arguments: [
      ("Basic realm=\"simple\"", ["Basic realm=[simple]"]),
      (
        "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"",
        ["Basic realm=[simple]", "Newauth realm=[apps] type=[1] title=[Login to \"apps\"]"]
      ),
      ("Negotiate", ["Negotiate"]), ("Negotiate, Basic realm=x", ["Negotiate", "Basic realm=[x]"]),
      ("NTLM TlRMTVNTUAAC==", ["NTLM TlRMTVNTUAAC=="]),
      (
        "Digest realm=\"a, b\" , nonce = \"c\",,stale=true",
        ["Digest realm=[a, b] nonce=[c] stale=[true]"]
      ),
      (", ,Bearer error=\"invalid_token\"", ["Bearer error=[invalid_token]"]),
      ("Basic realm=\"open", ["Basic realm="]), ("", []), ("=x", []), ("Basic \u{0}", ["Basic"]),
      ("Basic REALM=x", ["Basic realm=[x]"]),
    ])
  func challenges(_ field: String, _ expected: [String]) {
    #expect(challenges(field) == expected)
  }

  @Test("The bytes of a parameter are kept, whatever those of others are")
  func bytes() {
    let field = FieldText(
      bytes: Array("Digest realm=\"r".utf8) + [0xFC] + Array("\", nonce=\"é\"".utf8))
    let head = ResponseHead(
      status: 401, headers: [ResponseHead.Field("WWW-Authenticate", field)])
    let challenge = AuthChallenge.all(in: head).first
    #expect(challenge?["realm"]?.bytes == [0x72, 0xFC])
    #expect(challenge?["realm"]?.text == "rü")
    #expect(challenge?["nonce"]?.text == "é")
  }

  @Test("The challenges of several fields follow one another")
  func severalFields() {
    #expect(
      challenges("Basic realm=a", "Digest realm=b") == ["Basic realm=[a]", "Digest realm=[b]"])
  }

  @Test("Whatever a server sends is read to its end")
  func anything() {
    let seed = TestSeed.picked()
    var generator = SeededGenerator(seed: seed)
    let words = ["Basic", "realm", "=", "\"", ",", " ", "\\", "x", "==", "é"]
    for _ in 0..<3000 {
      let field = (0..<Int.random(in: 0...40, using: &generator))
        .map { _ in words[Int.random(in: words.indices, using: &generator)] }.reduce("", +)
      #expect(challenges(field).count <= 32, "seed \(seed): \(field)")
    }
    #expect(challenges(String(repeating: "a,", count: 100_000)).count == 32)
  }
}
