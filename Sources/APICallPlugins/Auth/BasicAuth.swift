package import APICallContracts
import APICallSafety
import APICallText

/// A user name and a password that anyone who reads the request can see (RFC 7617).
package struct BasicAuth: AuthType {
  package static let name = "basic"
  package static let summary =
    "A user name and a password that anyone who reads the request can see (RFC 7617)."
  package static let options = UserText.options

  package let credential: AuthCredential?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    let (username, password) = try UserText.pair(values)
    credential = Self.credential(username, password)
  }

  /// The credential of a user.
  ///
  /// Both parts are in UTF-8, as nearly all servers expect.
  static func credential(_ username: ProtectedText, _ password: ProtectedText) -> AuthCredential {
    let pair = username.revealedBytes + [UInt8(ascii: ":")] + password.revealedBytes
    var value: ProtectedText = "Basic "
    value.append(
      ProtectedText(Base64.encode(pair), username.secrecy.joined(password.secrecy).asMasked))
    return AuthCredential(value, at: .header("Authorization"))
  }
}

/// The syntax of user names and passwords (RFC 7617, section 2).
enum UserText {
  static func pair(
    _ values: OptionValues
  ) throws(AuthProblem) -> (username: ProtectedText, password: ProtectedText) {
    let pair = (username: values["username"] ?? "", password: values["password"] ?? "")
    try checkName(pair.username)
    try check(pair.password, of: "password")
    return pair
  }

  static let options = [
    RoleOption("username", .template, "The user's name, without a colon."),
    RoleOption("password", .secret, "The password; it may be empty."),
  ]

  /// Checks that a user name does not contain a colon, which separates it from the password.
  static func checkName(_ name: ProtectedText) throws(AuthProblem) {
    try check(name, of: "username")
    guard !name.revealedBytes.contains(UInt8(ascii: ":")) else {
      throw AuthProblem(
        "the auth user name contains a colon", of: "username",
        hint: "a colon separates the user name from the password")
    }
  }

  /// Checks that a user name or a password does not contain control characters.
  static func check(_ text: ProtectedText, of option: String) throws(AuthProblem) {
    guard !text.revealed.unicodeScalars.contains(where: Self.isControl) else {
      throw AuthProblem(
        "the auth \(option) contains a control character", of: option,
        hint: "NAME@=FILE removes a line break at the end of a file")
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
  }
}
