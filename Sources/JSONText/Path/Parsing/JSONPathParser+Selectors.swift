extension JSONPathParser {
  /// Reads selectors in brackets; the opening bracket is the current character.
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
    switch first {
    case "*":
      offset += 1
      return .wildcard
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

  /// Reads an index or a slice.
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
    let behind = offset
    skipBlanks()
    guard take(":") else {
      offset = behind
      return .slice(slice)
    }
    skipBlanks()
    slice.step = try parseInteger()
    return .slice(slice)
  }

  /// Reads an integer (RFC 9535, section 2.1); nil where none begins.
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
}
