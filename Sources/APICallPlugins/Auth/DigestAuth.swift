package import APICallContracts
import APICallSafety

/// A user name and a password, sent as a digest in response to the server's challenge (RFC 7616).
package struct DigestAuth: AuthType {
  package static let name = "digest"
  package static let summary =
    "A user name and a password, sent as a digest in response to the server's challenge (RFC 7616)."
  package static let options = UserText.options
  package static let hidesSecrets = true

  package let responder: (any ChallengeResponder)?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    let (username, password) = try UserText.pair(values)
    responder = DigestResponder(
      username: username.revealedBytes, password: password.revealedBytes, in: context.world)
  }
}
