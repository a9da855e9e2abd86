import APICallHTTP
import APICallSafety

/// The credentials that names show in a text.
package enum TextCredentials {
  /// Returns the places of the values in a text of a media type, in any order; they may overlap.
  @Sendable package static func places(in text: [UInt8], as type: String?) -> [Range<Int>] {
    credentials(in: text, as: type.flatMap { MediaType($0) })
  }

  /// Returns the places of the values, in any order; they may overlap.
  static func credentials(in text: [UInt8], as type: MediaType?) -> [Range<Int>] {
    let signs = Signs(of: text)
    var found: [Range<Int>] = []
    if signs.contains(.quote) { found += WrittenMembers.credentials(in: text) }
    if signs.contains(.equals) { found += WrittenItems.credentials(in: text) }
    if signs.contains([.at, .colon]) { found += URLCredentials.credentials(in: text) }
    if signs.contains(.colon) { found += WrittenFields.credentials(in: text) }
    if signs.contains([.less, .greater]), isMarkup(text, as: type) {
      found += MarkupCredentials.credentials(in: text)
    }
    if let type, ["csv", "tab-separated-values"].contains(type.subtype) {
      found += TableCredentials.credentials(in: text)
    }
    let isYAML = type?.subtype.hasSuffix("yaml") == true
    if isYAML || type?.matches("text/plain") == true {
      found += WrittenLines.credentials(in: text, isYAML: isYAML)
    }
    if signs.contains(.escape) {
      // JSON in an attribute of HTML, or in a query.
      found += Redactor.places(inReadingsOf: text) {
        WrittenMembers.credentials(in: $0) + WrittenItems.credentials(in: $0)
      }
    }
    return found
  }

  /// Whether a text is HTML or XML; in other text, `<password>` is mostly a placeholder.
  private static func isMarkup(_ text: [UInt8], as type: MediaType?) -> Bool {
    if let subtype = type?.subtype, subtype.hasSuffix("html") || subtype.hasSuffix("xml") {
      return true
    }
    let isMarked = text.starts(with: [0xEF, 0xBB, 0xBF])
    return text[(isMarked ? 3 : 0)...].first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// The characters of a text without which it has no credentials of some kind.
  private struct Signs: OptionSet {
    var rawValue: UInt8

    static let quote = Signs(rawValue: 1)
    static let equals = Signs(rawValue: 2)
    static let at = Signs(rawValue: 4)
    static let colon = Signs(rawValue: 8)
    static let less = Signs(rawValue: 16)
    static let greater = Signs(rawValue: 32)
    static let escape = Signs(rawValue: 64)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of text: [UInt8]) {
      self = []
      let values = Self.values
      for byte in text { rawValue |= values[Int(byte)] }
    }

    private static let values: [UInt8] = (0...UInt8.max).map { byte in
      let sign: Signs =
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): .quote
        case UInt8(ascii: "="): .equals
        case UInt8(ascii: "@"): .at
        case UInt8(ascii: ":"): .colon
        case UInt8(ascii: "<"): .less
        case UInt8(ascii: ">"): .greater
        case UInt8(ascii: "%"), UInt8(ascii: "&"): .escape
        default: []
        }
      return sign.rawValue
    }
  }
}

/// The lines `name: value` of YAML, of settings and of the header of a request.
enum WrittenLines {
  private static let fields: Set = ["authorization", "cookie", "set-cookie"]
  /// The length of the shortest value outside of YAML that is a credential.
  private static let shortest = 6

  /// Finds the values of credentials that are not in quotes.
  static func credentials(in text: [UInt8], isYAML: Bool) -> [Range<Int>] {
    text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).compactMap { line in
      let start = line.firstIndex { $0 != 0x20 && $0 != UInt8(ascii: "-") } ?? line.endIndex
      let sign = line[start...].firstIndex {
        $0 == UInt8(ascii: ":") || !isYAML && $0 == UInt8(ascii: "=")
      }
      guard let sign, NamedSecrets.contain(line[start..<sign]),
        let first = line[(sign + 1)...].firstIndex(where: { $0 != 0x20 }), first > sign + 1,
        !"\"'|>{[&*#<(".utf8.contains(line[first])
      else { return nil }
      let value = line[first...]
      if isYAML {
        return first..<(value.firstRange(of: Array(" #".utf8))?.lowerBound ?? value.endIndex)
      }
      let name = String(decoding: line[start..<sign], as: UTF8.self).lowercased()
      let isWord = value.count >= shortest && !value.contains { $0 == 0x20 || $0 == 0x09 }
      return isWord || fields.contains(name) ? first..<value.endIndex : nil
    }
  }
}
