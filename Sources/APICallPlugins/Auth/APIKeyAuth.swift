package import APICallContracts
import APICallHTTP
import APICallSafety

/// A key with a name that the service chooses, in a header field, the query or a cookie.
package struct APIKeyAuth: AuthType {
  package static let name = "apikey"
  package static let summary =
    "A key with a name that the service chooses, in a header field, the query or a cookie."
  package static let options = [
    RoleOption("name", .name, "The name of the field, query item or cookie, such as X-Api-Key."),
    RoleOption("value", .secret, "The key."),
    RoleOption(
      "in", .words(["header", "query", "cookie"]), "The place of the key (default header).",
      isRequired: false),
  ]

  package static func place(with values: OptionValues) -> AuthPlace {
    let name = values["name"]?.revealed ?? ""
    return switch values["in"]?.revealed {
    case "query": .query(name)
    case "cookie": .cookie(name)
    default: .header(name)
    }
  }

  package let credential: AuthCredential?

  package init(_ values: OptionValues, in context: AuthContext) throws(AuthProblem) {
    let value = values["value"] ?? ""
    let place = Self.place(with: values)
    guard !value.isEmpty else {
      throw AuthProblem(
        "the auth value is empty", of: "value",
        hint: "check that its variable is set or its file is not empty")
    }
    switch place {
    case .query: break
    case .header where HeaderSyntax.isValue(value.revealedBytes): break
    case .cookie where Self.isCookieValue(value.revealedBytes): break
    case .header:
      throw AuthProblem(
        "the auth value contains a line break or a control character", of: "value",
        hint: "NAME@=FILE removes a line break at the end of a file")
    case .cookie:
      throw AuthProblem(
        "the auth value contains a character that cookies cannot contain", of: "value",
        hint: "encode the value: cookies cannot contain spaces or any of \", ; \\")
    }
    credential = AuthCredential(value, at: place)
  }

  /// Whether bytes can be the value of a cookie (RFC 6265, section 4.1.1).
  private static func isCookieValue(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }
  }
}
