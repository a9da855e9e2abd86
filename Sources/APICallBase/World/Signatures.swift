/// The signatures of messages with private keys.
package struct Signatures: Sendable {
  /// Returns the usual algorithm of a key in PEM.
  package var algorithm: @Sendable (_ key: [UInt8]) throws(SignatureProblem) -> SignatureAlgorithm
  package var sign:
    @Sendable (
      SignatureAlgorithm, _ message: [UInt8], _ key: [UInt8]
    ) throws(SignatureProblem) -> [UInt8]

  /// Creates those of a machine that has none.
  package init() {
    algorithm = { (_) throws(SignatureProblem) in throw .unavailable }
    sign = { (_, _, _) throws(SignatureProblem) in throw .unavailable }
  }
}

/// The algorithms of signed tokens with private keys (RFC 7518, section 3.1; RFC 8037).
package enum SignatureAlgorithm: String, Sendable, Hashable, CaseIterable {
  case rs256 = "RS256"
  case rs384 = "RS384"
  case rs512 = "RS512"
  case ps256 = "PS256"
  case ps384 = "PS384"
  case ps512 = "PS512"
  case es256 = "ES256"
  case es384 = "ES384"
  case es512 = "ES512"
  case edDSA = "EdDSA"
}

/// Why a message cannot be signed.
package enum SignatureProblem: Error, Sendable, Hashable {
  /// The key is not a private key in PEM, or it is encrypted.
  case notKey
  /// The key is not for the algorithm; the text describes the key.
  case wrongKey(String)
  case unavailable

  /// What is wrong, after the name of the key: lower case, without a full stop.
  package func reason(for algorithm: SignatureAlgorithm?) -> String {
    switch self {
    case .notKey: "is not a private key in PEM without a passphrase"
    case .wrongKey(let found):
      algorithm.map { "is \(found), which \($0.rawValue) does not use" }
        ?? "is \(found), for which there is no algorithm"
    case .unavailable: "cannot be used on this machine"
    }
  }
}
