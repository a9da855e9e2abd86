import APICallBase

/// The filters that compute digests.
enum DigestFilters {
  static let rows = [
    TemplateFilter("sha256", takes: .hasBytes, gives: .bytes, sha256),
    TemplateFilter("hmac_sha256", [key], takes: .hasBytes, gives: .bytes, hmacSHA256),
  ]

  private static let key = TemplateParameter("key", .text, takes: .hasBytes)

  private static func sha256(_ call: FilterCall) throws(FilterRefusal) -> Value {
    try digest(call.scope.world?.digests.sha256(try call.bytes()))
  }

  private static func hmacSHA256(_ call: FilterCall) throws(FilterRefusal) -> Value {
    try digest(call.scope.world?.digests.hmacSHA256(try call.bytes(), try call.bytes(at: 0)))
  }

  private static func digest(_ bytes: [UInt8]?) throws(FilterRefusal) -> Value {
    guard let bytes else { throw .unavailable }
    return .bytes(bytes)
  }
}
