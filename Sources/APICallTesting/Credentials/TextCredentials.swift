import APICallBase
import APICallHTTP

/// The credentials that names show in a text.
enum TextCredentials {
  /// Finds them.
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - type: its media type; nil if it is not known.
  /// - Returns: the places of the values, in any order; they may overlap.
  static func credentials(in text: [UInt8], as type: MediaType?) -> [Range<Int>] {
    let signs = Signs(of: text)
    var found: [Range<Int>] = []
    if signs.contains(.quote) { found += WrittenMembers.credentials(in: text) }
    if signs.contains(.equals) { found += WrittenItems.credentials(in: text) }
    if signs.contains([.at, .colon]) { found += URLCredentials.credentials(in: text) }
    if signs.contains([.less, .greater]) { found += MarkupCredentials.credentials(in: text) }
    if let type, ["csv", "tab-separated-values"].contains(type.subtype) {
      found += TableCredentials.credentials(in: text)
    }
    if signs.contains(.colon), type?.subtype.hasSuffix("yaml") == true {
      found += WrittenLines.credentials(in: text)
    }
    return found
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

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of text: [UInt8]) {
      self = []
      let values = Self.values
      for byte in text { rawValue |= values[Int(byte)] }
    }

    private static let values: [UInt8] = (0...UInt8.max).map { byte in
      let sign: Signs =
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): .quote
        case UInt8(ascii: "="): .equals
        case UInt8(ascii: "@"): .at
        case UInt8(ascii: ":"): .colon
        case UInt8(ascii: "<"): .less
        case UInt8(ascii: ">"): .greater
        default: []
        }
      return sign.rawValue
    }
  }
}

/// The lines `name: value` of YAML.
enum WrittenLines {
  /// Finds the values of credentials that are not in quotes.
  static func credentials(in text: [UInt8]) -> [Range<Int>] {
    text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).compactMap { line in
      let start = line.firstIndex { $0 != 0x20 && $0 != UInt8(ascii: "-") } ?? line.endIndex
      guard let colon = line[start...].firstIndex(of: UInt8(ascii: ":")),
        NamedSecrets.contain(line[start..<colon]),
        let first = line[(colon + 1)...].firstIndex(where: { $0 != 0x20 }), first > colon + 1,
        !"\"'|>{[&*#".utf8.contains(line[first])
      else { return nil }
      let value = line[first...]
      return first..<(value.firstRange(of: Array(" #".utf8))?.lowerBound ?? value.endIndex)
    }
  }
}
