extension JSONPathParser {
  mutating func parseArguments(
    of function: JSONPathFunction, at start: Int
  ) throws(JSONPathError) -> [JSONPathTerm] {
    let outer = depth
    defer { depth = outer }
    try deepen(at: start)
    offset += 1
    skipBlanks()
    var arguments: [JSONPathTerm] = []
    if current != ")" {
      repeat {
        skipBlanks()
        arguments.append(try parseArgument(of: function, number: arguments.count))
        skipBlanks()
      } while take(",")
    }
    guard take(")") else { throw fail(unexpected(.endOfArgument)) }
    let wanted = function.parameters.count
    guard arguments.count == wanted else {
      throw fail(.argumentCount(function, met: arguments.count), at: start)
    }
    return arguments
  }

  /// Reads an argument.
  ///
  /// No function takes a test, so a test is refused.
  private mutating func parseArgument(
    of function: JSONPathFunction, number: Int
  ) throws(JSONPathError) -> JSONPathTerm {
    let start = offset
    let parameters = function.parameters
    let wanted = number < parameters.count ? parameters[number] : .value
    guard current != "!", current != "(" else {
      throw fail(.argument(function, wanted: wanted, met: .logical, text(to: start + 1)))
    }
    let term = try parseTerm(.argument)
    let end = offset
    skipBlanks()
    if let sign = current, ["=", "!", "<", ">", "&", "|"].contains(sign) {
      throw fail(.argument(function, wanted: wanted, met: .logical, term.text), at: start)
    }
    offset = end
    switch (term.content, wanted) {
    case (.query, .nodes), (.literal, .value):
      break
    case (.query(let query), .value) where query.isSingular:
      break
    case (.function(let inner, _), _) where inner.result == wanted:
      break
    case (.query, _):
      throw fail(.argument(function, wanted: wanted, met: .nodes, term.text), at: start)
    case (.literal, _):
      throw fail(.argument(function, wanted: wanted, met: .value, term.text), at: start)
    case (.function(let inner, _), _):
      throw fail(.argument(function, wanted: wanted, met: inner.result, term.text), at: start)
    }
    return term
  }

  private func text(to end: Int) -> String {
    var copy = self
    let start = copy.offset
    copy.offset = min(end, scalars.count)
    return copy.text(from: start)
  }

  /// Returns the operand that a term stands for in a comparison (RFC 9535, section 2.4.3).
  func comparable(_ term: JSONPathTerm) throws(JSONPathError) -> JSONPathOperand {
    if case .function(let function, _) = term.content, function.result != .value {
      throw fail(.comparedFunction(function), at: term.offset)
    }
    return try operand(term)
  }

  /// Returns the test that a term stands for (RFC 9535, section 2.4.3).
  func test(_ term: JSONPathTerm) throws(JSONPathError) -> JSONPathTest {
    switch term.content {
    case .literal:
      throw fail(.untestedValue(term.text), at: term.offset)
    case .query(let query):
      return .exists(query)
    case .function(let function, let arguments):
      guard function.result == .logical, arguments.count == 2 else {
        throw fail(.untestedValue(term.text), at: term.offset)
      }
      return .pattern(
        try operand(arguments[0]), try pattern(arguments[1]), isWhole: function == .match)
    }
  }

  private func operand(_ term: JSONPathTerm) throws(JSONPathError) -> JSONPathOperand {
    switch term.content {
    case .literal(let literal):
      return .literal(literal)
    case .query(let query):
      guard query.isSingular else { throw fail(.severalCompared(term.text), at: term.offset) }
      return .query(query)
    case .function(let function, let arguments):
      guard let argument = arguments.first else { break }
      switch (function, argument.content) {
      case (.length, _): return .length(try operand(argument))
      case (.count, .query(let query)): return .count(query)
      case (.value, .query(let query)): return .value(query)
      default: break
      }
    }
    // Not reached: the arguments are checked when they are read.
    throw fail(.untestedValue(term.text), at: term.offset)
  }

  private func pattern(_ term: JSONPathTerm) throws(JSONPathError) -> JSONPathPattern {
    guard case .literal(.string(let bytes)) = term.content else {
      return .computed(try operand(term))
    }
    do {
      return .fixed(try IRegexp(String(decoding: bytes, as: UTF8.self)))
    } catch {
      throw fail(.malformedPattern(error), at: term.offset)
    }
  }
}
