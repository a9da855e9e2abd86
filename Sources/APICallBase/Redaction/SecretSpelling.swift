/// The ways in which a secret may be written as fixed octets: as it is, in Base64 and in
/// hexadecimal.
///
/// What replaces single characters, as percent-encoding does, is undone by ``Unescaping`` instead.
enum SecretSpelling: CaseIterable {
  case plain, base64, hexadecimal

  /// Octets to look for.
  struct Pattern {
    var octets: [UInt8]
    /// Whether the character before, or behind, holds a few bits of the secret too.
    var edges: Edges = []
  }

  /// The sides on which a character of Base64 holds bits of the secret and of its neighbour.
  struct Edges: OptionSet {
    var rawValue: UInt8

    static let before = Edges(rawValue: 1)
    static let behind = Edges(rawValue: 2)
  }

  /// The patterns of a secret.
  func patterns(of secret: [UInt8]) -> [Pattern] {
    switch self {
    case .plain: return [Pattern(octets: secret)]
    case .base64: return (0..<3).flatMap { Self.base64(of: secret, behind: $0) }
    case .hexadecimal:
      let small = Hexadecimal.encode(secret)
      return [small, small.uppercased()].map { Pattern(octets: Array($0.utf8)) }
    }
  }

  /// The characters of Base64 (RFC 4648) that are the same whatever stands around the secret.
  ///
  /// Three octets make four characters, so that it matters how many octets of the last three stand
  /// before the secret: 0, 1 or 2.
  private static func base64(of secret: [UInt8], behind offset: Int) -> [Pattern] {
    let octets = [UInt8](repeating: 0, count: offset) + secret
    let (start, end) = ((8 * offset + 5) / 6, 8 * octets.count / 6)
    var edges: Edges = []
    if 8 * offset % 6 != 0 { edges.insert(.before) }
    if 8 * octets.count % 6 != 0 { edges.insert(.behind) }
    return [Base64.Alphabet.standard, .url].map { alphabet in
      let text = Array(Base64.encode(octets, with: alphabet).utf8)
      return Pattern(octets: Array(text[start..<end]), edges: edges)
    }
  }
}
