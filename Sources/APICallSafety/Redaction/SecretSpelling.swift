import APICallText

/// The spellings of a secret as fixed bytes: as it is, in Base64, in hexadecimal and in UTF-16.
///
/// Encodings that replace single characters, such as percent-encoding, are undone by ``Unescaping``
/// instead.
enum SecretSpelling: CaseIterable {
  case plain, base64, hexadecimal, utf16

  /// Bytes to search for.
  struct Pattern {
    var bytes: [UInt8]
    /// Whether the character before or after also holds a few bits of the secret.
    var edges: Edges = []
  }

  /// The sides on which a Base64 character holds bits of the secret and of its neighbour.
  struct Edges: OptionSet {
    var rawValue: UInt8

    static let before = Edges(rawValue: 1)
    static let after = Edges(rawValue: 2)
  }

  /// Returns the patterns of a secret in this spelling.
  func patterns(of secret: [UInt8]) -> [Pattern] {
    switch self {
    case .plain:
      let quotes = ["\"", "'"].compactMap { Self.doubling($0, in: secret) }
      return ([secret] + Self.otherCases(of: secret) + quotes).map { Pattern(bytes: $0) }
    case .base64: return (0..<3).flatMap { Self.base64(of: secret, after: $0) }
    case .hexadecimal: return [Pattern(bytes: Array(Hexadecimal.encode(secret).utf8))]
    case .utf16:
      guard let text = String(validating: secret, as: UTF8.self) else { return [] }
      let units = text.utf16.map { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8($0 & 0xFF)] }
      return [
        Pattern(bytes: units.flatMap { $0 }), Pattern(bytes: units.flatMap { $0.reversed() }),
      ]
    }
  }

  /// Returns the secret in upper and in lower case if it has letters other than those of ASCII, which
  /// are compared without case anyway.
  private static func otherCases(of secret: [UInt8]) -> [[UInt8]] {
    guard secret.count >= shortestFolded, secret.contains(where: { $0 >= 0x80 }),
      let text = String(validating: secret, as: UTF8.self)
    else { return [] }
    return [text.uppercased(), text.lowercased()].map { Array($0.utf8) }
  }

  /// Returns the secret with each quote twice, as in CSV and SQL.
  private static func doubling(_ quote: Unicode.Scalar, in secret: [UInt8]) -> [UInt8]? {
    let quote = UInt8(ascii: quote)
    guard secret.contains(quote) else { return nil }
    return secret.flatMap { $0 == quote ? [quote, quote] : [$0] }
  }

  /// Whether letters are compared without their case.
  ///
  /// A short secret is compared as it is: in another case, it is often an ordinary word.
  func foldsCase(of secret: [UInt8]) -> Bool {
    self == .hexadecimal || secret.count >= Self.shortestFolded
  }

  /// The length in bytes of the shortest secret that is found in any case.
  private static let shortestFolded = 8

  /// Returns the Base64 characters (RFC 4648) that do not depend on the text around the secret.
  ///
  /// Three bytes make four characters, so the pattern depends on how many bytes of a group come
  /// before the secret: 0, 1 or 2.
  private static func base64(of secret: [UInt8], after offset: Int) -> [Pattern] {
    let bytes = [UInt8](repeating: 0, count: offset) + secret
    let (start, end) = ((8 * offset + 5) / 6, 8 * bytes.count / 6)
    var edges: Edges = []
    if 8 * offset % 6 != 0 { edges.insert(.before) }
    if 8 * bytes.count % 6 != 0 { edges.insert(.after) }
    return [Base64.Alphabet.standard, .url].map { alphabet in
      let text = Array(Base64.encode(bytes, with: alphabet).utf8)
      return Pattern(bytes: Array(text[start..<end]), edges: edges)
    }
  }
}
