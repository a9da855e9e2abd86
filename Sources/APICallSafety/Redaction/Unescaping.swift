import APICallText

/// An escape syntax that can be undone.
enum Unescaping: UInt8, CaseIterable {
  /// `%41` (RFC 3986, section 2.1), and `%u0041` as old JavaScript writes it.
  case percent
  /// As `percent`, with `+` for a space (WHATWG URL, section 5.1).
  case form
  /// `\u0041` and the like in JSON (RFC 8259, section 7); also `\x41` and `\u{41}`, as in many
  /// languages and in our own ``TerminalText``.
  case backslash
  /// `~41`, as servers write characters that a name cannot contain.
  case tilde
  /// `=41`; a line break after `=` is removed (RFC 2045, section 6.7).
  case quotedPrintable
  /// `&lt;` and `&#65;` in XML and HTML, as in error pages that repeat the request.
  case entity
  /// A line break within Base64 (RFC 2045, section 6.8), with the indentation after it.
  case lineBreak

  /// The length in bytes of the longest escape: `&#x0010FFFF;`, or a pair such as `\ud83d\ude00`.
  static let longest = 12
  /// The length in bytes of the longest line break with indentation.
  private static let longestBreak = 64

  /// The syntaxes whose escapes may begin with a byte, as a ``bit`` each, for all bytes.
  static let beginnings: [UInt8] = (0...UInt8.max).map { byte in
    allCases.reduce(0) { $1.mayBegin(with: byte) ? $0 | $1.bit : $0 }
  }

  /// Its bit in ``beginnings``.
  var bit: UInt8 { 1 << rawValue }

  /// The syntaxes that a text may contain.
  static func present(in text: [UInt8]) -> [Unescaping] {
    let beginnings = beginnings
    var bits: UInt8 = 0
    for byte in text { bits |= beginnings[Int(byte)] }
    return allCases.filter { bits & $0.bit > 0 }
  }

  /// The result of reading an escape.
  enum Escape {
    /// The decoded bytes, and the length of the escape in bytes.
    case bytes([UInt8], length: Int)
    /// The text ends before it is clear whether it is an escape.
    case incomplete
    case none
  }

  /// Whether a byte may begin an escape.
  private func mayBegin(with byte: UInt8) -> Bool {
    switch self {
    case .percent: byte == UInt8(ascii: "%")
    case .form: byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+")
    case .backslash: byte == UInt8(ascii: "\\")
    case .tilde: byte == UInt8(ascii: "~")
    case .quotedPrintable: byte == UInt8(ascii: "=")
    case .entity: byte == UInt8(ascii: "&")
    case .lineBreak: byte == 0x0A || byte == 0x0D
    }
  }

  /// Reads an escape.
  ///
  /// Returns what it stands for, if it is an escape.
  func escape(at text: ArraySlice<UInt8>) -> Escape {
    switch self {
    case .form where text.first == UInt8(ascii: "+"):
      return .bytes([UInt8(ascii: " ")], length: 1)
    case .percent, .form:
      let rest = text.dropFirst()
      guard rest.first.map({ $0 | 0x20 == UInt8(ascii: "u") }) == true else {
        return Self.byte(text)
      }
      guard rest.count >= 5 else { return .incomplete }
      return Self.character(Self.number(rest.dropFirst().prefix(4), radix: 16), length: 6)
    case .tilde: return Self.byte(text)
    case .quotedPrintable:
      let rest = text.dropFirst()
      if rest.first == 0x0A { return .bytes([], length: 2) }
      if rest.starts(with: [0x0D, 0x0A]) { return .bytes([], length: 3) }
      return Self.byte(text)
    case .backslash: return Self.backslash(text)
    case .entity: return Self.entity(text)
    case .lineBreak: return Self.lineBreak(text)
    }
  }

  private static func lineBreak(_ text: ArraySlice<UInt8>) -> Escape {
    var rest = text.dropFirst(text.starts(with: [0x0D, 0x0A]) ? 2 : 1)
    while let next = rest.first {
      let length = rest.startIndex - text.startIndex
      if next.isBase64 { return .bytes([], length: length) }
      guard next == 0x20 || next == 0x09, length < longestBreak else { return .none }
      rest = rest.dropFirst()
    }
    return .incomplete
  }

  /// Reads a byte written as a mark and two hexadecimal digits.
  private static func byte(_ text: ArraySlice<UInt8>) -> Escape {
    guard text.count >= 3 else { return .incomplete }
    guard let value = number(text.dropFirst().prefix(2), radix: 16) else { return .none }
    return .bytes([UInt8(truncatingIfNeeded: value)], length: 3)
  }

  private static func backslash(_ text: ArraySlice<UInt8>) -> Escape {
    guard let letter = text.dropFirst().first else { return .incomplete }
    let rest = text.dropFirst(2)
    switch letter {
    case UInt8(ascii: "u") where rest.first == UInt8(ascii: "{"):
      guard let end = rest.prefix(8).firstIndex(of: UInt8(ascii: "}")) else {
        return rest.count < 8 ? .incomplete : .none
      }
      let digits = rest[rest.startIndex..<end].dropFirst()
      return character(number(digits, radix: 16), length: end + 1 - text.startIndex)
    case UInt8(ascii: "u"):
      guard rest.count >= 4 else { return .incomplete }
      guard let unit = number(rest.prefix(4), radix: 16) else { return .none }
      guard 0xD800..<0xDC00 ~= unit else { return character(unit, length: 6) }
      let next = rest.dropFirst(4)
      guard next.count >= 6 else { return .incomplete }
      guard next.starts(with: #"\u"#.utf8),
        let low = number(next.dropFirst(2).prefix(4), radix: 16), 0xDC00..<0xE000 ~= low
      else { return .none }
      return character(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00), length: 12)
    case UInt8(ascii: "x"):
      guard rest.count >= 2 else { return .incomplete }
      guard let value = number(rest.prefix(2), radix: 16) else { return .none }
      return .bytes([UInt8(truncatingIfNeeded: value)], length: 4)
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "'"):
      return .bytes([letter], length: 2)
    case UInt8(ascii: "n"): return .bytes([0x0A], length: 2)
    case UInt8(ascii: "r"): return .bytes([0x0D], length: 2)
    case UInt8(ascii: "t"): return .bytes([0x09], length: 2)
    case UInt8(ascii: "b"): return .bytes([0x08], length: 2)
    case UInt8(ascii: "f"): return .bytes([0x0C], length: 2)
    default: return .none
    }
  }

  private static let entities: [(name: String, byte: UInt8)] = [
    ("amp", UInt8(ascii: "&")), ("lt", UInt8(ascii: "<")), ("gt", UInt8(ascii: ">")),
    ("quot", UInt8(ascii: "\"")), ("apos", UInt8(ascii: "'")),
  ]

  private static func entity(_ text: ArraySlice<UInt8>) -> Escape {
    guard let end = text.prefix(longest).firstIndex(of: UInt8(ascii: ";")) else {
      return text.count < longest ? .incomplete : .none
    }
    let length = end + 1 - text.startIndex
    let body = text[text.startIndex..<end].dropFirst()
    // In any case, since a whole page may have been changed to upper case.
    let name = body.map(\.lowercase)
    if let entity = entities.first(where: { name.elementsEqual($0.name.utf8) }) {
      return .bytes([entity.byte], length: length)
    }
    guard body.first == UInt8(ascii: "#") else { return .none }
    let digits = body.dropFirst()
    let isHexadecimal = digits.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
    return character(
      isHexadecimal ? number(digits.dropFirst(), radix: 16) : number(digits, radix: 10),
      length: length)
  }

  private static func character(_ value: UInt32?, length: Int) -> Escape {
    guard let scalar = value.flatMap({ Unicode.Scalar($0) }) else { return .none }
    return .bytes(Array(String(scalar).utf8), length: length)
  }

  /// Reads digits alone, without a sign.
  private static func number(_ digits: ArraySlice<UInt8>, radix: UInt32) -> UInt32? {
    guard !digits.isEmpty, digits.count <= 8 else { return nil }
    var number: UInt32 = 0
    for byte in digits {
      guard let digit = Hexadecimal.value(of: byte), digit < radix else { return nil }
      let (product, overflow) = number.multipliedReportingOverflow(by: radix)
      guard !overflow else { return nil }
      number = product + UInt32(digit)
    }
    return number
  }
}
