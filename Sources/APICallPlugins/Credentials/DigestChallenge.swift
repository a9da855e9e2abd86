import APICallBase
import APICallHTTP
import APICallText

/// A challenge of a server with the scheme Digest (RFC 7616, section 3.3).
struct DigestChallenge: Sendable {
  /// The parts of a message that the digest protects.
  enum Protection: String, Sendable {
    /// The method and the target.
    case method = "auth"
    /// The method, the target and the body.
    case body = "auth-int"
  }

  var nonce: [UInt8]
  let realm: [UInt8]
  let opaque: [UInt8]?
  let algorithm: DigestHash
  /// The algorithm as the server names it; nil if it names none, which means MD5.
  let algorithmName: String?
  /// The protection; nil for a server that follows RFC 2069, which has none.
  let protection: Protection?
  /// Whether the nonce of the previous request was too old and everything else was right.
  let isStale: Bool
  let hidesName: Bool
  let readsUTF8: Bool

  /// Reads a challenge; nil if it has another scheme or requires something unsupported.
  init?(_ challenge: AuthChallenge) {
    guard challenge.scheme.lowercased() == DigestResponder.schemeName.lowercased(),
      let realm = challenge["realm"]?.bytes, let nonce = challenge["nonce"]?.bytes,
      let algorithm = DigestHash(challenge["algorithm"]?.text ?? "MD5")
    else { return nil }
    opaque = challenge["opaque"]?.bytes
    guard [realm, nonce, opaque ?? []].allSatisfy({ HeaderSyntax.isValue($0) })
    else { return nil }
    self.realm = realm
    self.nonce = nonce
    self.algorithm = algorithm
    algorithmName = challenge["algorithm"]?.text
    isStale = challenge["stale"]?.text.lowercased() == "true"
    hidesName = challenge["userhash"]?.text.lowercased() == "true"
    readsUTF8 = challenge["charset"]?.text.lowercased() == "utf-8"
    // Servers that know only RFC 2069 may send `qop=""`.
    if let offered = challenge["qop"]?.text, !offered.isEmpty {
      let words = offered.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
      // The body is read twice for its digest, so only if the challenge requires it.
      let known = [Protection.method, .body].first { words.contains($0.rawValue) }
      guard let known else { return nil }
      protection = known
    } else {
      protection = nil
    }
  }

  /// The strongest challenge of a response that can be answered, and the first of equally strong
  /// ones.
  static func strongest(in head: ResponseHead, computedBy digests: World.Digests) -> Self? {
    var best: DigestChallenge?
    for challenge in AuthChallenge.all(in: head).compactMap({ DigestChallenge($0) }) {
      guard challenge.algorithm.digits(of: [], by: digests) != nil else { continue }
      if let best, best.algorithm.hash.rawValue >= challenge.algorithm.hash.rawValue { continue }
      best = challenge
    }
    return best
  }
}

/// The algorithm of a challenge (RFC 7616, section 3.3).
struct DigestHash: Sendable {
  /// The digests, in ascending order of strength.
  enum Hash: Int, Sendable {
    case md5, sha256, sha512_256
  }

  let hash: Hash
  /// Whether the digest of name and password is bound to a session: `-sess`.
  let isSession: Bool

  /// Reads the value of `algorithm`; nil if it is unknown.
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

  /// Computes the hexadecimal digits of a digest; nil if the digest is not available on this
  /// system.
  func digits(of message: [UInt8], by digests: World.Digests) -> [UInt8]? {
    let digest =
      switch hash {
      case .md5: digests.digest(.md5, message)
      case .sha256: digests.sha256(message)
      case .sha512_256: digests.sha512_256(message)
      }
    return digest.map { Array(Hexadecimal.encode($0).utf8) }
  }
}
