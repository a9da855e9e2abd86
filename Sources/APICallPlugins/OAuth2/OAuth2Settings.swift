package import APICallContracts
import APICallHTTP
package import APICallSafety
import APICallText
import JSONText

/// What a file says about the tokens of a call.
package struct OAuth2Settings: Sendable {
  package let grant: OAuth2Grant
  /// The origin of the call, for which the token is.
  package let origin: Origin
  /// The issuer as the file writes it; nil if the file names the URLs themselves.
  package let issuer: String?
  let server: OAuth2Server
  let client: OAuth2Client
  let parameters: OAuth2Parameters
  /// The fields of the token request of the grant, if no user has to log in.
  let fields: [(name: String, value: ProtectedText)]
  /// Whether the identity token is sent in place of the access token.
  let usesIdentity: Bool
  /// The combined secrecy of everything that tokens are requested with.
  let secrecy: Secrecy
  /// The secrets that the file names.
  let secrets: [[UInt8]]

  init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    grant = OAuth2Grant.of(values.names, named: values["grant"]?.revealed)
    try grant.check(values.names)
    origin = context.origin
    server = try OAuth2Server(values, below: context.origin)
    issuer = OAuth2Server.issuerText(values)
    client = try OAuth2Client(values, in: context.world)
    parameters = OAuth2Parameters(values)
    usesIdentity = values["use"]?.revealed == "id_token"
    var fields: [(name: String, value: ProtectedText)] = []
    for (name, isNeeded) in grant.options where !grant.needsUser {
      guard let value = values[name] else { continue }
      guard !value.isEmpty else {
        throw AuthProblem(
          "the auth \(name) is empty", of: name,
          hint: "check that its variable is set or its file is not empty")
      }
      if isNeeded || name == "subject_token_type" { fields.append((name, value)) }
    }
    if grant == .tokenExchange, values["subject_token_type"] == nil {
      fields.append(("subject_token_type", "urn:ietf:params:oauth:token-type:access_token"))
    }
    self.fields = fields
    secrets = values.names.compactMap { values[$0] }
      .flatMap { $0.stretches.filter(\.isSecret).map(\.bytes) }
    secrecy = Secrecy.joined(values.names.compactMap { values[$0]?.secrecy }).asMasked
  }

  /// Where the server is, for messages: the issuer, or the origin of its token endpoint.
  package var serverName: String { issuer ?? server.tokenURL?.origin.description ?? "" }

  /// Whether the file chooses more of a token request than its grant has.
  var choosesRequests: Bool { parameters.hasOwn || server.tokenURL?.query != nil }

  package var clientName: String { client.id?.masked ?? "" }

  /// What distinguishes a token from another one.
  ///
  /// The client's secret is a part of it only if nothing else is needed for a token: a login outlasts
  /// a change of the secret.
  package var key: TokenKey {
    var parts: [String: ProtectedText] = [
      "grant": ProtectedText(grant.needsUser ? "user" : grant.rawValue),
      "scope": ProtectedText(parameters.sortedScope),
      "use": usesIdentity ? "id_token" : "access_token",
    ]
    parts["issuer"] = issuer.map { ProtectedText($0) }
    parts["token_url"] = server.tokenURL?.text
    parts["client_id"] = client.id
    for (name, value) in parameters.others { parts["param \(name)"] = value }
    let ofUser = ["username", "password", "subject_token", "refresh_token"]
    for (name, value) in fields where ofUser.contains(name) { parts[name] = value }
    if !grant.needsUser, grant != .refreshToken {
      switch client.proof {
      case .secret(let secret, _): parts["client_secret"] = secret
      case .key(let key, _, let id):
        parts["key"] = key
        parts["kid"] = id.map { ProtectedText($0) }
      case .none, .assertion: break
      }
    }
    if let assertion = fields.first(where: { $0.name == "assertion" })?.value {
      parts["assertion"] = Self.lasting(assertion)
    }
    if case .assertion(let assertion) = client.proof {
      parts["client_assertion"] = Self.lasting(assertion)
    }
    // A token that a stored secret has made is not for a file without it.
    if let secrets = secrecy.confinement {
      parts["secrets"] = ProtectedText(secrets.roots.map(\.name).sorted().joined(separator: " "))
    }
    return TokenKey("oauth2", for: origin, parts)
  }

  /// The claims of a signed token that are the same in the next one.
  private static func lasting(_ assertion: ProtectedText) -> ProtectedText {
    let parts = assertion.revealed.split(separator: ".")
    guard parts.count == 3, let bytes = Base64.decode(Array(parts[1].utf8)),
      let claims = try? JSONDocument(bytes, maxDepth: 16).root
    else { return assertion }
    let passing = ["iat", "exp", "nbf", "jti"]
    let rest = claims.members.filter { !passing.contains($0.key) }
      .map { "\($0.key):\($0.value.text)" }.sorted()
    return ProtectedText(rest.joined(separator: ","), isSecret: true)
  }
}
