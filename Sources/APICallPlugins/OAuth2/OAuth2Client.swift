import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText
import JSONText

/// The client, and how it proves to the server who it is.
struct OAuth2Client: Sendable {
  /// How a secret is sent (RFC 6749, section 2.3.1).
  enum SecretPlace: String, Sendable {
    case basic, post
    /// In Authorization without percent-encoding, for servers that do not decode it.
    case basicRaw = "basic_raw"
    case none
  }

  enum Proof: Sendable {
    case none
    /// A secret; without a place, what the server prefers.
    case secret(ProtectedText, SecretPlace?)
    /// A token that someone else signed (RFC 7523, section 2.2).
    case assertion(ProtectedText)
    /// A private key, with which the client signs a token itself.
    case key(ProtectedText, SignatureAlgorithm, id: String?)
  }

  private static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// How long a signed token is valid, in seconds.
  private static let lifetime = 300

  let id: ProtectedText?
  let proof: Proof
  private let world: World

  init(_ values: OptionValues, in world: World) throws(AuthProblem) {
    id = values["client_id"]
    self.world = world
    if let key = values["key"] {
      let alg = values["alg"].flatMap { SignatureAlgorithm(rawValue: $0.revealed) }
      do throws(SignatureProblem) {
        let signatures = world.digests.signatures
        let usual = try signatures.algorithm(key.revealedBytes)
        if let alg { _ = try signatures.sign(alg, [], key.revealedBytes) }
        proof = .key(key, alg ?? usual, id: values["kid"]?.revealed)
      } catch {
        throw AuthProblem(
          "the auth key \(error.reason(for: alg))", of: "key",
          hint: "use a key as 'openssl genpkey' writes it, and the 'alg' for its kind")
      }
    } else if let assertion = values["client_assertion"] {
      proof = .assertion(assertion)
    } else if let secret = values["client_secret"] {
      proof = .secret(secret, values["client_auth"].flatMap { SecretPlace(rawValue: $0.revealed) })
    } else {
      proof = .none
    }
  }

  /// The word for how the client is authenticated, for messages.
  func method(at metadata: IssuerMetadata?) -> String {
    switch proof {
    case .none: "without a secret"
    case .secret(_, let place):
      "with client_auth \((place ?? metadata?.secretPlace ?? .basic).rawValue)"
    case .assertion: "with a client_assertion"
    case .key: "with a token signed by the key"
    }
  }

  /// What may help if the server does not accept the client.
  func hint(for grant: OAuth2Grant) -> String {
    switch proof {
    case .none where grant.needsUser:
      "if the client has a secret, add 'client_secret' and 'grant: \(grant.rawValue)'"
    case .none: "add the client's 'client_secret' or 'key'"
    case .secret:
      "some servers want 'client_auth: post', or 'basic_raw' for a secret with + / or spaces"
    case .assertion: "check which issuer and audience the server expects in the token"
    case .key: "check that the server knows the key under the name in 'kid', and takes its 'alg'"
    }
  }

  /// Adds what authenticates the client to the request of a token.
  func authenticate(
    _ request: inout TokenRequest, at metadata: IssuerMetadata?
  ) throws(ExchangeError) {
    switch proof {
    case .none:
      if let id { request.fields.append(("client_id", id)) }
    case .secret(let secret, let place):
      switch place ?? metadata?.secretPlace ?? .basic {
      case .basic: request.authorization = basic(secret) { PercentEncoding.encode($0, for: .value) }
      case .basicRaw: request.authorization = basic(secret) { $0 }
      case .post:
        if let id { request.fields.append(("client_id", id)) }
        request.fields.append(("client_secret", secret))
      case .none: if let id { request.fields.append(("client_id", id)) }
      }
    case .assertion(let assertion): add(assertion, to: &request)
    case .key(let key, let algorithm, let keyID):
      let now = world.now().seconds
      let name = id?.revealed ?? ""
      let claims = BuiltJSON.map([
        ("iss", .text(name)), ("sub", .text(name)),
        ("aud", .text(metadata?.issuer ?? request.url.text.revealed)),
        ("jti", .text(Base64.encode(world.randomBytes(16), with: .url))),
        ("iat", BuiltJSON(now)), ("exp", BuiltJSON(now + Self.lifetime)),
      ])
      do throws(SignatureProblem) {
        let token = try JSONWebToken.signed(
          claims, with: key.revealedBytes, by: algorithm, keyID: keyID,
          using: world.digests.signatures)
        add(ProtectedText(token, key.secrecy.asMasked), to: &request)
      } catch {
        throw .noToken(TokenFailure(.badInput, "the auth key \(error.reason(for: algorithm))"))
      }
    }
  }

  private func add(_ assertion: ProtectedText, to request: inout TokenRequest) {
    if let id { request.fields.append(("client_id", id)) }
    request.fields += [
      ("client_assertion_type", ProtectedText(Self.assertionType)), ("client_assertion", assertion),
    ]
  }

  /// The value of Authorization; a space becomes %20, which all servers that decode it understand.
  private func basic(
    _ secret: ProtectedText, _ encoded: (ProtectedText) -> ProtectedText
  ) -> ProtectedText {
    BasicAuth.credential(encoded(id ?? ""), encoded(secret)).value
  }
}
