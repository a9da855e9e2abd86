import APICallBase
package import APICallHTTP

/// A user name and a password, which any reader of the request can see (RFC 7617).
package struct BasicAuth: AuthType {
  package static let name = "basic"
  package static let summary =
    "A user name and a password, which any reader of the request can see (RFC 7617)."
  package static let options = UserText.options

  package let credential: AuthCredential?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    let (username, password) = try UserText.pair(values)
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

/// What names and passwords may consist of (RFC 7617, section 2).
enum UserText {
  /// The options `username` and `password`, checked.
  static func pair(
    _ values: OptionValues
  ) throws(AuthProblem) -> (username: ProtectedText, password: ProtectedText) {
    let pair = (username: values["username"] ?? "", password: values["password"] ?? "")
    try checkName(pair.username)
    try check(pair.password, of: "password")
    return pair
  }

  /// The options of a user name and a password.
  static let options = [
    RoleOption("username", .template, "The user's name, without a colon."),
    RoleOption("password", .secret, "The password; it may be empty."),
  ]

  /// Checks a name: a colon would part it.
  static func checkName(_ name: ProtectedText) throws(AuthProblem) {
    try check(name, of: "username")
    guard !name.revealedOctets.contains(UInt8(ascii: ":")) else {
      throw AuthProblem(
        "the user name of an auth holds a colon", of: "username",
        hint: "a colon parts the name from the password, so no name has one")
    }
  }

  /// Checks a name or a password for control characters.
  static func check(_ text: ProtectedText, of option: String) throws(AuthProblem) {
    guard !text.revealed.unicodeScalars.contains(where: Self.isControl) else {
      throw AuthProblem(
        "the \(option) of an auth holds a control character", of: option,
        hint: "a line break at the end of a file is one: NAME@=FILE leaves it out")
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
