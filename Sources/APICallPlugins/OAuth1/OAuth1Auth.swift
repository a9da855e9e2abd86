import APICallBase
package import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText

/// A signature with the secrets of a client and a token (OAuth 1.0, RFC 5849).
package struct OAuth1Auth: AuthType {
  package static let name = "oauth1"
  package static let summary =
    "A signature with the secrets of a client and a token (OAuth 1.0, RFC 5849)."
  package static let options = [
    RoleOption("consumer_key", .template, "The name under which the server knows this client."),
    RoleOption("consumer_secret", .secret, "The client's secret.", isRequired: false),
    RoleOption("token", .secret, "The token of the user.", isRequired: false),
    RoleOption("token_secret", .secret, "The secret of the token.", isRequired: false),
    RoleOption(
      "key", .secret, "The client's RSA key in PEM, in place of the secrets.", isRequired: false),
    RoleOption(
      "signature_method", .words(OAuth1Signer.Method.allCases.map(\.rawValue)),
      "How requests are signed (default HMAC-SHA1, with a key RSA-SHA256).", isRequired: false),
    RoleOption("realm", .template, "The realm that the server asks for.", isRequired: false),
  ]
  package static let hidesSecrets = true

  package static func check(_ names: [String], _ literals: OptionValues) throws(AuthProblem) {
    let isSigned = names.contains("key")
    guard isSigned != names.contains("consumer_secret") else {
      throw AuthProblem(
        "oauth1 needs either 'consumer_secret' or 'key'", of: isSigned ? "key" : nil,
        hint: "a secret is for HMAC, a key for RSA-SHA256")
    }
    let method = literals["signature_method"]?.revealed
    guard method == nil || isSigned == (method == OAuth1Signer.Method.rsaSHA256.rawValue) else {
      throw AuthProblem(
        "'signature_method' is not for " + (isSigned ? "a key" : "a secret"),
        of: "signature_method", hint: "remove it")
    }
  }

  package let credential: AuthCredential?
  package let signer: (any RequestSigner)?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    guard context.sends, !context.isMock else {
      signer = nil
      credential = AuthCredential(
        ProtectedText("OAuth dummy-signature", isSecret: true), at: .header("Authorization"))
      return
    }
    credential = nil
    signer = OAuth1Signer(values, in: context.world)
  }
}
