extension JSONPathParser {
  mutating func parseBrackets() throws(JSONPathError) -> [JSONPathSelector] {
    offset += 1
    var selectors: [JSONPathSelector] = []
    repeat {
      skipBlanks()
      selectors.append(try parseSelector())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw fail(unexpected(.closingBracket)) }
    return selectors
  }

  private mutating func parseSelector() throws(JSONPathError) -> JSONPathSelector {
    guard let first = current else { throw fail(unexpected(.selector)) }
    if let number = takeParameter() { return .parameter(number) }
    switch first {
    case "*":
      offset += 1
      return .items
    case "'", "\"":
      return .name(try parseQuoted())
    case "?":
      let outer = depth
      defer { depth = outer }
      try deepen(at: offset)
      offset += 1
      skipBlanks()
      return .filter(try parseTest())
    case "-", "0"..."9", ":":
      return try parsePositions()
    default:
      throw fail(unexpected(.selector))
    }
  }

  private mutating func parsePositions() throws(JSONPathError) -> JSONPathSelector {
    let start = try parseInteger()
    let end = offset
    skipBlanks()
    guard take(":") else {
      offset = end
      return start.map { .index($0) } ?? .slice(JSONPathSlice())
    }
    var slice = JSONPathSlice(start: start)
    skipBlanks()
    slice.end = try parseInteger()
    let afterEnd = offset
    skipBlanks()
    guard take(":") else {
      offset = afterEnd
      return .slice(slice)
    }
    skipBlanks()
    slice.step = try parseInteger()
    return .slice(slice)
  }

  /// Reads an integer (RFC 9535, section 2.1); nil if none begins here.
  private mutating func parseInteger() throws(JSONPathError) -> Int? {
    let start = offset
    let isNegative = take("-")
    while let scalar = current, "0"..."9" ~= scalar { offset += 1 }
    guard offset > start else { return nil }
    let text = text(from: start)
    let digits = isNegative ? text.dropFirst() : Substring(text)
    guard let first = digits.first, first != "0" || text == "0" else {
      throw fail(.malformedIndex(text), at: start)
    }
    guard let integer = Int(text), integer.magnitude < 1 << 53 else {
      throw fail(.indexOutOfRange(text), at: start)
    }
    return integer
  }

  /// Reads a quoted string (RFC 9535, section 2.3.1.1), starting at the quote.
  mutating func parseQuoted() throws(JSONPathError) -> [UInt8] {
    let start = offset
    guard let quote = current else { return [] }
    offset += 1
    var text = String.UnicodeScalarView()
    while let scalar = current {
      offset += 1
      switch scalar {
      case quote:
        return Array(String(text).utf8)
      case "\\":
        text.append(try parseEscape(quote: quote))
      case "\u{0}"..<" ":
        throw fail(.controlCharacter(scalar), at: offset - 1)
      default:
        text.append(scalar)
      }
    }
    throw fail(.unclosedText(quote), at: start)
  }

  private mutating func parseEscape(
    quote: Unicode.Scalar
  ) throws(JSONPathError) -> Unicode.Scalar {
    let place = offset
    guard let scalar = current else { throw fail(.unknownEscape(nil)) }
    offset += 1
    switch scalar {
    case quote, "\\", "/": return scalar
    case "b": return "\u{8}"
    case "f": return "\u{c}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try parseCodePoint(backslash: place - 1)
    default: throw fail(.unknownEscape(scalar), at: place)
    }
  }

  /// Reads the digits after `\u`, and a second escape if they are the first half of a pair.
  private mutating func parseCodePoint(
    backslash: Int
  ) throws(JSONPathError) -> Unicode.Scalar {
    let unit = try parseCodeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard unit < 0xdc00, take("\\"), take("u") else { throw fail(.loneSurrogate, at: backslash) }
    let low = try parseCodeUnit()
    guard (0xdc00...0xdfff).contains(low),
      let scalar = Unicode.Scalar(0x10000 + ((unit & 0x3ff) << 10 | low & 0x3ff))
    else { throw fail(.loneSurrogate, at: backslash) }
    return scalar
  }

  private mutating func parseCodeUnit() throws(JSONPathError) -> UInt32 {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = current, scalar.isASCII,
        let digit = UInt8(scalar.value).hexadecimalValue
      else { throw fail(.unexpected(current, wanted: .hexadecimalDigit)) }
      unit = unit << 4 | UInt32(digit)
      offset += 1
    }
    return unit
  }
}
