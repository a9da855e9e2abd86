import APICallBase
import APICallHTTP

/// What a server asks for with the scheme Digest (RFC 7616, section 3.3).
struct DigestChallenge: Sendable {
  /// How far the digest protects a message.
  enum Protection: String, Sendable {
    /// The method and the target.
    case method = "auth"
    /// The body, too.
    case body = "auth-int"
  }

  var nonce: String
  let realm: String
  let opaque: String?
  let algorithm: DigestAlgorithm
  /// The algorithm in the server's own words; nil where it named none, and MD5 is meant.
  let algorithmName: String?
  /// Nil for a server that keeps to RFC 2069 and knows of none.
  let protection: Protection?
  /// Whether the nonce of the request before was too old, and all else right.
  let isStale: Bool
  /// Whether the name of the user is to be sent as a digest.
  let hidesName: Bool
  /// Whether the server reads names and passwords in UTF-8.
  let readsUTF8: Bool

  /// Reads a challenge; nil where it is of another scheme, or asks for what is not known here.
  init?(_ challenge: AuthChallenge) {
    guard challenge.scheme.lowercased() == DigestResponder.schemeName.lowercased(),
      let realm = challenge["realm"], let nonce = challenge["nonce"],
      let algorithm = DigestAlgorithm(challenge["algorithm"] ?? "MD5"),
      [realm, nonce, challenge["opaque"] ?? ""].allSatisfy({
        HeaderSyntax.isValue(Array($0.utf8))
      })
    else { return nil }
    self.realm = realm
    self.nonce = nonce
    self.algorithm = algorithm
    algorithmName = challenge["algorithm"]
    opaque = challenge["opaque"]
    isStale = challenge["stale"]?.lowercased() == "true"
    hidesName = challenge["userhash"]?.lowercased() == "true"
    readsUTF8 = challenge["charset"]?.lowercased() == "utf-8"
    if let offered = challenge["qop"] {
      let words = offered.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
      // The body is read twice for its digest: where that is not asked for, it is not done.
      let known = [Protection.method, .body].first { words.contains($0.rawValue) }
      guard let known else { return nil }
      protection = known
    } else {
      protection = nil
    }
  }

  /// The challenge of an answer that is to be answered: the one with the strongest digest, of equal
  /// ones the first; nil where there is none that can be.
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
