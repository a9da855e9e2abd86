import APICallBase
import APICallHTTP
import APICallPlugins
import APICallSafety
import APICallText
import TestWorlds
import Testing

@Suite("Digest authentication with a server")
struct DigestResponderTests {
  private func responder() -> DigestResponder {
    var world = World.fixed()
    world.randomBytes = { [UInt8](repeating: 0, count: $0) }
    return DigestResponder(username: Array("ann".utf8), password: Array("pw".utf8), in: world)
  }

  private func head(_ status: Int, _ fields: ResponseHead.Field...) -> ResponseHead {
    ResponseHead(status: status, headers: fields)
  }

  private let request = OutgoingRequest(
    method: "POST",
    url: RequestURL(origin: Origin(scheme: .https, host: "a.example"), path: "/x", query: "y=1"),
    body: "hello")

  @Test("No credentials are sent before a challenge")
  func unasked() throws {
    var responder = responder()
    let unasked = try responder.authorization(for: request)
    #expect(unasked == nil)
    let isSo1 = responder.trusts(head(200), to: request)
    #expect(isSo1)
  }

  @Test("Requests are counted per nonce, starting again with each new nonce")
  func count() throws {
    var responder = responder()
    let isSo2 = responder.learn(head(401, .challenge(#"Digest realm="r", nonce="n1", qop="auth""#)))
    #expect(isSo2)
    for number in ["00000001", "00000002"] {
      let field = try responder.authorization(for: request)
      let value = try #require(field).revealed
      #expect(value.contains("nonce=\"n1\", nc=\(number), "))
      #expect(value.contains("uri=\"/x?y=1\""))
    }
    let info = ResponseHead.Field("Authentication-Info", #"nextnonce="n2""#)
    let isSo3 = responder.trusts(head(200, info), to: request)
    #expect(isSo3)
    let field = try responder.authorization(for: request)
    let value = try #require(field).revealed
    #expect(value.contains("nonce=\"n2\", nc=00000001, "))
  }

  @Test("A challenge is answered once, and again if the nonce was stale or used before")
  func refused() throws {
    let plain = head(401, .challenge(#"Digest realm="r", nonce="n1", qop="auth""#))
    let stale = head(401, .challenge(#"Digest realm="r", nonce="n2", qop="auth", stale=TRUE"#))
    var responder = responder()
    let isSo4 = responder.learn(plain)
    #expect(isSo4)
    _ = try responder.authorization(for: request)
    let isSo5 = responder.learn(plain)
    #expect(!isSo5)
    let isSo6 = responder.learn(stale)
    #expect(isSo6)
    _ = try responder.authorization(for: request)
    _ = try responder.authorization(for: request)
    let isSo7 = responder.learn(plain)
    #expect(isSo7)
  }

  @Test(
    "The strongest offered digest is used, and unknown schemes are ignored",
    arguments: [
      (["Basic realm=\"r\""], nil),
      (["Digest realm=\"r\""], nil),
      (["Digest realm=\"r\", nonce=\"n\", algorithm=SHA-1"], nil),
      (["Digest realm=\"r\", nonce=\"n\", qop=\"auth-conf\""], nil),
      (["Digest realm=\"r\", nonce=\"n\nm\""], nil),
      (["Digest realm=\"r\", nonce=\"n\", qop=\"\", algorithm=MD5"], "MD5"),
      (["Basic realm=\"r\", digest realm=\"r\", nonce=\"n\", algorithm=md5-SESS"], "md5-SESS"),
      (
        [
          "Digest realm=\"r\", nonce=\"n\", algorithm=MD5",
          "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-512-256",
          "Digest realm=\"r\", nonce=\"n\", algorithm=SHA-256",
        ], "SHA-512-256"
      ),
    ] as [([String], String?)])
  func strongest(_ challenges: [String], _ algorithm: String?) throws {
    var responder = responder()
    let head = ResponseHead(status: 401, headers: challenges.map { .challenge($0) })
    let isSo8 = responder.learn(head) == (algorithm != nil)
    #expect(isSo8)
    let value = try responder.authorization(for: request)?.revealed
    #expect(
      value?.firstMatch(of: /algorithm=([^,]*),/).map { String($0.1) } == algorithm)
  }

  @Test("The body is digested if the server offers nothing else")
  func body() throws {
    let challenge = ResponseHead.Field.challenge(
      #"Digest realm="r", nonce="n", qop="auth-int", algorithm=MD5"#)
    func value(_ body: RequestBody) throws -> String {
      var responder = responder()
      let isSo9 = responder.learn(head(401, challenge))
      #expect(isSo9)
      var request = request
      request.body = body
      let field = try responder.authorization(for: request)
      return try #require(field).revealed
    }
    #expect(try value("hello").contains("qop=auth-int"))
    #expect(try value("hello") == value("hello"))
    #expect(try value("hello") != value("hallo"))
  }

  @Test("A server that does not know the password is not trusted")
  func serverProof() throws {
    var responder = responder()
    let isSo10 = responder.learn(head(401, .challenge(#"Digest realm="r", nonce="n", qop="auth""#)))
    #expect(isSo10)
    _ = try responder.authorization(for: request)
    // MD5 of "ann:r:pw", the nonces and ":/x?y=1", as in section 3.5; the client's nonce is
    // twenty-four zero bytes.
    let proof = Self.proof
    let right = ResponseHead.Field("Authentication-Info", "qop=auth, rspauth=\"\(proof)\", nc=1")
    let wrong = ResponseHead.Field("Authentication-Info", "rspauth=\"\(proof.reversed())\"")
    let isSo11 = responder.trusts(head(200, right), to: request)
    #expect(isSo11)
    let isSo12 = responder.trusts(head(200, wrong), to: request)
    #expect(!isSo12)
  }

  private static let proof: String = {
    func digits(_ text: String) -> String {
      Hexadecimal.encode(World.fixed().digests.digest(.md5, Array(text.utf8)) ?? [])
    }
    let nonce = String(repeating: "A", count: 32)
    return digits("\(digits("ann:r:pw")):n:00000001:\(nonce):auth:\(digits(":/x?y=1"))")
  }()
}
