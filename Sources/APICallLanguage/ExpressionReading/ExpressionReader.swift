import APICallText

/// Reads the expression of one placeholder.
///
/// The grammar, from what binds least: filters after `|`, `or`, `and`, one comparison, `+ -`,
/// `* / %`, `-` before a number. Operators have white space on both sides, because `n-1` is a name
/// and `</p>` is text.
struct ExpressionReader {
  /// A fault and its place, in bytes of the template.
  struct Found: Error {
    let fault: PlaceholderFault
    let range: Range<Int>
  }

  /// The maximum height of an expression.
  static let mostLevels = 100
  /// The maximum number of item filters that are nested.
  static let mostItems = 4

  let bytes: [UInt8]
  let start: Int
  /// The end of what belongs to the placeholder: the end of its line, or its last `>` if it is all
  /// of a field.
  let lineEnd: Int
  let hasClose: Bool
  /// Whether the placeholder is all of a field, so that `>` is an operator everywhere in it.
  let isWhole: Bool
  var position: Int
  /// Faults outside the grammar, such as an unknown filter.
  var faults: [Found] = []
  var openBrackets = 0
  var openSigns = 0
  var openItems = 0

  /// Creates a reader at a `<`.
  init(_ bytes: [UInt8], at start: Int, lineEnd: Int, hasClose: Bool, isWhole: Bool = false) {
    self.bytes = bytes
    self.start = start
    self.lineEnd = lineEnd
    self.hasClose = hasClose
    self.isWhole = isWhole
    position = start
  }

  /// Reads an expression up to something that cannot continue it.
  mutating func expression(_ level: Int = 0) throws(Found) -> Expression {
    guard openBrackets <= Self.mostLevels else { throw tooDeep(position..<position + 1) }
    var left = try operand()
    while true {
      let end = position
      skipSpaces()
      if level == 0, peek == UInt8(ascii: "|"), peek(after: 1) != UInt8(ascii: "|") {
        position += 1
        skipSpaces()
        left = try filtered(left)
      } else if let infix = try infix(after: end), infix.level >= level {
        position += infix.rawValue.utf8.count
        skipSpaces()
        let right = try expression(infix.level + 1)
        left = try operation(infix, left, right)
      } else {
        position = end
        return left
      }
      guard left.height <= Self.mostLevels else {
        throw tooDeep(left.range.lowerBound + start..<left.range.upperBound + start)
      }
    }
  }

  /// The operator at the position, which is after white space.
  ///
  /// Returns the operator; nil without one.
  private func infix(after end: Int) throws(Found) -> Operator? {
    guard let (text, infix) = operatorText else { return nil }
    let range = position..<position + text.utf8.count
    guard let infix else {
      throw Found(fault: .foreignOperator(text), range: range)
    }
    let isSpaced = position > end && range.upperBound < lineEnd && isSpace(bytes[range.upperBound])
    guard isSpaced else { throw Found(fault: .squeezedOperator(text), range: range) }
    return infix
  }

  /// The operator that the bytes at the position spell, and whether it is one of ours.
  var operatorText: (text: String, infix: Operator?)? {
    guard let byte = peek else { return nil }
    let pair = peek(after: 1).map { [byte, $0] } ?? [byte]
    switch byte {
    case UInt8(ascii: "/") where pair.last == byte: return ("//", nil)
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "/"),
      UInt8(ascii: "%"):
      let text = String(decoding: [byte], as: UTF8.self)
      return (text, Operator(rawValue: text))
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "?"):
      let text = String(decoding: pair, as: UTF8.self)
      if let infix = Operator(rawValue: text) { return (text, infix) }
      let single = String(decoding: [byte], as: UTF8.self)
      if text == "&&" || text == "||" || text == "??" { return (text, nil) }
      if byte == UInt8(ascii: "|") { return nil }
      return (single, Operator(rawValue: single))
    case UInt8(ascii: ">"):
      // Elsewhere it ends the placeholder.
      let text = pair.last == UInt8(ascii: "=") ? ">=" : ">"
      guard isWhole || openBrackets > 0, isSpace(bytes[position - 1]),
        let next = peek(after: text.utf8.count), isSpace(next)
      else { return nil }
      return (text, Operator(rawValue: text))
    case UInt8(ascii: "a"), UInt8(ascii: "o"):
      var end = position
      while end < lineEnd, Identifier.allows(bytes[end], first: end == position) { end += 1 }
      let word = String(decoding: bytes[position..<end], as: UTF8.self)
      guard let infix = Operator(rawValue: word) else { return nil }
      return (word, infix)
    default: return nil
    }
  }

  private mutating func operation(
    _ infix: Operator, _ left: Expression, _ right: Expression
  ) throws(Found) -> Expression {
    let range = left.range.lowerBound..<right.range.upperBound
    if infix.isComparison, let found = nextComparison {
      throw Found(fault: .chainedComparison(found.text), range: found.range)
    }
    let operation = Expression(.operation(infix, left, right), at: range)
    if let fault = operation.faultOfLiterals {
      faults.append(Found(fault: fault, range: range.lowerBound + start..<range.upperBound + start))
    }
    return operation
  }

  private var nextComparison: (text: String, range: Range<Int>)? {
    var ahead = self
    ahead.skipSpaces()
    guard let (text, infix) = ahead.operatorText, infix?.isComparison == true else { return nil }
    return (text, ahead.position..<ahead.position + text.utf8.count)
  }

  func tooDeep(_ range: Range<Int>) -> Found {
    Found(fault: .tooDeep, range: range)
  }
}
