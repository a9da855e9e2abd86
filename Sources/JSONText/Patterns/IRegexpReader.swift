/// Reads an I-Regexp and writes it in Perl's syntax (RFC 9485, sections 4 and 5.4).
struct IRegexpReader {
  let text: String
  let scalars: [Unicode.Scalar]
  var offset = 0
  var output = String.UnicodeScalarView()

  init(_ text: String) {
    self.text = text
    scalars = Array(text.unicodeScalars)
  }

  var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  mutating func read() throws(IRegexpError) -> String {
    var depth = 0
    // Whether the previous part can be repeated.
    var isAtom = false
    while let scalar = current {
      let wasAtom = isAtom
      isAtom = true
      switch scalar {
      case "(":
        depth += 1
        guard depth <= IRegexp.maxDepth else { throw fail(.tooDeep(limit: IRegexp.maxDepth)) }
        append("(?:")
        isAtom = false
      case ")":
        guard depth > 0 else { throw fail(.unexpected(scalar)) }
        depth -= 1
        append(")")
      case "|":
        append("|")
        isAtom = false
      case "*", "+", "?":
        guard wasAtom else { throw fail(.unexpected(scalar)) }
        output.append(scalar)
        isAtom = false
      case "{":
        guard wasAtom else { throw fail(.unexpected(scalar)) }
        try readRange()
        isAtom = false
        continue
      case ".":
        append("[^\\n\\r]")
      case "^":
        append("(?:\\A)")
      case "$":
        append("(?:\\z)")
      case "\\":
        try readEscape()
        continue
      case "[":
        try readClass()
        continue
      case "]", "}":
        throw fail(.unexpected(scalar))
      default:
        output.append(scalar)
      }
      offset += 1
    }
    guard depth == 0 else { throw fail(.unclosed) }
    return String(output)
  }

  /// Reads a quantifier: `{2}`, `{2,}`, `{2,5}`.
  private mutating func readRange() throws(IRegexpError) {
    let start = offset
    offset += 1
    let least = try readDigits()
    var most: String?
    var bounds = least
    if current == "," {
      offset += 1
      most = current == "}" ? nil : try readDigits()
      bounds += "," + (most ?? "")
    }
    guard let close = current else { throw fail(.unclosed) }
    guard close == "}" else { throw fail(.malformedRange) }
    offset += 1
    if let most, (most.count, most) < (least.count, least) {
      throw fail(.reversed("{\(bounds)}"), at: start)
    }
    append("{\(bounds)}")
  }

  private mutating func readDigits() throws(IRegexpError) -> String {
    let start = offset
    while let scalar = current, "0"..."9" ~= scalar { offset += 1 }
    guard offset > start else {
      throw fail(current == nil ? .unclosed : .malformedRange)
    }
    let digits = scalars[start..<offset].drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(String.UnicodeScalarView(digits))
  }

  mutating func append(_ text: String) {
    output.append(contentsOf: text.unicodeScalars)
  }

  func fail(_ reason: IRegexpError.Reason, at place: Int? = nil) -> IRegexpError {
    IRegexpError(text: text, offset: place ?? offset, reason: reason)
  }
}
