import Foundation
import TestServers
import Testing

/// Needs openssl(1), and a Python with PyJWT, cryptography and joserfc.
@Suite(
  "Signed tokens",
  .enabled(
    if: TLSServer.isThere && TestPython.has("jwt, cryptography, joserfc"),
    "a Python with PyJWT, cryptography and joserfc is needed"))
struct JWTTests {
  /// Verifies a token with a key, or with another one.
  private static let script = """
    import jwt, sys, warnings
    import joserfc.jwt
    from joserfc import jwk
    from joserfc.errors import BadSignatureError
    warnings.simplefilter("ignore")
    token, alg, good, other = sys.argv[1:5]
    print(jwt.decode(token, open(good).read().strip(), algorithms=[alg], audience="shop")["sub"])
    print(jwt.get_unverified_header(token).get("kid"))
    try: jwt.decode(token, open(other).read().strip(), algorithms=[alg], audience="shop")
    except jwt.InvalidSignatureError: print("refused")
    kinds = {"R": jwk.RSAKey, "P": jwk.RSAKey, "H": jwk.OctKey}
    kind = jwk.OKPKey if alg == "EdDSA" else kinds.get(alg[0], jwk.ECKey)
    def verified(path):
        key = kind.import_key(open(path).read().strip())
        return joserfc.jwt.decode(token, key, algorithms=[alg])
    print(verified(good).claims["sub"], verified(good).header.get("kid"))
    try: verified(other)
    except BadSignatureError: print("refused")
    """

  @Test(
    "Another program verifies them, and another key does not",
    arguments: [
      ("RS256", "RSA"), ("RS384", "RSA"), ("RS512", "RSA"), ("PS256", "RSA"), ("PS384", "RSA"),
      ("PS512", "RSA"), ("ES256", "EC -pkeyopt ec_paramgen_curve:P-256"),
      ("ES384", "EC -pkeyopt ec_paramgen_curve:P-384"),
      ("ES512", "EC -pkeyopt ec_paramgen_curve:P-521"), ("EdDSA", "ed25519"),
      ("HS256", ""), ("HS384", ""), ("HS512", ""),
    ])
  func verified(algorithm: String, kind: String) throws {
    let python = try #require(TestPython.program(with: "jwt, cryptography, joserfc"))
    let home = try OAuth2Home()
    for name in ["a", "b"] {
      let command =
        kind.isEmpty
        ? "openssl rand -hex 64 > \(name) && cp \(name) \(name).pub"
        : "openssl genpkey -algorithm \(kind) -out \(name) 2>/dev/null"
          + " && openssl pkey -in \(name) -pubout -out \(name).pub"
      #expect(
        CommandRun(try ChildProcess(["sh", "-c", command], in: home.folder)).ending == .exit(0))
    }
    try """
    host: \(home.server.url)
    path: /api
    inputs: {key: {secret: true}}
    let: {claims: {sub: ann, aud: shop, exp: 4000000000}}
    auth:
      type: oauth2
      token_url: \(home.server.url)/token
      assertion: <claims | jwt(key, "\(algorithm)", "k1")>

    """.write(toFile: "\(home.folder)/call.yaml", atomically: true, encoding: .utf8)
    // Many signatures, since a number in one may be short.
    for _ in 0..<(algorithm.hasPrefix("ES") ? 8 : 1) {
      #expect(try home.run("auth", "token", "call.yaml", "key@=a").ending == .exit(0))
      _ = try home.run("auth", "logout", "call.yaml", "key@=a")
      let token = home.server.forms.last?["assertion"] ?? ""
      let check = CommandRun(
        try ChildProcess(
          [python, "-c", Self.script, token, algorithm, "a.pub", "b.pub"],
          in: home.folder))
      #expect(check.output == "ann\nk1\nrefused\nann k1\nrefused\n", "\(check)")
    }
  }

  @Test("A key for another algorithm is refused without being shown")
  func wrongKeys() throws {
    let home = try OAuth2Home()
    let command = "openssl genpkey -algorithm ed25519 -out a && echo hush > b"
    #expect(
      CommandRun(try ChildProcess(["sh", "-c", command], in: home.folder)).ending == .exit(0))
    for (algorithm, key, message) in [
      (
        "RS256", "a",
        "takes a private key for RS256, not a text that is an Ed25519 key, which RS256"
      ),
      ("RS256", "b", "not a text that is not a private key in PEM without a passphrase"),
      ("HS256", "a", "takes a secret for HS256, not a key in PEM"),
      ("none", "b", "'none' is not an algorithm of signed tokens"),
    ] {
      try """
      host: \(home.server.url)
      inputs: {key: {secret: true}}
      let: {claims: {sub: ann}}
      headers: {X-Token: '<claims | jwt(key, "\(algorithm)")>'}

      """.write(toFile: "\(home.folder)/call.yaml", atomically: true, encoding: .utf8)
      let run = try home.run("show", "call.yaml", "key@=\(key)")
      #expect(run.ending == .exit(65))
      #expect(run.error.contains(message), "\(run.error)")
      #expect(!run.error.contains("BEGIN") && !run.error.contains("hush"))
    }
  }
}
