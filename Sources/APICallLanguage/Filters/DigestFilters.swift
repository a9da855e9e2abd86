import APICallBase
import APICallText
import JSONText

/// The filters that compute digests.
enum DigestFilters {
  static let rows =
    [
      TemplateFilter(
        "sha256", "Computes the SHA-256 digest of text or bytes: 32 bytes.",
        example: #""abc" | sha256 | hex | slice(0, 8) → "ba7816bf""#,
        takes: .hasBytes, gives: .bytes
      ) { (call) throws(FilterRefusal) in
        try result(call.scope.world?.digests.sha256(try call.bytes()))
      },
      TemplateFilter(
        "hmac_sha256", "Computes the HMAC (RFC 2104) of text or bytes with SHA-256 and a key.",
        example: #""a" | hmac_sha256("k") | hex | slice(0, 8) → "78da9151""#,
        [key], takes: .hasBytes, gives: .bytes
      ) { (call) throws(FilterRefusal) in
        try result(call.scope.world?.digests.hmacSHA256(try call.bytes(), try call.bytes(at: 0)))
      },
      TemplateFilter(
        "crc32",
        "Computes the checksum CRC-32 of text or bytes: 4 bytes, the most significant one first.",
        example: #""123456789" | crc32 | hex → "cbf43926""#,
        takes: .hasBytes, gives: .bytes, crc32),
      TemplateFilter(
        "jwt",
        "Makes a signed token (RFC 7519) of claims, with a key, an algorithm such as RS256 or HS256, "
          + "and optionally the name of the key.",
        example: #"{"a":1} | jwt("k", "HS256") | slice(0, 20) → "eyJhbGciOiJIUzI1NiIs""#,
        [key, algorithm, TemplateParameter("kid", .text, isOptional: true)], takes: .map,
        gives: .text, work: .init(steps: 10_000), jwt),
    ] + DigestAlgorithm.allCases.flatMap { [row(digest: $0), row(code: $0)] }

  private static let key = TemplateParameter("key", .text, takes: .hasBytes)

  private static let codes = ["HS256", "HS384", "HS512"]

  private static let algorithm = TemplateParameter(
    "alg", .text,
    checkingWith: { (text) throws(PlaceholderFault) in
      let names = DigestFilters.codes + SignatureAlgorithm.allCases.map(\.rawValue)
      guard !names.contains(text) else { return }
      throw PlaceholderFault(
        "'\(text)' is not an algorithm of signed tokens",
        hint: Nearest.hint(for: text, among: names, noun: "algorithms"))
    })

  private static func jwt(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let claims = BuiltJSON.json(Array(try call.map().bytes))
    let key = try call.bytes(at: 0)
    let name = try call.text(at: 1)
    let keyID = call.argument(2) == nil ? nil : try call.text(at: 2)
    guard let digests = call.scope.world?.digests else { throw .unavailable }
    if let algorithm = SignatureAlgorithm(rawValue: name) {
      do throws(SignatureProblem) {
        return .text(
          try JSONWebToken.signed(
            claims, with: key, by: algorithm, keyID: keyID, using: digests.signatures))
      } catch {
        throw .takesArgument(
          "a private key for \(name)", got: "a text that \(error.reason(for: algorithm))")
      }
    }
    // A server that takes both kinds could be given its own public key as the key of a code.
    guard !key.starts(with: "-----BEGIN".utf8) else {
      throw .takesArgument("a secret for \(name)", got: "a key in PEM")
    }
    let token = JSONWebToken.authenticated(claims, named: name, keyID: keyID) { message in
      switch name {
      case "HS384": digests.code(.sha384, message, key)
      case "HS512": digests.code(.sha512, message, key)
      default: digests.hmacSHA256(message, key)
      }
    }
    guard let token else { throw .unavailable }
    return .text(token)
  }

  private static func row(digest algorithm: DigestAlgorithm) -> TemplateFilter {
    let facts = algorithm.facts
    return TemplateFilter(
      algorithm.name, "Computes the \(facts.title) digest of text or bytes: \(facts.size) bytes.",
      example: #""abc" | \#(algorithm.name) | hex | slice(0, 8) → "\#(facts.digest)""#,
      takes: .hasBytes, gives: .bytes
    ) { (call) throws(FilterRefusal) in
      try result(call.scope.world?.digests.digest(algorithm, try call.bytes()))
    }
  }

  private static func row(code algorithm: DigestAlgorithm) -> TemplateFilter {
    let facts = algorithm.facts
    return TemplateFilter(
      "hmac_\(algorithm.name)",
      "Computes the HMAC of text or bytes with \(facts.title) and a key.",
      example: #""a" | hmac_\#(algorithm.name)("k") | hex | slice(0, 8) → "\#(facts.code)""#,
      [key], takes: .hasBytes, gives: .bytes
    ) { (call) throws(FilterRefusal) in
      try result(
        call.scope.world?.digests.code(algorithm, try call.bytes(), try call.bytes(at: 0)))
    }
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

extension DigestAlgorithm {
  /// Its title, the size of its digests in bytes, and the first digits of two examples.
  fileprivate var facts: (title: String, size: Int, digest: String, code: String) {
    switch self {
    case .sha1: ("SHA-1", 20, "a9993e36", "40e7d441")
    case .sha384: ("SHA-384", 48, "cb00753f", "929181f5")
    case .sha512: ("SHA-512", 64, "ddaf35a1", "82e0c15e")
    case .md5: ("MD5", 16, "90015098", "ddcf3d21")
    }
  }
}
