import APICallBase
package import APICallHTTP

/// A key under a name that the service chooses: in a header field, the query or a cookie.
package struct APIKeyAuth: AuthType {
  package static let name = "apikey"
  package static let summary =
    "A key under a name that the service chooses: in a header field, the query or a cookie."
  package static let options = [
    RoleOption("name", .name, "The name of the field, the item or the cookie, such as X-Api-Key."),
    RoleOption("value", .secret, "The key."),
    RoleOption(
      "in", .words(["header", "query", "cookie"]), "Where it stands: header if absent.",
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
        "the value of an auth is empty", of: "value",
        hint: "is the variable set, or the file filled, that it comes from?")
    }
    switch place {
    case .query: break
    case .header where HeaderSyntax.isValue(value.revealedOctets): break
    case .cookie where Self.isCookieValue(value.revealedOctets): break
    case .header:
      throw AuthProblem(
        "the value of an auth holds a line break or a control character", of: "value",
        hint: "a line break at the end of a file is one: NAME@=FILE leaves it out")
    case .cookie:
      throw AuthProblem(
        "the value of an auth holds what no cookie may", of: "value",
        hint: "a cookie has neither spaces nor any of \", ; \\ in it; encode the value first")
    }
    credential = AuthCredential(value, at: place)
  }

  /// Tells whether octets can be the value of a cookie (RFC 6265, section 4.1.1).
  private static func isCookieValue(_ octets: [UInt8]) -> Bool {
    octets.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\",;\\".utf8.contains($0) }
  }
}
