/// A part of a filter, before the reader knows whether it is a test or a value to compare.
struct JSONPathTerm {
  enum Content {
    case literal(JSONPathLiteral)
    case query(JSONPathQuery)
    case function(JSONPathFunction, [JSONPathTerm])
  }

  var content: Content
  var offset: Int
  var text: String
}

extension JSONPathParser {
  mutating func parseTerm(_ wanted: JSONPathError.Wanted) throws(JSONPathError) -> JSONPathTerm {
    let start = offset
    let content = try parseContent(wanted)
    return JSONPathTerm(content: content, offset: start, text: text(from: start))
  }

  private mutating func parseContent(
    _ wanted: JSONPathError.Wanted
  ) throws(JSONPathError) -> JSONPathTerm.Content {
    guard let first = current else { throw fail(unexpected(wanted)) }
    if let number = takeParameter() { return .literal(.parameter(number)) }
    switch first {
    case "@":
      offset += 1
      return .query(JSONPathQuery(constant: nil, segments: try parseSegments()))
    case "$":
      offset += 1
      let number = constants
      constants += 1
      return .query(JSONPathQuery(constant: number, segments: try parseSegments()))
    case "'", "\"":
      return .literal(.string(try parseQuoted()))
    case "-", "+", ".", "0"..."9":
      return .literal(.number(try parseNumber()))
    case "a"..."z", "A"..."Z", "_":
      return try parseWord(wanted)
    default:
      throw fail(unexpected(wanted))
    }
  }

  /// Reads a number (RFC 9535, section 2.3.5.1), which is a JSON number.
  private mutating func parseNumber() throws(JSONPathError) -> [UInt8] {
    let start = offset
    while let scalar = current, "0"..."9" ~= scalar || [".", "e", "E", "-", "+"].contains(scalar) {
      offset += 1
    }
    let text = text(from: start)
    guard JSONWriter.isNumber(text) else { throw fail(.malformedNumber(text), at: start) }
    return Array(text.utf8)
  }

  /// Reads `true`, `false`, `null` or a function.
  private mutating func parseWord(
    _ wanted: JSONPathError.Wanted
  ) throws(JSONPathError) -> JSONPathTerm.Content {
    let start = offset
    while let scalar = current, scalar.isPathName { offset += 1 }
    let word = text(from: start)
    if current == "(" {
      guard let function = JSONPathFunction(rawValue: word) else {
        throw fail(.unknownFunction(word), at: start)
      }
      return .function(function, try parseArguments(of: function, at: start))
    }
    switch word {
    case "true": return .literal(.boolean(true))
    case "false": return .literal(.boolean(false))
    case "null": return .literal(.null)
    default: throw fail(.unknownWord(word, wanted: wanted), at: start)
    }
  }
}
