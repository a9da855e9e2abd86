import APICallBase

/// A way to digest what a challenge asks for (RFC 7616, section 3.3).
struct DigestAlgorithm: Sendable {
  /// The digests there are, the strongest last.
  enum Hash: Int, Sendable {
    case md5, sha256, sha512_256
  }

  let hash: Hash
  /// Whether the digest of name and password is bound to a session: `-sess`.
  let isSession: Bool

  /// Reads the value of `algorithm`; nil where it is none that is known.
  init?(_ name: String) {
    var name = name.lowercased()
    isSession = name.hasSuffix("-sess")
    if isSession { name.removeLast("-sess".count) }
    switch name {
    case "md5": hash = .md5
    case "sha-256": hash = .sha256
    case "sha-512-256": hash = .sha512_256
    default: return nil
    }
  }

  /// Digests octets into the digits that stand in fields; nil where the machine does not compute it.
  func digits(of message: [UInt8], by digests: World.Digests) -> [UInt8]? {
    let digest =
      switch hash {
      case .md5: digests.md5(message)
      case .sha256: digests.sha256(message)
      case .sha512_256: digests.sha512_256(message)
      }
    return digest.map { Array(Hexadecimal.encode($0).utf8) }
  }
}
