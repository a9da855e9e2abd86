import APICallBase
package import APICallContracts
import APICallSafety

/// An access token that apicall requests, keeps and renews (OAuth 2.0, RFC 6749).
package struct OAuth2Auth: AuthType {
  package static let name = "oauth2"
  package static let summary =
    "An access token that apicall requests, keeps and renews (OAuth 2.0, RFC 6749)."

  package static let options = [
    RoleOption("issuer", .url, "The server that issues tokens; its metadata names the other URLs."),
    RoleOption("token_url", .url, "Where tokens are requested, in place of issuer."),
    RoleOption("authorize_url", .url, "The page where a user logs in, in place of issuer."),
    RoleOption("device_url", .url, "Where device codes are requested, in place of issuer."),
    RoleOption("client_id", .template, "The name under which the server knows this client."),
    RoleOption("client_secret", .secret, "The client's secret."),
    RoleOption(
      "client_auth", .words(["basic", "post", "basic_raw", "none"]),
      "How the secret is sent: in Authorization, in the body, or in Authorization unencoded."),
    RoleOption("key", .secret, "The client's private key in PEM, in place of a secret."),
    RoleOption("kid", .template, "The name under which the server knows the key."),
    RoleOption(
      "alg", .words(SignatureAlgorithm.allCases.map(\.rawValue)),
      "The algorithm of the key (default RS256, ES256, ES384, ES512 or EdDSA by its kind)."),
    RoleOption(
      "client_assertion", .secret, "A signed token of another server in place of a secret."),
    RoleOption("grant", .words(OAuth2Grant.allCases.map(\.rawValue)), "How tokens are requested."),
    RoleOption("scope", .list, "The permissions to request."),
    RoleOption("audience", .template, "The API that the token is for, if the server asks for it."),
    RoleOption("resource", .template, "The URL of the API that the token is for (RFC 8707)."),
    RoleOption("username", .template, "The user's name, for the grant password."),
    RoleOption("password", .secret, "The user's password, for the grant password."),
    RoleOption("refresh_token", .secret, "A refresh token from elsewhere."),
    RoleOption("subject_token", .secret, "The token to exchange for another (RFC 8693)."),
    RoleOption("subject_token_type", .template, "Its type (default an access token)."),
    RoleOption("assertion", .secret, "A signed token to exchange for another (RFC 7523)."),
    RoleOption("redirect", .url, "The registered redirect, http://127.0.0.1:PORT/PATH."),
    RoleOption("use", .words(["access_token", "id_token"]), "The token that is sent."),
    RoleOption("params", .map, "Further parameters of the requests to the server."),
  ].map(\.asOptional)

  package static func check(_ names: [String], _ literals: OptionValues) throws(AuthProblem) {
    let grant = OAuth2Grant.of(names, named: literals["grant"]?.revealed)
    try grant.check(names)
    _ = try OAuth2Server(literals, below: nil)
    try OAuth2Parameters.check(names)
  }

  package static func warning(_ names: [String], _ literals: OptionValues) -> String? {
    guard OAuth2Grant.of(names, named: literals["grant"]?.revealed) == .password else { return nil }
    return "the grant 'password' shows the user's password to the client; RFC 9700 forbids it"
  }

  /// The login of a user is one.
  package static func userCredentials(
    _ names: [String], _ literals: OptionValues
  ) -> UserCredentials? {
    OAuth2Grant.of(names, named: literals["grant"]?.revealed).needsUser
      ? UserCredentials("the login of a user", areForSending: true) : nil
  }

  package let credential: AuthCredential?
  package let signer: (any RequestSigner)?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    let settings = try OAuth2Settings(values, in: context)
    guard context.sends, !context.isMock else {
      signer = nil
      credential = Self.credential(ProtectedText("dummy-token", isSecret: true))
      return
    }
    credential = nil
    signer = OAuth2Signer(settings, in: context.world)
  }

  /// The credential with a token (RFC 6750, section 2.1).
  static func credential(_ token: ProtectedText) -> AuthCredential {
    var value: ProtectedText = "Bearer "
    value.append(token)
    return AuthCredential(value, at: .header("Authorization"))
  }
}

extension RoleOption {
  fileprivate var asOptional: RoleOption { RoleOption(name, kind, summary, isRequired: false) }
}
