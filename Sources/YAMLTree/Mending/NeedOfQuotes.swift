/// Why a text cannot stand in YAML without quotes.
package enum NeedOfQuotes: Sendable, Hashable {
  /// It begins with a character that means something else there.
  case begins(Unicode.Scalar)
  /// It holds characters that mean something else, maybe only in the brackets around it.
  case holds(String, inside: Unicode.Scalar?)
  /// From a `#` on, it is a comment.
  case comment(String)

  /// Finds the need; nil where the text can stand as it is.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - bracket: the bracket that it stands in, if any.
  init?(in text: [Unicode.Scalar], inside bracket: Unicode.Scalar?) {
    guard let first = text.first else { return nil }
    if let hash = text.indices.first(where: {
      text[$0] == "#" && ($0 == 0 || text[$0 - 1].isBlank)
    }) {
      self = .comment(String(String.UnicodeScalarView(text[hash...])))
    } else if "*&!%@`|>\"'[{]},".unicodeScalars.contains(first)
      || "?-:".unicodeScalars.contains(first) && (text.count == 1 || text[1].isBlank)
    {
      self = .begins(first)
    } else if let colon = text.indices.first(where: {
      text[$0] == ":" && ($0 + 1 == text.count || text[$0 + 1].isBlank)
    }) {
      self = .holds(colon + 1 == text.count ? ":" : ": ", inside: nil)
    } else if let bracket, let found = text.first(where: { "[]{},".unicodeScalars.contains($0) }) {
      self = .holds(String(found), inside: bracket)
    } else {
      return nil
    }
  }

  /// The part of the text to point at: all of it, or the comment at its end.
  func place(in range: Range<Int>) -> Range<Int> {
    guard case .comment(let comment) = self else { return range }
    return range.upperBound - comment.unicodeScalars.count..<range.upperBound
  }
}
