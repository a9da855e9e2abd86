/// A single value, as text and as its type in the YAML 1.2 core schema.
package struct Scalar: Sendable, Hashable {
  /// How the value was written.
  package enum Style: Sendable, Hashable {
    /// Without quotes: the core schema decides the type.
    case plain
    /// In quotes or as a block (`|`, `>`): always text.
    case quoted
  }

  /// The type that the core schema gives a value (YAML 1.2.2, section 10.3.2).
  package enum Kind: Sendable, Hashable {
    /// An empty value, `~`, `null`, `Null` or `NULL`, without quotes.
    case null
    /// `true` or `false`, also capitalised or in capitals.
    case boolean(Bool)
    /// Decimal digits with an optional sign, `0o` octal or `0x` hexadecimal.
    case integer
    /// A decimal fraction, an exponent, `.inf` or `.nan`.
    case float
    case text
  }

  package let text: String
  package let style: Style
  package let kind: Kind

  package init(_ text: String, style: Style) {
    self.text = text
    self.style = style
    self.kind = style == .plain ? CoreSchema.kind(of: text) : .text
  }
}

extension Scalar.Kind {
  /// The type as messages name it: "text", "a number", "true or false" or "nothing".
  package var typeName: String {
    switch self {
    case .null: "nothing"
    case .boolean: "true or false"
    case .integer, .float: "a number"
    case .text: "text"
    }
  }
}

/// The tag resolution of plain scalars (YAML 1.2.2, section 10.3.2).
enum CoreSchema {
  static func kind(of text: String) -> Scalar.Kind {
    // Most values are words: the first byte is enough to distinguish them from everything else.
    guard let first = text.utf8.first else { return .null }
    switch first {
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"):
      return ["~", "null", "Null", "NULL"].contains(text) ? .null : .text
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return ["true", "True", "TRUE"].contains(text) ? .boolean(true) : .text
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return ["false", "False", "FALSE"].contains(text) ? .boolean(false) : .text
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."): return number(text)
    case UInt8(ascii: "-"), UInt8(ascii: "+"): return unsigned(Substring(text.utf8.dropFirst()))
    default: return .text
    }
  }

  /// Matches the forms that cannot have a sign, and those that can, written without one.
  private static func number(_ text: String) -> Scalar.Kind {
    if [".nan", ".NaN", ".NAN"].contains(text) { return .float }
    if text.hasPrefix("0o") {
      return text.utf8.dropFirst(2).isAll(\.isOctalDigit) ? .integer : .text
    }
    if text.hasPrefix("0x") {
      return text.utf8.dropFirst(2).isAll(\.isHexadecimalDigit) ? .integer : .text
    }
    return unsigned(Substring(text))
  }

  /// Matches `[0-9]+`, `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`, or infinity.
  private static func unsigned(_ text: Substring) -> Scalar.Kind {
    if [".inf", ".Inf", ".INF"].contains(text) { return .float }
    var rest = text.utf8
    let whole = dropDigits(&rest)
    if whole > 0, rest.isEmpty { return .integer }
    var fraction = 0
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      fraction = dropDigits(&rest)
    }
    guard whole + fraction > 0 else { return .text }
    if let first = rest.first, first == UInt8(ascii: "e") || first == UInt8(ascii: "E") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest.removeFirst()
      }
      guard dropDigits(&rest) > 0 else { return .text }
    }
    return rest.isEmpty ? .float : .text
  }

  private static func dropDigits(_ rest: inout Substring.UTF8View) -> Int {
    var count = 0
    while let first = rest.first, first.isDecimalDigit {
      rest.removeFirst()
      count += 1
    }
    return count
  }
}

extension Substring.UTF8View {
  fileprivate func isAll(_ matches: (UInt8) -> Bool) -> Bool { !isEmpty && allSatisfy(matches) }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isOctalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(self) }

  fileprivate var isHexadecimalDigit: Bool {
    isDecimalDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}

/// Puts text into the quotes that change it least.
enum Quoting {
  /// Quotes a text: with double quotes, or with single quotes if it has a quote, backslash or tab.
  static func quoted(_ text: [Unicode.Scalar]) -> String {
    let needsSingle = text.contains { $0 == "\"" || $0 == "\\" || $0 == "\t" }
    var result = needsSingle ? "'" : "\""
    for scalar in text {
      if needsSingle, scalar == "'" { result += "'" }
      result.unicodeScalars.append(scalar)
    }
    return result + (needsSingle ? "'" : "\"")
  }

  /// Returns text without its quotes, if it begins and ends with the same quote.
  static func stripped(_ text: [Unicode.Scalar]) -> [Unicode.Scalar] {
    guard text.count > 1, let first = text.first, first == text.last, first == "'" || first == "\""
    else { return text }
    return Array(text[1..<text.count - 1])
  }

  /// Returns the end of the quoted text that begins at an index, after its closing quote; nil if it
  /// does not end on the line.
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
  var isBlank: Bool { self == " " || self == "\t" }
}

/// Why a text cannot be written in YAML without quotes.
enum NeedOfQuotes: Sendable, Hashable {
  case begins(Unicode.Scalar)
  /// It contains characters that have another meaning, perhaps only in the brackets around it.
  case holds(String, inside: Unicode.Scalar?)
  /// It is a comment from a `#` on.
  case comment(String)

  /// Finds the need; nil if the text needs no quotes.
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

  var isComment: Bool { if case .comment = self { true } else { false } }

  func place(in range: Range<Int>) -> Range<Int> {
    guard case .comment(let comment) = self else { return range }
    return range.upperBound - comment.unicodeScalars.count..<range.upperBound
  }
}
