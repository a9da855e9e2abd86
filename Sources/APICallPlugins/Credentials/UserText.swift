import APICallBase
import APICallHTTP

/// What names and passwords may consist of (RFC 7617, section 2).
enum UserText {
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
