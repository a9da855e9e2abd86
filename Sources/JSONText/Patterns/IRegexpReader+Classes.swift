extension IRegexpReader {
  private static let categories: Set<String> = [
    "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No",
    "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Z", "Zl", "Zp", "Zs",
    "S", "Sc", "Sk", "Sm", "So", "C", "Cc", "Cf", "Cn", "Co",
  ]

  /// Reads an escape, starting at the backslash.
  ///
  /// Returns the character it stands for; nil if it stands for many.
  @discardableResult
  mutating func readEscape() throws(IRegexpError) -> Unicode.Scalar? {
    offset += 1
    guard let scalar = current else { throw fail(.unclosed) }
    let character: Unicode.Scalar?
    switch scalar {
    case "n": character = "\n"
    case "r": character = "\r"
    case "t": character = "\t"
    case "("..."+", "-", ".", "?", "["..."^", "{"..."}": character = scalar
    // The RFC's grammar reads `$` as itself; here that takes an escape.
    case "$": character = scalar
    case "p", "P":
      try readCategory(scalar)
      return nil
    default: throw fail(.unknownEscape(scalar), at: offset - 1)
    }
    offset += 1
    output.append("\\")
    output.append(scalar)
    return character
  }

  private mutating func readCategory(_ letter: Unicode.Scalar) throws(IRegexpError) {
    let start = offset - 1
    offset += 1
    guard current == "{" else { throw fail(.unknownEscape(letter), at: start) }
    let open = offset
    while let scalar = current, scalar != "}" { offset += 1 }
    guard current == "}" else { throw fail(.unclosed) }
    let name = String(String.UnicodeScalarView(scalars[(open + 1)..<offset]))
    guard Self.categories.contains(name) else { throw fail(.unknownCategory(name), at: start) }
    offset += 1
    output.append("\\")
    output.append(letter)
    append("{\(name)}")
  }

  mutating func readClass() throws(IRegexpError) {
    offset += 1
    append("[")
    if current == "^", offset + 1 < scalars.count, scalars[offset + 1] != "]" {
      offset += 1
      append("^")
    }
    var isFirst = true
    while let scalar = current {
      if scalar == "]", !isFirst {
        offset += 1
        append("]")
        return
      }
      if scalar == "-" {
        // A hyphen is itself only at either end.
        let isLast = offset + 1 < scalars.count && scalars[offset + 1] == "]"
        guard isFirst || isLast else { throw fail(.unexpected(scalar)) }
        offset += 1
        append("\\-")
      } else {
        try readClassRange()
      }
      isFirst = false
    }
    throw fail(.unclosed)
  }

  private mutating func readClassRange() throws(IRegexpError) {
    let start = offset
    guard let first = try readClassCharacter(), current == "-", offset + 1 < scalars.count,
      scalars[offset + 1] != "]"
    else { return }
    append("-")
    offset += 1
    guard scalars[offset] != "-" else { throw fail(.unexpected("-")) }
    let place = offset
    guard let last = try readClassCharacter() else {
      throw fail(.unexpected(scalars[place]), at: place)
    }
    guard first <= last else {
      let range = String(String.UnicodeScalarView(scalars[start..<offset]))
      throw fail(.reversed(range), at: start)
    }
  }

  private mutating func readClassCharacter() throws(IRegexpError) -> Unicode.Scalar? {
    guard let scalar = current else { throw fail(.unclosed) }
    switch scalar {
    case "\\":
      return try readEscape()
    case "[", "]":
      throw fail(.unexpected(scalar))
    case "^":
      append("\\^")
    default:
      output.append(scalar)
    }
    offset += 1
    return scalar
  }
}
