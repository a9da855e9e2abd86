import APICallText
import JSONText

extension ExpressionReader {
  /// Reads an operand: a literal, a name, the item, a call or an expression in parentheses, with
  /// the steps after it.
  mutating func operand() throws(Found) -> Expression {
    let begin = position
    if peek == UInt8(ascii: "-"), isNegation {
      guard openSigns < Self.mostLevels else { throw tooDeep(begin..<begin + 1) }
      position += 1
      openSigns += 1
      defer { openSigns -= 1 }
      let number = try operand()
      let negated = Expression(.negated(number), at: begin - start..<position - start)
      guard negated.height <= Self.mostLevels else { throw tooDeep(begin..<begin + 1) }
      if let fault = negated.faultOfLiterals {
        faults.append(Found(fault: fault, range: begin..<position))
      }
      return negated
    }
    if peek == UInt8(ascii: "(") {
      let content = try parenthesized()
      return try steps(after: content.moved(to: begin - start..<position - start))
    }
    if peek == UInt8(ascii: "{") { return try steps(after: try map()) }
    if let text = try quoted() { return literal(.text(text), from: begin) }
    if peek == UInt8(ascii: "."), peek(after: 1).map({ !$0.isASCIIDigit }) ?? true {
      return try item()
    }
    guard let name = identifier() else { return try number() }
    switch name {
    case "true", "false": return literal(.boolean(name == "true"), from: begin)
    case "null": return literal(.null, from: begin)
    default: break
    }
    if peek == UInt8(ascii: "(") { return try steps(after: try call(name, from: begin)) }
    return try steps(
      after: Expression(
        .reference(Reference(name: name, steps: [])), at: begin - start..<position - start))
  }

  /// Whether the `-` at the position is a sign: it follows something after which an operand begins,
  /// and no digit follows it.
  private var isNegation: Bool {
    guard position > start + 1, let next = peek(after: 1) else { return false }
    return !next.isASCIIDigit && !isSpace(next)
  }

  private func literal(_ value: Value, from begin: Int) -> Expression {
    Expression(.literal(value), at: begin - start..<position - start)
  }

  private mutating func parenthesized() throws(Found) -> Expression {
    position += 1
    openBrackets += 1
    skipSpaces()
    let content = try expression()
    skipSpaces()
    guard take(")") else { throw closing(")") }
    openBrackets -= 1
    return content
  }

  /// Reads the item of a filter and the steps into it: `.`, `.name`, `.[0]`.
  private mutating func item() throws(Found) -> Expression {
    let begin = position
    guard openItems > 0 else {
      throw Found(fault: .itemOutside, range: begin..<begin + 1)
    }
    position += 1
    var item = Expression(.item, at: begin - start..<position - start)
    let step = position
    if let name = identifier() {
      item = Expression(
        .part(item, .fixed(.member(name))), at: begin - start..<position - start)
    } else {
      position = step
    }
    return try steps(after: item)
  }

  private mutating func number() throws(Found) -> Expression {
    let begin = position
    while let byte = peek,
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
        || Identifier.allows(byte, first: false)
    {
      position += 1
    }
    let word = String(decoding: bytes[begin..<position], as: UTF8.self)
    guard let next = peek ?? word.utf8.first ?? (isWhole ? UInt8(ascii: ">") : nil) else {
      throw openBrackets > 0 ? missing(")") : missing(">")
    }
    guard !word.isEmpty else {
      guard ",)>".utf8.contains(next) else { throw unexpected(at: position) }
      throw Found(
        fault: openBrackets > 0
          ? .missingArgument : isEmpty(before: begin) ? .empty : .missingOperand,
        range: begin..<begin + 1)
    }
    if JSONWriter.isNumber(word) { return literal(.number(word), from: begin) }
    if let seconds = WrittenDuration.seconds(of: word) {
      return Expression(.duration(seconds), at: begin - start..<position - start)
    }
    let fault = PlaceholderFault(
      "'\(word)' is neither a number nor a name",
      hint: word.first == "-" && Identifier.isValid(String(word.dropFirst()))
        ? "write 0 - \(word.dropFirst())" : "write text in quotes")
    throw Found(fault: fault, range: begin..<position)
  }

  private func isEmpty(before end: Int) -> Bool {
    bytes[min(start + 1, end)..<end].allSatisfy { isSpace($0) }
  }

  private mutating func steps(after operand: Expression) throws(Found) -> Expression {
    var whole = operand
    while true {
      let step: Expression.Step
      if peek == UInt8(ascii: "."), whole.form.mayHaveMembers {
        position += 1
        guard let name = identifier() else { throw unexpected(at: position) }
        step = .fixed(.member(name))
      } else if peek == UInt8(ascii: "[") {
        step = try bracketed()
      } else {
        return whole
      }
      whole = whole.with(step, upTo: position - start)
      guard whole.height <= Self.mostLevels, whole.stepCount <= Self.mostLevels else {
        throw Found(fault: .tooDeep, range: position - 1..<position)
      }
    }
  }

  /// Reads `[0]`, `["First Name"]` or `[it.key]`.
  private mutating func bracketed() throws(Found) -> Expression.Step {
    let begin = position
    position += 1
    openBrackets += 1
    skipSpaces()
    if peek.map({ "]>".utf8.contains($0) }) ?? true {
      let fault = PlaceholderFault(
        "an index is missing between the brackets of", inPlaceholder: true,
        hint: "write [0] for the first item of a list, [\"a b\"] for a member of a map")
      throw Found(fault: fault, range: begin..<begin + 1)
    }
    let key = try expression()
    skipSpaces()
    guard take("]") else { throw closing("]") }
    openBrackets -= 1
    switch key.form {
    case .literal(.text(let name)): return .fixed(.member(name))
    case .literal(let value):
      if let text = value.plainText, let index = Int(text), String(index) == text {
        return .fixed(.item(index))
      }
    case .duration: break
    default: return .computed(key)
    }
    let range = key.range.lowerBound + start..<key.range.upperBound + start
    let word = String(decoding: bytes[range], as: UTF8.self)
    let fault = PlaceholderFault(
      "'\(word)' is not an index",
      hint: "write [0] for the first item of a list, [\"a b\"] for a member of a map")
    throw Found(fault: fault, range: range)
  }

  func closing(_ bracket: Character) -> Found {
    peek == nil || peek == UInt8(ascii: ">") ? missing(bracket) : unexpected(at: position)
  }
}

extension Expression {
  fileprivate func moved(to range: Range<Int>) -> Expression { Expression(form, at: range) }

  fileprivate var stepCount: Int {
    if case .reference(let reference) = form { reference.steps.count } else { 0 }
  }

  fileprivate func with(_ step: Step, upTo end: Int) -> Expression {
    let range = range.lowerBound..<end
    if case .reference(let reference) = form, case .fixed(let fixed) = step {
      let longer = Reference(name: reference.name, steps: reference.steps + [fixed])
      return Expression(.reference(longer), at: range)
    }
    return Expression(.part(self, step), at: range)
  }
}

extension Expression.Form {
  fileprivate var mayHaveMembers: Bool {
    switch self {
    case .literal, .duration: false
    default: true
    }
  }
}
