extension JSONPathEvaluation {
  mutating func holds(
    _ test: JSONPathTest, at place: Int
  ) throws(JSONPathEvaluationError) -> Bool {
    try visit()
    switch test {
    case .any(let tests):
      for test in tests where try holds(test, at: place) { return true }
      return false
    case .all(let tests):
      for test in tests where try !holds(test, at: place) { return false }
      return true
    case .not(let test):
      return try !holds(test, at: place)
    case .exists(let query) where query.isSingular:
      return try followSingular(query, at: place) != nil
    case .exists(let query):
      return try follow(query, at: place, .first).count > 0
    case .comparison(let left, let comparison, let right):
      return try compare(operand(left, at: place), comparison, operand(right, at: place))
    case .pattern(let subject, let pattern, let isWhole):
      return try matches(subject, pattern, isWhole: isWhole, at: place)
    }
  }

  mutating func operand(
    _ operand: JSONPathOperand, at place: Int
  ) throws(JSONPathEvaluationError) -> JSONPathScalar {
    switch operand {
    case .literal(let literal):
      return JSONPathScalar(literal)
    case .query(let query):
      return try followSingular(query, at: place).map { JSONPathScalar(value(at: $0)) } ?? .nothing
    case .count(let query):
      return .number(JSONPathDecimal(try follow(query, at: place, .counted).count))
    case .value(let query):
      let found = try follow(query, at: place, .only)
      guard found.count == 1, let only = found.places.first else { return .nothing }
      return JSONPathScalar(value(at: Int(only)))
    case .length(let operand):
      switch try self.operand(operand, at: place) {
      case .string(let text):
        try visit(text.count / 16)
        return .number(JSONPathDecimal(text.count { $0 & 0xc0 != 0x80 }))
      case .container(let value):
        return .number(JSONPathDecimal(try count(of: value.index)))
      case .nothing, .null, .boolean, .number:
        return .nothing
      }
    }
  }

  private mutating func compare(
    _ left: JSONPathScalar, _ comparison: JSONPathOperator, _ right: JSONPathScalar
  ) throws(JSONPathEvaluationError) -> Bool {
    try visit(left.comparisonCost(with: right))
    return switch comparison {
    case .equal: left.isEqual(to: right)
    case .notEqual: !left.isEqual(to: right)
    case .less: left.isLess(than: right)
    case .greater: right.isLess(than: left)
    case .lessOrEqual: left.isLess(than: right) || left.isEqual(to: right)
    case .greaterOrEqual: right.isLess(than: left) || left.isEqual(to: right)
    }
  }

  private mutating func matches(
    _ subject: JSONPathOperand, _ pattern: JSONPathPattern, isWhole: Bool, at place: Int
  ) throws(JSONPathEvaluationError) -> Bool {
    guard case .string(let bytes) = try operand(subject, at: place),
      let text = String(validating: bytes, as: UTF8.self)
    else { return false }
    try visit(16 + bytes.count / 4)
    let expression: IRegexp
    switch pattern {
    case .fixed(let fixed):
      expression = fixed
    case .computed(let computed):
      guard case .string(let bytes) = try operand(computed, at: place) else { return false }
      try visit(16 + bytes.count)
      guard let known = matcher.expression(bytes) else { return false }
      expression = known
    }
    return try matcher.matches(expression, isWhole: isWhole, in: text)
  }
}
