package import APICallContracts
import APICallSafety
import APICallText

/// A token in the header field Authorization, as in OAuth 2.0 (RFC 6750).
package struct BearerAuth: AuthType {
  package static let name = "bearer"
  package static let summary =
    "A token in the header field Authorization, as in OAuth 2.0 (RFC 6750)."
  package static let options = [RoleOption("token", .secret, "The token, without the word Bearer.")]

  package let credential: AuthCredential?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    let token = values["token"] ?? ""
    guard Self.isToken(token.revealedBytes) else { throw Self.problem(of: token) }
    var value: ProtectedText = "Bearer "
    value.append(token)
    credential = AuthCredential(value, at: .header("Authorization"))
  }

  /// Whether bytes are a b64token (RFC 6750, section 2.1).
  static func isToken(_ bytes: [UInt8]) -> Bool {
    let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let rest = bytes.dropLast(padding)
    return !rest.isEmpty && rest.allSatisfy(isTokenByte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || "-._~+/".utf8.contains(byte)
  }

  /// The problem with a token, without any part of the token.
  private static func problem(of token: ProtectedText) -> AuthProblem {
    let bytes = token.revealedBytes
    if bytes.isEmpty {
      return AuthProblem(
        "the auth token is empty", of: "token",
        hint: "check that its variable is set or its file is not empty")
    }
    if token.revealed.lowercased().hasPrefix("bearer ") {
      return AuthProblem(
        "the auth token begins with 'Bearer '", of: "token",
        hint: "write the token without 'Bearer', which apicall adds")
    }
    let place = bytes.firstIndex { !isTokenByte($0) }.map { $0 + 1 } ?? 1
    let isEnd = bytes.last == 0x0A || bytes.last == 0x0D
    return AuthProblem(
      "byte \(place) of the auth token is not allowed in a token",
      of: "token",
      hint: isEnd
        ? "NAME@=FILE removes the line break at its end"
        : "use letters, digits and -._~+/ with = at the end")
  }
}
