package import APICallContracts
import APICallSafety

/// Two keys, joined by a dot, in the header field X-Keys.
package struct TwoKeysAuth: AuthType {
  package static let name = "two-keys"
  package static let summary = "Two keys, joined by a dot, in the header field X-Keys."
  package static let options = [
    RoleOption("public", .template, "The public key, which identifies the caller."),
    RoleOption("private", .secret, "The private key, which must be kept secret."),
  ]

  package static func place(with values: OptionValues) -> AuthPlace { .header("X-Keys") }

  package let credential: AuthCredential?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    guard var keys = values["public"], let key = values["private"], !key.isEmpty else {
      throw AuthProblem("the private auth key is empty", of: "private")
    }
    keys.append(".")
    keys.append(key)
    credential = AuthCredential(keys, at: .header("X-Keys"))
  }
}
