package import APICallContracts
package import APICallSafety

/// A signature with the keys of an AWS account, which other object stores take as well.
package struct SigV4Auth: AuthType {
  package static let name = "aws-sigv4"
  package static let summary =
    "A signature with the keys of AWS, which other object stores take as well (Signature V4)."

  package static let options = [
    RoleOption("access_key", .template, "The id of the key."),
    RoleOption("secret_key", .secret, "The secret key."),
    RoleOption("session_token", .secret, "The token of temporary keys."),
    RoleOption(
      "profile", .template, "The profile of ~/.aws/credentials, in place of the keys in the file."),
    RoleOption("region", .template, "The region, if the host does not name it."),
    RoleOption("service", .template, "The service, such as s3, if the host does not name it."),
  ].map { RoleOption($0.name, $0.kind, $0.summary, isRequired: false) }

  package static let hidesSecrets = true

  /// Without keys in the file, they come from the files and variables of the user.
  package static func userCredentials(
    _ names: [String], _ literals: OptionValues
  ) -> UserCredentials? {
    names.contains("access_key") ? nil : UserCredentials("your keys of AWS")
  }

  package static func check(_ names: [String], _ literals: OptionValues) throws(AuthProblem) {
    guard names.contains("access_key") else {
      let other = ["secret_key", "session_token"].first(where: names.contains)
      guard let other else { return }
      throw AuthProblem("'\(other)' needs 'access_key'", of: other)
    }
    guard names.contains("secret_key") else {
      throw AuthProblem("'access_key' needs 'secret_key'", of: "access_key")
    }
    guard !names.contains("profile") else {
      throw AuthProblem(
        "'profile' and 'access_key' are both there", of: "profile", hint: "remove one of them")
    }
  }

  package let credential: AuthCredential?
  package let signer: (any RequestSigner)?
  package let secrets: [ProtectedText]

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    guard context.sends, !context.isMock else {
      (signer, secrets) = (nil, [])
      credential = AuthCredential(
        ProtectedText("AWS4-HMAC-SHA256 dummy-signature", isSecret: true),
        at: .header("Authorization"))
      return
    }
    let keys = try AWSKeys(values, in: context.world)
    credential = nil
    secrets = [keys.secret] + [keys.sessionToken].compactMap(\.self)
    signer = SigV4Signer(
      keys: keys, scope: try SigningScope(values, of: context.origin.host, usually: keys.region),
      world: context.world)
  }
}
