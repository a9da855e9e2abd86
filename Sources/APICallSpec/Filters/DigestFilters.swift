import APICallBase

/// The filters that compute digests.
enum DigestFilters {
  static let rows =
    [
      TemplateFilter("sha256", takes: .hasBytes, gives: .bytes, sha256),
      TemplateFilter("hmac_sha256", [key], takes: .hasBytes, gives: .bytes, hmacSHA256),
      TemplateFilter("crc32", takes: .hasBytes, gives: .bytes, crc32),
    ] + DigestAlgorithm.allCases.flatMap { [row(digest: $0), row(code: $0)] }

  private static let key = TemplateParameter("key", .text, takes: .hasBytes)

  /// The digest of an algorithm.
  private static func row(digest algorithm: DigestAlgorithm) -> TemplateFilter {
    TemplateFilter(algorithm.name, takes: .hasBytes, gives: .bytes) {
      (call) throws(FilterRefusal) in
      try result(call.scope.world?.digests.digest(algorithm, try call.bytes()))
    }
  }

  /// The authentication code of an algorithm.
  private static func row(code algorithm: DigestAlgorithm) -> TemplateFilter {
    TemplateFilter("hmac_\(algorithm.name)", [key], takes: .hasBytes, gives: .bytes) {
      (call) throws(FilterRefusal) in
      try result(
        call.scope.world?.digests.code(algorithm, try call.bytes(), try call.bytes(at: 0)))
    }
  }

  private static func sha256(_ call: FilterCall) throws(FilterRefusal) -> Value {
    try result(call.scope.world?.digests.sha256(try call.bytes()))
  }

  private static func hmacSHA256(_ call: FilterCall) throws(FilterRefusal) -> Value {
    try result(call.scope.world?.digests.hmacSHA256(try call.bytes(), try call.bytes(at: 0)))
  }

  private static func result(_ bytes: [UInt8]?) throws(FilterRefusal) -> Value {
    guard let bytes else { throw .unavailable }
    return .bytes(bytes)
  }

  /// The checksum of Ethernet and gzip (RFC 1952, section 8), with the most significant byte first.
  private static func crc32(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var sum = UInt32.max
    for byte in try call.bytes() {
      sum = (sum >> 8) ^ remainders[Int(UInt8(truncatingIfNeeded: sum) ^ byte)]
    }
    sum = ~sum
    return .bytes(
      [24, 16, 8, 0].map { (shift: UInt32) in UInt8(truncatingIfNeeded: sum >> shift) })
  }

  private static let remainders: [UInt32] = (0..<256).map { byte in
    var sum = UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
    return sum
  }
}
