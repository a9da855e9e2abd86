import APICallBase
package import APICallHTTP

/// A user name and a password, which any reader of the request can see (RFC 7617).
package struct BasicAuth: AuthType {
  package static let name = "basic"
  package static let summary =
    "A user name and a password, which any reader of the request can see (RFC 7617)."
  package static let options = [
    RoleOption("username", .template, "The user's name, without a colon."),
    RoleOption("password", .secret, "The password; it may be empty."),
  ]

  package let credential: AuthCredential?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    let username = values["username"] ?? ""
    let password = values["password"] ?? ""
    try UserText.checkName(username)
    try UserText.check(password, of: "password")
    credential = Self.credential(username, password)
  }

  /// The credential of a user: both in UTF-8, as nearly all servers read them.
  static func credential(_ username: ProtectedText, _ password: ProtectedText) -> AuthCredential {
    let pair = username.revealedOctets + [UInt8(ascii: ":")] + password.revealedOctets
    var value: ProtectedText = "Basic "
    value.append(
      ProtectedText(Base64.encode(pair), username.secrecy.joined(password.secrecy).asMasked))
    return AuthCredential(value, at: .header("Authorization"))
  }
}
