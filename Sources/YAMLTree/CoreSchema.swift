/// The tag resolution of plain scalars (YAML 1.2.2, section 10.3.2).
enum CoreSchema {
  /// Resolves a plain scalar.
  ///
  /// - Parameter text: the scalar's text.
  /// - Returns: what the text is.
  static func kind(of text: String) -> Scalar.Kind {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    case ".nan", ".NaN", ".NAN": return .float
    default: break
    }
    var rest = Substring(text).utf8
    if rest.starts(with: "0o".utf8) {
      return isAll(rest.dropFirst(2), \.isOctalDigit) ? .integer : .text
    }
    if rest.starts(with: "0x".utf8) {
      return isAll(rest.dropFirst(2), \.isHexadecimalDigit) ? .integer : .text
    }
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
      rest.removeFirst()
    }
    switch String(Substring(rest)) {
    case ".inf", ".Inf", ".INF": return .float
    default: return number(rest)
    }
  }

  /// Matches `[0-9]+`, or `( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`.
  private static func number(_ unsigned: Substring.UTF8View) -> Scalar.Kind {
    var rest = unsigned
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

  private static func isAll(_ digits: Substring.UTF8View, _ matches: (UInt8) -> Bool) -> Bool {
    !digits.isEmpty && digits.allSatisfy(matches)
  }
}

extension UInt8 {
  fileprivate var isDecimalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isOctalDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(self) }

  fileprivate var isHexadecimalDigit: Bool {
    isDecimalDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
