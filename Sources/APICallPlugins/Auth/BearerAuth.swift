import APICallBase
package import APICallHTTP

/// A token in the field Authorization, as OAuth 2.0 has it (RFC 6750).
package struct BearerAuth: AuthType {
  package static let name = "bearer"
  package static let summary = "A token in the field Authorization, as OAuth 2.0 has it (RFC 6750)."
  package static let options = [
    RoleOption("token", .secret, "The token alone, without the word Bearer.")
  ]

  package let credential: AuthCredential?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    let token = values["token"] ?? ""
    guard Self.isToken(token.revealedOctets) else { throw Self.problem(of: token) }
    var value: ProtectedText = "Bearer "
    value.append(token)
    credential = AuthCredential(value, at: .header("Authorization"))
  }

  /// Tells whether octets are a b64token (RFC 6750, section 2.1).
  static func isToken(_ octets: [UInt8]) -> Bool {
    let padding = octets.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let rest = octets.dropLast(padding)
    return !rest.isEmpty && rest.allSatisfy(isTokenOctet)
  }

  private static func isTokenOctet(_ octet: UInt8) -> Bool {
    octet.isASCIILetterOrDigit || "-._~+/".utf8.contains(octet)
  }

  /// What is wrong with a token, without a letter of it.
  private static func problem(of token: ProtectedText) -> AuthProblem {
    let octets = token.revealedOctets
    if octets.isEmpty {
      return AuthProblem(
        "the token of an auth is empty", of: "token",
        hint: "is the variable set, or the file filled, that it comes from?")
    }
    if token.revealed.lowercased().hasPrefix("bearer ") {
      return AuthProblem(
        "the token of an auth begins with 'Bearer '", of: "token",
        hint: "give the token alone: the word is put before it")
    }
    let place = octets.firstIndex { !isTokenOctet($0) }.map { $0 + 1 } ?? 1
    let isEnd = octets.last == 0x0A || octets.last == 0x0D
    return AuthProblem(
      "the token of an auth has at place \(place) what no token has",
      of: "token",
      hint: isEnd
        ? "it ends in a line break: NAME@=FILE leaves that out"
        : "a token is letters, digits and -._~+/ with = at its end")
  }
}
