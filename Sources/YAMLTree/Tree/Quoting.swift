/// Text in the quotes that change least in it.
enum Quoting {
  /// Puts text into quotes: double ones, or single ones where a quote or backslash is in it.
  static func quoted(_ text: [Unicode.Scalar]) -> String {
    let needsSingle = text.contains { $0 == "\"" || $0 == "\\" || $0 == "\t" }
    var result = needsSingle ? "'" : "\""
    for scalar in text {
      if needsSingle, scalar == "'" { result += "'" }
      result.unicodeScalars.append(scalar)
    }
    return result + (needsSingle ? "'" : "\"")
  }

  /// Text without the quotes around it, where the same quote begins and ends it.
  static func stripped(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard text.count > 1, let first = text.first, first == text.last, first == "'" || first == "\""
    else { return text }
    return Array(text[1..<text.count - 1])
  }

  /// Where quoted text that begins at an index ends: behind its closing quote; nil where it does
  /// not end on the line.
  static func end(ofQuoteAt start: Int, in line: [Unicode.Scalar]) -> Int? {
    let quote = line[start]
    var index = start + 1
    while index < line.count {
      if quote == "\"", line[index] == "\\" {
        index += 2
      } else if line[index] == quote {
        guard quote == "'", index + 1 < line.count, line[index + 1] == "'" else { return index + 1 }
        index += 2
      } else {
        index += 1
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// Whether the character is a space or a tab.
  var isBlank: Bool { self == " " || self == "\t" }
}

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

  /// Whether a part of the text is a comment.
  var isComment: Bool { if case .comment = self { true } else { false } }

  /// The part of the text to point at: all of it, or the comment at its end.
  func place(in range: Range<Int>) -> Range<Int> {
    guard case .comment(let comment) = self else { return range }
    return range.upperBound - comment.unicodeScalars.count..<range.upperBound
  }
}
