import APICallText

/// A shape that only credentials have: what begins like this is one, whatever its name.
///
/// There is no guessing by randomness: other texts practically never have these shapes.
package struct SecretShape: Sendable {
  /// What it is, in the words of messages.
  package let name: String
  /// How it begins.
  let prefix: [UInt8]
  /// The bytes that follow.
  private let rest: Rest

  private enum Rest: Sendable {
    /// At least, and at most, this many bytes of an alphabet.
    case bytes(Alphabet, least: Int, most: Int)
    /// Parts of these lengths, with a dot between two of them.
    case parts([Int])
    /// The rest of a JSON web token (RFC 7519): two more parts after dots.
    case webToken
    /// The rest of a private key in PEM (RFC 7468).
    case privateKey
  }

  private enum Alphabet: Sendable {
    case capitals, letters, words, base64

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .capitals: byte.isASCIIDigit || (0x41...0x5A).contains(byte)
      case .letters: byte.isASCIILetterOrDigit
      case .base64: byte.isASCIILetterOrDigit || "+/=".utf8.contains(byte)
      case .words: byte.isASCIILetterOrDigit || byte == 0x5F || byte == 0x2D
      }
    }
  }

  private init(_ name: String, _ prefix: String, _ rest: Rest) {
    self.name = name
    self.prefix = Array(prefix.utf8)
    self.rest = rest
  }

  /// All shapes.
  package static let all: [SecretShape] =
    [
      SecretShape("a JSON web token", "eyJ", .webToken),
      SecretShape("a private key", "-----BEGIN ", .privateKey),
      SecretShape("a Google API key", "AIza", .bytes(.words, least: 35, most: 35)),
      SecretShape("a Stripe key", "sk_live_", .bytes(.letters, least: 16, most: 256)),
      SecretShape("a Stripe key", "rk_live_", .bytes(.letters, least: 16, most: 256)),
      SecretShape("a GitHub token", "github_pat_", .bytes(.words, least: 22, most: 256)),
      SecretShape("a GitLab token", "glpat-", .bytes(.words, least: 20, most: 300)),
      SecretShape("an npm token", "npm_", .bytes(.letters, least: 36, most: 36)),
      SecretShape("a Stripe key", "sk_test_", .bytes(.letters, least: 16, most: 256)),
      SecretShape("a webhook secret", "whsec_", .bytes(.base64, least: 32, most: 128)),
      SecretShape("a SendGrid key", "SG.", .parts([22, 43])),
      SecretShape("an OpenAI key", "sk-proj-", .bytes(.words, least: 40, most: 256)),
      SecretShape("an Anthropic key", "sk-ant-", .bytes(.words, least: 80, most: 256)),
      SecretShape("a Hugging Face token", "hf_", .bytes(.letters, least: 34, most: 34)),
      SecretShape("a Slack token", "xapp-1-", .bytes(.words, least: 30, most: 256)),
      SecretShape("a Shopify token", "shpat_", .bytes(.letters, least: 32, most: 32)),
      SecretShape("a Google access token", "ya29.", .bytes(.words, least: 50, most: 2048)),
      SecretShape("a Google client secret", "GOCSPX-", .bytes(.words, least: 28, most: 28)),
      SecretShape("a Vault token", "hvs.", .bytes(.words, least: 24, most: 512)),
      SecretShape("a DigitalOcean token", "dop_v1_", .bytes(.letters, least: 64, most: 64)),
    ]
    + ["pypi-AgEIcHlwaS5vcmc", "pypi-AgENdGVzdC5weXBpLm9yZw"].map {
      SecretShape("a PyPI token", $0, .bytes(.words, least: 50, most: 1024))
    }
    + ["AKIA", "ASIA"].map {
      SecretShape("an AWS access key", $0, .bytes(.capitals, least: 16, most: 16))
    }
    + ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map {
      SecretShape("a GitHub token", $0, .bytes(.letters, least: 36, most: 256))
    }
    + ["xoxa-", "xoxb-", "xoxp-"].map {
      SecretShape("a Slack token", $0, .bytes(.words, least: 10, most: 256))
    }

  /// A credential that was found, by its place in the text.
  package struct Match: Sendable {
    package let shape: SecretShape
    package let range: Range<Int>
  }

  /// Finds the credentials in a text, in order and without overlap.
  package static func matches(in text: [UInt8]) -> [Match] {
    var found: [Match] = []
    var position = 0
    // Before this place no JSON web token begins: the same text was looked at already.
    var tokenStart = 0
    while position < text.count {
      if !Self.byFirstByte[Int(text[position])].isEmpty,
        position == 0 || !Self.continuesWord(text[position - 1]),
        let match = match(in: text, at: position, tokensFrom: &tokenStart)
      {
        found.append(match)
        position = match.range.upperBound
      } else {
        position += 1
      }
    }
    return found
  }

  /// The shapes that begin with each byte.
  private static let byFirstByte: [[SecretShape]] = (0...UInt8.max).map { byte in
    all.filter { $0.prefix[0] == byte }
  }

  private static func continuesWord(_ byte: UInt8) -> Bool {
    byte.isASCIILetterOrDigit || byte == 0x5F
  }

  private static func match(
    in text: [UInt8], at start: Int, tokensFrom tokenStart: inout Int
  ) -> Match? {
    for shape in byFirstByte[Int(text[start])] where text[start...].starts(with: shape.prefix) {
      let isToken = if case .webToken = shape.rest { true } else { false }
      if isToken, start < tokenStart { continue }
      if let end = shape.end(in: text, from: start + shape.prefix.count) {
        return Match(shape: shape, range: start..<end)
      }
      if isToken {
        tokenStart = text[start...].firstIndex { !Alphabet.words.contains($0) } ?? text.count
      }
    }
    return nil
  }

  /// The end of a credential whose beginning ends at a place; nil if it is not one.
  private func end(in text: [UInt8], from start: Int) -> Int? {
    switch rest {
    case .bytes(let alphabet, let least, let most):
      var end = start
      while end < text.count, end - start <= most, alphabet.contains(text[end]) { end += 1 }
      return (least...most).contains(end - start) ? end : nil
    case .parts(let lengths):
      var end = start
      for (index, length) in lengths.enumerated() {
        if index > 0 {
          guard end < text.count, text[end] == UInt8(ascii: ".") else { return nil }
          end += 1
        }
        guard text[end...].prefix(length).count(where: Alphabet.words.contains) == length else {
          return nil
        }
        end += length
      }
      return end < text.count && Alphabet.words.contains(text[end]) ? nil : end
    case .webToken:
      var end = start
      for part in 0..<3 {
        let first = end
        while end < text.count, Alphabet.words.contains(text[end]) { end += 1 }
        if part == 1, !text[first..<end].starts(with: "eyJ".utf8) { return nil }
        guard end - first >= 8 || part == 2 else { return nil }
        if part < 2 {
          guard end < text.count, text[end] == UInt8(ascii: ".") else { return nil }
          end += 1
        }
      }
      return end
    case .privateKey:
      let line = text[start...].prefix(40)
      let isKey = ["PRIVATE KEY-----", "PRIVATE KEY BLOCK-----"].contains {
        line.firstRange(of: Array($0.utf8)) != nil
      }
      guard isKey else { return nil }
      // A key that is cut off is masked as well.
      guard let last = text[start...].firstRange(of: Array("-----END ".utf8)) else {
        return text.count
      }
      let tail = text[last.upperBound...]
      return tail.firstRange(of: Array("-----".utf8))?.upperBound ?? text.count
    }
  }
}
