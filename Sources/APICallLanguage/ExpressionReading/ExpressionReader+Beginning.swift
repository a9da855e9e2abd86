import APICallText
import YAMLTree

/// What a `<` begins.
enum ExpressionBeginning {
  case text
  /// An expression; what cannot be read in it is an error.
  case expression
  /// An expression if all of it can be read; otherwise an error if its name has a value, and text
  /// if it has none.
  case likely
  /// An expression if all of it can be read and it computes something; text otherwise.
  case possible
  /// Text, unless its name has a value; the name is at this place, or after the `<`.
  case doubt(PlaceholderFault, Range<Int>, name: Int? = nil)
  /// The same with an operator of another language, which code in a text body may contain.
  case foreign(PlaceholderFault, Range<Int>)
  /// The same with something of another language before its name, at this place, or around it.
  case lookalike(PlaceholderFault, Range<Int>, name: Int)
}

extension ExpressionReader {
  /// Decides by the first words after the `<` whether an expression begins there.
  ///
  /// Markup, generic types and comparisons in text remain text. Something that begins like an
  /// expression must not be sent as text because of a mistake in it, which would go unnoticed.
  mutating func beginning() -> ExpressionBeginning {
    position = start + 1
    if take("+") {
      // Only a name keeps its slashes.
      let begin = position
      guard identifier() != nil else { return .text }
      position = begin
    }
    switch peek {
    case UInt8(ascii: "\"")?, UInt8(ascii: "'")?, UInt8(ascii: "(")?: return .possible
    case let byte? where byte.isASCIIDigit: return .possible
    case UInt8(ascii: "{")? where beginsMap: return .expression
    default: break
    }
    let begin = position
    guard let name = identifier() else { return lookalike() ?? .text }
    if name == TemplateFunction.choose.rawValue, let found = choice(at: begin) { return found }
    if name == "not", let found = negation(at: begin) { return found }
    if peek == UInt8(ascii: "(") {
      return hasClose || TemplateFunction(rawValue: name) != nil ? .expression : .text
    }
    while peek == UInt8(ascii: ".") {
      position += 1
      if identifier() == nil { return otherMember() }
    }
    if peek == UInt8(ascii: "[") { return hasClose ? .expression : .text }
    let isMember = position > begin + name.utf8.count
    if isMember, let byte = peek, byte >= 0x80 { return otherMember() }
    if hasClose, isMember, peek == UInt8(ascii: "(") {
      return .doubt(.method, begin..<position)
    }
    if hasClose, peek == UInt8(ascii: "?"), let next = peek(after: 1), ".[".utf8.contains(next) {
      return .doubt(.optional, position..<position + 1)
    }
    let end = position
    skipSpaces()
    switch peek {
    case UInt8(ascii: ">")?:
      if position == end { return .expression }
      return .doubt(.bareComparison, position..<position + 1)
    case UInt8(ascii: "|")? where peek(after: 1) != UInt8(ascii: "|"):
      position += 1
      skipSpaces()
      let filter = identifier().flatMap { TemplateFilter.named($0) }
      return hasClose || filter != nil ? .expression : .text
    default: break
    }
    guard let (text, infix) = operatorText else { return .text }
    let range = position..<position + text.utf8.count
    let isSpaced =
      position > end && range.upperBound < lineEnd && isSpace(bytes[range.upperBound])
    guard let infix else {
      if text == "?" || text == "!", position == end, has(">", at: range.upperBound) {
        return .lookalike(text == "?" ? .optional : .foreignOperator(text), range, name: begin)
      }
      return hasClose && isSpaced ? .foreign(.foreignOperator(text), range) : .text
    }
    if isSpaced { return .likely }
    // `<br/>`, `<a<b` and `<a b>` are common, `<n*2>` and `<n and(m)>` are not.
    let isText =
      switch infix {
      case .less, .atMost: true
      case .divided: has(">", at: range.upperBound)
      case .and, .or: !has("(", at: range.upperBound)
      default: false
      }
    guard hasClose, !isText else { return .text }
    return .doubt(.squeezedOperator(text), range)
  }

  /// What begins like a value in another language: `<.name>`, `<$name>`, `<!name>`, `<-name>`,
  /// `<[name]>`.
  private mutating func lookalike() -> ExpressionBeginning? {
    guard hasClose, let sign = peek else { return nil }
    let range = position..<position + 1
    position += 1
    let fault: PlaceholderFault
    switch sign {
    case UInt8(ascii: "."): fault = .itemAlone
    case UInt8(ascii: "$"): fault = .dollar
    case UInt8(ascii: "!"): fault = .foreignOperator("!")
    case UInt8(ascii: "-"): fault = .sign
    case UInt8(ascii: "["):
      fault = .brackets
      skipSpaces()
    default: return nil
    }
    let begin = position
    guard identifier() != nil else { return nil }
    return .lookalike(fault, range, name: begin)
  }

  /// `<if name …>`, after the word.
  private func choice(at begin: Int) -> ExpressionBeginning? {
    guard hasClose, peek == UInt8(ascii: " ") else { return nil }
    let range = begin..<position
    var ahead = self
    ahead.skipSpaces()
    while ahead.take("!") || ahead.take("(") {}
    let name = ahead.position
    guard ahead.identifier() != nil, !ahead.has("=", at: ahead.position) else { return nil }
    return .lookalike(.choice, range, name: name)
  }

  /// Whether a map with a filter begins at the position: `{name: value} | json`.
  ///
  /// Others, such as `{name: string}`, are types in code.
  private var beginsMap: Bool {
    guard hasClose else { return false }
    var ahead = self
    guard (try? ahead.map()) != nil else { return false }
    ahead.skipSpaces()
    guard ahead.take("|") else { return false }
    ahead.skipSpaces()
    guard let filter = ahead.identifier() else { return false }
    return TemplateFilter.named(filter) != nil || ahead.peek == UInt8(ascii: "(")
  }

  /// `<not name.member>`, after the word; `<not found>` is text.
  private func negation(at begin: Int) -> ExpressionBeginning? {
    guard hasClose, peek == UInt8(ascii: " ") else { return nil }
    var ahead = self
    ahead.skipSpaces()
    let name = ahead.position
    var members = 0
    while ahead.identifier() != nil, ahead.take(".") { members += 1 }
    guard members > 0, ahead.peek == UInt8(ascii: ">") else { return nil }
    return .doubt(.foreignOperator("not"), begin..<position, name: name)
  }

  /// A member that is not written as a name: `<name.0>`, `<name.größe>`.
  private mutating func otherMember() -> ExpressionBeginning {
    guard hasClose else { return .text }
    while position > start + 1, Identifier.allows(bytes[position - 1], first: false) {
      position -= 1
    }
    let begin = position
    while let byte = peek, byte >= 0x80 || Identifier.allows(byte, first: false) { position += 1 }
    let word = String(decoding: bytes[begin..<position], as: UTF8.self)
    let end = position
    skipSpaces()
    // `<i.e. this>` and `a<b.0 and c>d` are text.
    let isEnd = position == end && peek.map { ">.[".utf8.contains($0) } == true
    guard isEnd || peek == UInt8(ascii: "|") else { return .text }
    return .doubt(.member(word), begin..<max(end, begin + 1))
  }

  private func has(_ character: Unicode.Scalar, at position: Int) -> Bool {
    position < lineEnd && bytes[position] == UInt8(ascii: character)
  }

  mutating func placeholder(in container: Mark) throws(Found) -> Placeholder {
    position = start + 1
    let keepsSlashes = take("+")
    let literals = ["true", "false", "null"]
    let begin = position
    if let name = identifier(), literals.contains(name), peek == UInt8(ascii: ">"), !isWhole {
      position += 1
      return Placeholder(
        expression: Expression(
          .reference(Reference(name: name, steps: [])), at: begin - start..<position - start - 1),
        keepsSlashes: keepsSlashes, text: written(upTo: position), container: container)
    }
    position = begin
    if isWhole { skipSpaces() }
    let expression = try expression()
    let end = position
    skipSpaces()
    guard isWhole ? position == lineEnd : peek == UInt8(ascii: ">") else {
      if isWhole, peek == UInt8(ascii: ">") {
        throw Found(fault: .closedEarly, range: position..<position + 1)
      }
      throw unexpected(at: end)
    }
    position += 1
    return Placeholder(
      expression: expression, keepsSlashes: keepsSlashes, text: written(upTo: position),
      container: container)
  }

  private func written(upTo end: Int) -> String {
    String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
