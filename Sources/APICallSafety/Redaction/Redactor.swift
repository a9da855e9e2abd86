import APICallText
import JSONText

/// Masks secrets anywhere in a text, in any of their usual spellings.
///
/// ``ProtectedText`` knows where the secrets are in a request. A server may repeat them anywhere:
/// in a header field, an error page, a message. The redactor searches for them there: as they are,
/// percent-encoded, escaped as in JSON, XML and HTML, in Base64 at any offset and with line breaks, in
/// hexadecimal, and in UTF-16; also where two of these encodings were applied, one after the other.
/// Secrets of 8 bytes or more are found in any letter case.
///
/// Creating a redactor is slow compared with a call: create one only when something is about to be
/// shown.
package struct Redactor: Sendable {
  /// The length of the shortest secret to search for, in bytes.
  ///
  /// A shorter secret is masked only where it was put in. Many short words occur in texts anyway,
  /// such as `json`, `close` or `true`, and a mask in their place would reveal the secret.
  package static let shortest = 6
  /// The length of the shortest number to search for: shorter ones are dates, ports and lengths.
  package static let shortestNumber = 8
  /// The maximum number of encodings to undo, one after the other.
  private static let deepest = 2
  /// The length of the shortest beginning of a secret to mask at the end of a cut text.
  private static let shortestBeginning = 4

  private var secrets: [[UInt8]] = []
  private var search = SpellingSearch()
  /// Finds the secrets that the run has already sent; it is made once for many calls.
  private var sent: SpellingSearch?
  /// Whether to find secrets of any length, even those that occur in texts anyway.
  private var findsAll = false
  private var spellings = SecretSpelling.allCases

  /// Creates a redactor.
  package init(_ secrets: [[UInt8]]) {
    learn(secrets)
  }

  /// Creates a redactor that also masks the secrets of another one, and shares its search.
  package init(_ secrets: [[UInt8]], besides other: Redactor?) {
    sent = other?.search
    learn(secrets)
  }

  /// Creates a redactor that finds secrets only as they are and with escapes, but not in Base64 and
  /// the like: it has room for many more.
  package init(unencoded secrets: [[UInt8]]) {
    spellings = [.plain]
    learn(secrets)
  }

  /// Creates a redactor that finds secrets of any length, to detect them rather than to mask them.
  package init(findingAll secrets: [[UInt8]]) {
    findsAll = true
    learn(secrets)
  }

  /// Whether there is nothing to mask.
  package var isEmpty: Bool { secrets.isEmpty && sent == nil }

  /// The length in bytes of the longest spelling of a secret in which each byte is escaped once.
  package var longest: Int {
    max(search.longest, sent?.longest ?? 0) * Unescaping.longest
  }

  /// Adds secrets.
  package mutating func learn(_ values: [[UInt8]]) {
    guard !values.isEmpty else { return }
    var known = Set(secrets)
    let new = values.filter {
      (findsAll ? !$0.isEmpty : Self.isSearchable($0)) && known.insert($0).inserted
    }
    guard !new.isEmpty else { return }
    secrets += new
    search = SpellingSearch(for: secrets, in: spellings)
  }

  /// Whether a secret is long enough to search for.
  package static func isSearchable(_ secret: [UInt8]) -> Bool {
    let isNumber = secret.allSatisfy { $0.isASCIIDigit || "+-.eE".utf8.contains($0) }
    return secret.count >= (isNumber ? shortestNumber : shortest)
  }

  /// Masks the secrets in a text.
  ///
  /// Returns the text with ``ProtectedText/mask`` in place of each secret.
  package func masking(_ text: String, isCut: Bool = false) -> String {
    guard !isEmpty else { return text }
    let protected = protecting(ProtectedText(text), isCut: isCut)
    return protected.holdsSecret ? protected.masked : text
  }

  /// Shortens a text for a message.
  ///
  /// Secrets that begin before the cut are masked as well: half a secret would not be recognised
  /// later.
  ///
  /// Returns the text as it is, or its beginning followed by `…`.
  package func shortening(_ text: String, to count: Int) -> String {
    let start = text.unicodeScalars.prefix(count)
    guard start.endIndex < text.endIndex else { return text }
    return masking(String(start), isCut: true) + "…"
  }

  /// Marks the secrets in a text in addition to those that are already marked.
  ///
  /// Returns the text with its secrets marked.
  package func protecting(_ text: ProtectedText, isCut: Bool = false) -> ProtectedText {
    guard !isEmpty else { return text }
    return text.protecting(stretches(in: text.revealedBytes, isCut: isCut, depth: 0))
  }

  /// Finds the secrets in a text, in any order.
  private func stretches(
    in text: [UInt8], isCut: Bool, depth: Int
  ) -> [ProtectedText.Stretch] {
    let cutLength = isCut ? Self.shortestBeginning : nil
    var found = search.stretches(in: text, cutLength: cutLength)
    if let sent { found += sent.stretches(in: text, cutLength: cutLength) }
    guard depth < Self.deepest else { return found }
    for unescaping in Unescaping.present(in: text) {
      guard let meant = UnescapedText(text, unescaping, isCut: isCut) else { continue }
      // Only fixed spellings are broken into lines, after all escapes.
      let below = unescaping == .lineBreak ? Self.deepest : depth + 1
      for stretch in stretches(in: meant.bytes, isCut: isCut, depth: below) {
        found.append(meant.source(of: stretch))
      }
    }
    return found
  }

  /// Returns a text, and what it means if it is escaped in one of the ways that are undone.
  package static func readings(of text: [UInt8]) -> [[UInt8]] {
    let meant = Unescaping.present(in: text).compactMap {
      UnescapedText(text, $0, isCut: false)?.bytes
    }
    return [text] + meant.filter { $0 != text }
  }

  /// Searches a text whose percent-encoding, or whose escapes of HTML, are undone.
  ///
  /// Returns the places in the original text; escapes belong to them as a whole.
  package static func places(
    inReadingsOf text: [UInt8], _ find: ([UInt8]) -> [Range<Int>]
  ) -> [Range<Int>] {
    [Unescaping.percent, .entity].flatMap { unescaping in
      guard let meant = UnescapedText(text, unescaping, isCut: false) else { return [Range<Int>]() }
      return find(meant.bytes).filter { !$0.isEmpty }.map {
        let source = meant.source(
          of: ProtectedText.Stretch(start: $0.lowerBound, end: $0.upperBound))
        return source.start..<source.end
      }
    }
  }

  /// Masks the secrets in JSON text; the result is JSON too.
  ///
  /// Each string, including keys, is handled on its own: a string that contains a secret is
  /// rewritten, all others are copied. A number that contains a secret becomes the mask as a
  /// string.
  ///
  /// Returns the JSON with its secrets masked.
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
        let isSecret = protecting(ProtectedText(bytes: Array(token))).holdsSecret
        result += isSecret ? Array("\"\(ProtectedText.mask)\"".utf8)[...] : token
      default: result += token
      }
      position = end
    }
    return result
  }

  /// Finds the end of a string, a number, or any other token, which is a single byte.
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
    // A string that was cut off is not JSON, and is masked as plain text.
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
  /// The number of secrets, without their values.
  package var description: String { "\(secrets.count) secrets" }
  /// A mirror without the secrets, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["secrets": secrets.count]) }
}
