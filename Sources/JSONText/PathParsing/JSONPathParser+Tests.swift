extension JSONPathParser {
  /// Reads the test of a filter (RFC 9535, section 2.3.5.1), up to the first character after it.
  mutating func parseTest() throws(JSONPathError) -> JSONPathTest {
    var tests: [JSONPathTest] = []
    repeat {
      skipBlanks()
      let test = try parseConjunction()
      // Redundant parentheses leave no trace, so that equal paths are equal.
      if case .any(let inner) = test { tests += inner } else { tests.append(test) }
      skipBlanks()
    } while try takeOperator("|")
    return tests.count == 1 ? tests[0] : .any(tests)
  }

  private mutating func parseConjunction() throws(JSONPathError) -> JSONPathTest {
    var tests: [JSONPathTest] = []
    repeat {
      skipBlanks()
      let test = try parseBasicTest()
      if case .all(let inner) = test { tests += inner } else { tests.append(test) }
      skipBlanks()
    } while try takeOperator("&")
    return tests.count == 1 ? tests[0] : .all(tests)
  }

  /// Takes `&&` or `||`, given one of its two characters.
  private mutating func takeOperator(_ sign: Unicode.Scalar) throws(JSONPathError) -> Bool {
    let start = offset
    guard take(sign) else { return false }
    guard take(sign) else { throw fail(.unknownOperator(String(sign)), at: start) }
    return true
  }

  private mutating func parseBasicTest() throws(JSONPathError) -> JSONPathTest {
    let start = offset
    let isNegated = take("!")
    if isNegated { skipBlanks() }
    if current == "(" {
      let test = try parseParentheses()
      return isNegated ? .not(test) : test
    }
    let term = try parseTerm(.test)
    let end = offset
    skipBlanks()
    if let comparison = try takeComparison() {
      guard !isNegated else { throw fail(.negatedComparison, at: start) }
      let left = try comparable(term)
      skipBlanks()
      let right = try comparable(try parseTerm(.operand))
      return .comparison(left, comparison, right)
    }
    try refuseWord()
    offset = end
    let test = try test(term)
    return isNegated ? .not(test) : test
  }

  private mutating func parseParentheses() throws(JSONPathError) -> JSONPathTest {
    let outer = depth
    defer { depth = outer }
    try deepen(at: offset)
    offset += 1
    let test = try parseTest()
    guard take(")") else { throw fail(unexpected(.closingParenthesis)) }
    // A test has no value to compare.
    let end = offset
    skipBlanks()
    let place = offset
    if let comparison = try takeComparison() {
      throw fail(.comparedTest(comparison.rawValue), at: place)
    }
    offset = end
    return test
  }

  mutating func takeComparison() throws(JSONPathError) -> JSONPathOperator? {
    let start = offset
    while let scalar = current, ["=", "<", ">", "~", "!"].contains(scalar), parameter == nil {
      offset += 1
    }
    var text = text(from: start)
    guard !text.isEmpty else { return nil }
    // A `!` after a comparison operator is in the place of a value.
    if text.hasSuffix("!"), text.count > 1 {
      text.removeLast()
      offset -= 1
    }
    guard let comparison = JSONPathOperator(rawValue: text) else {
      throw fail(.unknownOperator(text), at: start)
    }
    return comparison
  }

  /// Refuses `and`, `or` and other words after a test.
  private mutating func refuseWord() throws(JSONPathError) {
    let start = offset
    while let scalar = current, "a"..."z" ~= scalar || "A"..."Z" ~= scalar { offset += 1 }
    if offset > start { throw fail(.unknownOperator(text(from: start)), at: start) }
  }
}
