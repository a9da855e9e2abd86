import APICallText
package import JSONText

/// A signed token with claims (RFC 7519), in the compact form of RFC 7515, section 7.1.
package enum JSONWebToken {
  /// Makes a token that a private key signs.
  ///
  /// Throws a ``SignatureProblem``.
  package static func signed(
    _ claims: BuiltJSON, with key: [UInt8], by algorithm: SignatureAlgorithm,
    keyID: String? = nil, using signatures: Signatures
  ) throws(SignatureProblem) -> String {
    let message = message(claims, algorithm: algorithm.rawValue, keyID: keyID)
    let signature = try signatures.sign(algorithm, Array(message.utf8), key)
    return "\(message).\(encoded(signature))"
  }

  /// Makes a token with an authentication code; nil if the machine cannot compute it.
  package static func authenticated(
    _ claims: BuiltJSON, named algorithm: String, keyID: String? = nil,
    code: (_ message: [UInt8]) -> [UInt8]?
  ) -> String? {
    let message = message(claims, algorithm: algorithm, keyID: keyID)
    return code(Array(message.utf8)).map { "\(message).\(encoded($0))" }
  }

  /// The header and the claims of a token, which are signed.
  private static func message(_ claims: BuiltJSON, algorithm: String, keyID: String?) -> String {
    var header: [(key: String, value: BuiltJSON)] = [
      ("alg", .text(algorithm)), ("typ", .text("JWT")),
    ]
    if let keyID { header.append(("kid", .text(keyID))) }
    return [BuiltJSON.map(header), claims].map { encoded(Array($0.compact.utf8)) }
      .joined(separator: ".")
  }

  private static func encoded(_ bytes: [UInt8]) -> String { Base64.encode(bytes, with: .url) }
}
