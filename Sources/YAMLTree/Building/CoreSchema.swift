/// The tag resolution of plain scalars (YAML 1.2.2, section 10.3.2).
enum CoreSchema {
  /// Resolves a plain scalar.
  ///
  /// - Parameter text: the scalar's text.
  /// - Returns: what the text is.
  static func kind(of text: String) -> Scalar.Kind {
    // Most values are words: the first octet is enough to tell them from all else.
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

  /// Matches what may stand without a sign and not with one, or what may stand with one.
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
