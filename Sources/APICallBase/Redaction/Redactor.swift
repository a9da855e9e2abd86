import JSONText

/// Masks secrets wherever they stand in a text, however they are written.
///
/// ``ProtectedText`` knows where in a request the secrets are. A server may repeat them anywhere: in
/// a header field, an error page, a message. There they are looked for: as they are,
/// percent-encoded, escaped as in JSON, XML and HTML, in Base64 wherever they stand in what was
/// encoded, and in hexadecimal; also where two of these were applied, one after the other.
///
/// Making one costs more than a call has to spare: make it when something is about to be shown.
package struct Redactor: Sendable {
  /// The fewest octets of a secret that is looked for.
  ///
  /// A shorter one is masked where it was put in, and nowhere else: among five letters are too many
  /// words that stand in a text of themselves, such as `json`, `close` or `true`, and a mask in
  /// their place would tell the secret.
  package static let shortest = 6
  /// The fewest octets of a number that is looked for: shorter ones are dates, ports and lengths.
  package static let shortestNumber = 8
  /// How often escapes are undone, one way after the other.
  private static let deepest = 2
  /// The fewest octets of a secret's beginning that are masked at the end of a text that was cut.
  private static let shortestBeginning = 4

  private var secrets: [[UInt8]] = []
  private var automaton = SpellingAutomaton()
  /// Finds what the run has sent before: it is made once for many calls.
  private var sent: SpellingAutomaton?
  /// Whether words are found that are so short that they stand in a text of themselves.
  private var findsAll = false

  /// Creates a redactor.
  ///
  /// - Parameter secrets: what is to be masked; what is too short to be looked for is left out, and
  ///   so is what goes beyond 256 KiB in all spellings together.
  package init(_ secrets: [[UInt8]]) {
    learn(secrets)
  }

  /// Creates a redactor that masks what another one does, too, and shares that one's work.
  ///
  /// - Parameters:
  ///   - secrets: what is to be masked.
  ///   - other: masks the rest; nil where there is none.
  package init(_ secrets: [[UInt8]], besides other: Redactor?) {
    sent = other?.automaton
    learn(secrets)
  }

  /// Creates what finds secrets of any length: to know that one stands in a value, not to mask it.
  package init(findingAll secrets: [[UInt8]]) {
    findsAll = true
    learn(secrets)
  }

  /// Whether there is nothing to mask.
  package var isEmpty: Bool { secrets.isEmpty && sent == nil }

  /// Adds secrets.
  ///
  /// - Parameter values: what is to be masked too.
  package mutating func learn(_ values: [[UInt8]]) {
    guard !values.isEmpty else { return }
    var known = Set(secrets)
    let new = values.filter {
      (findsAll ? !$0.isEmpty : Self.isSearchable($0)) && known.insert($0).inserted
    }
    guard !new.isEmpty else { return }
    secrets += new
    automaton = SpellingAutomaton()
    // Where there is no room for all, what is likely to be met goes first.
    for spelling in SecretSpelling.allCases {
      for secret in secrets where secret.count <= automaton.room {
        for pattern in spelling.patterns(of: secret) { automaton.add(pattern) }
      }
    }
    automaton.finish()
  }

  /// Whether a secret is long enough to be known again.
  static func isSearchable(_ secret: [UInt8]) -> Bool {
    let isNumber = secret.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
    return secret.count >= (isNumber ? shortestNumber : shortest)
  }

  /// Masks the secrets in a text.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - isCut: whether the text went on, so that the beginning of a secret at its end is masked too.
  /// - Returns: the text with ``ProtectedText/mask`` in the place of each secret.
  package func masking(_ text: String, isCut: Bool = false) -> String {
    guard !isEmpty else { return text }
    let protected = protecting(ProtectedText(text), isCut: isCut)
    return protected.holdsSecret ? protected.masked : text
  }

  /// Shortens a text for a message.
  ///
  /// Half a secret would not be known again once it is cut, so what begins before the cut is masked.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - count: the most characters of it.
  /// - Returns: the text as it is, or its beginning with `…` behind.
  package func shortening(_ text: String, to count: Int) -> String {
    let start = text.prefix(count)
    guard start.endIndex < text.endIndex else { return text }
    return masking(String(start), isCut: true) + "…"
  }

  /// Marks the secrets in a text, besides those that are marked already.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - isCut: whether the text went on, so that the beginning of a secret at its end is marked too.
  /// - Returns: the text, which masks them where it is shown.
  package func protecting(_ text: ProtectedText, isCut: Bool = false) -> ProtectedText {
    guard !isEmpty else { return text }
    return text.protecting(stretches(in: text.revealedOctets, isCut: isCut, depth: 0))
  }

  /// Where secrets stand in a text, in any order.
  private func stretches(
    in text: [UInt8], isCut: Bool, depth: Int
  ) -> [ProtectedText.Stretch] {
    let cutLength = isCut ? Self.shortestBeginning : nil
    var found = automaton.stretches(in: text, cutLength: cutLength)
    if let sent { found += sent.stretches(in: text, cutLength: cutLength) }
    guard depth < Self.deepest else { return found }
    for unescaping in Unescaping.allCases {
      guard let meant = UnescapedText(text, unescaping, isCut: isCut) else { continue }
      for stretch in stretches(in: meant.octets, isCut: isCut, depth: depth + 1) {
        found.append(meant.source(of: stretch))
      }
    }
    return found
  }

  /// Masks the secrets in JSON text, which stays JSON.
  ///
  /// Strings are looked at one by one, keys too: one that holds a secret is written anew, all others
  /// stay as they are. A number that holds one becomes the string of the mask.
  ///
  /// - Parameter json: JSON, or values of it one after the other.
  /// - Returns: the JSON without secrets.
  package func masking(json: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return json }
    var result: [UInt8] = []
    result.reserveCapacity(json.count)
    var position = 0
    while position < json.count {
      let end = Self.endOfToken(in: json, at: position)
      let token = json[position..<end]
      switch json[position] {
      case UInt8(ascii: "\""): appendMasked(string: token, to: &result)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        let isSecret = protecting(ProtectedText(octets: Array(token))).holdsSecret
        result += isSecret ? Array("\"\(ProtectedText.mask)\"".utf8)[...] : token
      default: result += token
      }
      position = end
    }
    return result
  }

  /// The end of a string, of a number, or of anything else, which is one octet.
  private static func endOfToken(in json: [UInt8], at start: Int) -> Int {
    var end = start + 1
    switch json[start] {
    case UInt8(ascii: "\""):
      while end < json.count, json[end] != UInt8(ascii: "\"") {
        end += json[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(end + 1, json.count)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      while end < json.count, json[end].isASCIIDigit || "+-.eE".utf8.contains(json[end]) {
        end += 1
      }
      return end
    default: return end
    }
  }

  private func appendMasked(string token: ArraySlice<UInt8>, to result: inout [UInt8]) {
    // What was cut off in the middle of a string is no JSON, and masked as the text that it is.
    guard let text = try? Value(json: String(decoding: token, as: UTF8.self)).plainText else {
      result += masking(String(decoding: token, as: UTF8.self)).utf8
      return
    }
    let masked = masking(text)
    if masked != text {
      JSONWriter.append(string: masked, to: &result)
    } else {
      result += token
    }
  }
}

extension Redactor: CustomStringConvertible, CustomReflectable {
  /// How many secrets it knows, and none of them.
  package var description: String { "\(secrets.count) secrets" }
  /// A mirror without the secrets, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["secrets": secrets.count]) }
}
