/// Reads a path from its text (RFC 9535, sections 2.1 to 2.5).
struct JSONPathParser {
  let scalars: [Unicode.Scalar]
  var offset = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  mutating func parse() throws(JSONPathError) -> [JSONPathSegment] {
    guard take("$") else { throw fail(.missingRoot) }
    var segments: [JSONPathSegment] = []
    while offset < scalars.count {
      let start = offset
      skipBlanks()
      // White space may stand before a segment but not behind the last.
      guard current != nil else { throw fail(unexpected(.segment, at: start), at: start) }
      if take("[") {
        segments.append(.child([try parseBrackets()]))
      } else if take(".") {
        segments.append(.child([try parseShorthand()]))
      } else {
        throw fail(unexpected(.segment))
      }
    }
    return segments
  }

  private mutating func parseShorthand() throws(JSONPathError) -> JSONPathSelector {
    if take("*") { return .wildcard }
    guard current != "." else { throw fail(.unsupported(.descendants), at: offset - 1) }
    guard let first = current, first.isPathNameFirst else { throw fail(unexpected(.name)) }
    var name = String.UnicodeScalarView()
    while let scalar = current, scalar.isPathName {
      name.append(scalar)
      offset += 1
    }
    return .name(String(name))
  }

  private mutating func parseBrackets() throws(JSONPathError) -> JSONPathSelector {
    skipBlanks()
    let selector: JSONPathSelector
    guard let first = current else { throw fail(unexpected(.selector)) }
    switch first {
    case "*":
      offset += 1
      selector = .wildcard
    case "'", "\"":
      selector = .name(try parseQuoted())
    case "-", "0"..."9":
      selector = .index(try parseIndex())
    case "?":
      throw fail(.unsupported(.filter))
    case ":":
      throw fail(.unsupported(.slice))
    default:
      throw fail(unexpected(.selector))
    }
    skipBlanks()
    if current == "," { throw fail(.unsupported(.union)) }
    if current == ":", case .index = selector { throw fail(.unsupported(.slice)) }
    guard take("]") else { throw fail(unexpected(.closingBracket)) }
    return selector
  }

  private mutating func parseIndex() throws(JSONPathError) -> Int {
    let start = offset
    let isNegative = take("-")
    while let scalar = current, "0"..."9" ~= scalar { offset += 1 }
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<offset])
    let text = String(view)
    let digits = isNegative ? text.dropFirst() : Substring(text)
    guard let first = digits.first, first != "0" || text == "0" else {
      throw fail(.malformedIndex(text), at: start)
    }
    guard let index = Int(text), index.magnitude < 1 << 53 else {
      throw fail(.indexOutOfRange(text), at: start)
    }
    return index
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    offset += 1
    return true
  }

  private mutating func skipBlanks() {
    while let scalar = current, [" ", "\t", "\n", "\r"].contains(scalar) { offset += 1 }
  }

  private func unexpected(
    _ wanted: JSONPathError.Wanted, at place: Int? = nil
  ) -> JSONPathError.Reason {
    let place = place ?? offset
    return .unexpected(place < scalars.count ? scalars[place] : nil, wanted: wanted)
  }

  func fail(_ reason: JSONPathError.Reason, at place: Int? = nil) -> JSONPathError {
    JSONPathError(reason, offset: place ?? offset)
  }
}
