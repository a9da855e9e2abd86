/// A media type such as `application/json; charset=utf-8`, without its parameters (RFC 9110,
/// section 8.3.1).
public struct MediaType: Sendable, Hashable {
  /// The type in lower case, such as `application`.
  public let type: String
  /// The subtype in lower case, such as `problem+json`.
  public let subtype: String

  /// Reads the value of a Content-Type field.
  ///
  /// - Parameter field: the value; nil where it names no media type.
  public init?(_ field: String) {
    let essence = field.prefix { $0 != ";" }
    let parts = essence.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let trimmed = parts.map { $0.drop { $0.isWhitespace }.lowercased() }
    let subtype = trimmed[1].prefix { !$0.isWhitespace }
    guard HeaderSyntax.isName(trimmed[0]), HeaderSyntax.isName(subtype) else { return nil }
    type = trimmed[0]
    self.subtype = String(subtype)
  }

  /// Tells whether the type is covered by a pattern.
  ///
  /// - Parameter pattern: `application/json`, `text/*`, or `*/*+json` for a structured-syntax
  ///   suffix (RFC 6838, section 4.2.8).
  /// - Returns: true where it is.
  public func matches(_ pattern: String) -> Bool {
    let parts = pattern.split(separator: "/", maxSplits: 1)
    guard parts.count == 2, parts[0] == "*" || parts[0] == type else { return false }
    if parts[1].hasPrefix("*") { return subtype.hasSuffix(parts[1].dropFirst()) }
    return parts[1] == subtype
  }
}

extension MediaType: CustomStringConvertible {
  /// The type as it stands in a header field.
  public var description: String { "\(type)/\(subtype)" }
}
