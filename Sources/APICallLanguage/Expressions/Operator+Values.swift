import APICallText
import Decimals
import JSONText

/// A value with which an operator computes.
struct OperatorValue {
  let value: Value
  /// Whether it is a duration in seconds.
  let isDuration: Bool

  /// The value as JSON number, list, and so on; nil for text, bytes and files.
  var json: JSONNode? { if case .json(let json) = value { json } else { nil } }
  fileprivate var isText: Bool { if case .text = value { true } else { false } }
  fileprivate var isNumber: Bool { json?.kind == .number }
}

/// Why an operator has no result.
enum OperatorRefusal: Error {
  case takes(String, hint: String? = nil)
  case divisionByZero
  case exceeds(String)

  init(_ problem: DecimalProblem) {
    self = problem == .divisionByZero ? .divisionByZero : .exceeds("\(Decimal.mostDigits) digits")
  }
}

extension Operator {
  /// Computes with two values.
  func result(
    _ left: OperatorValue, _ right: OperatorValue
  ) throws(OperatorRefusal) -> (value: Value, isDuration: Bool) {
    switch self {
    case .equal: return (.boolean(try left.equals(right)), false)
    case .unequal: return (.boolean(try !left.equals(right)), false)
    case .less, .atMost, .greater, .atLeast:
      // Null is neither before nor after anything (RFC 9535, section 2.3.5.2.2).
      if left.value.isNull || right.value.isNull { return (.boolean(false), false) }
      let order = try order(left, right)
      switch self {
      case .less: return (.boolean(order < 0), false)
      case .atMost: return (.boolean(order <= 0), false)
      case .greater: return (.boolean(order > 0), false)
      default: return (.boolean(order >= 0), false)
      }
    default: break
    }
    if let result = try momentResult(left, right) { return result }
    if let result = try listResult(left, right) { return (result, false) }
    guard left.isNumber, right.isNumber else {
      throw .takes(words, hint: hint(left, right))
    }
    let number = try number(left.value.plainText ?? "", right.value.plainText ?? "")
    return (.number(number), try isDuration(left, right))
  }

  var words: String {
    switch self {
    case .plus: "two numbers, two lists, or a time and a duration"
    case .minus: "two numbers, two lists, two times, or a time and a duration"
    default: "two numbers"
    }
  }

  func hint(_ left: OperatorValue, _ right: OperatorValue) -> String? {
    let operands = [left, right]
    let texts = operands.compactMap { operand -> String? in
      if case .text(let text) = operand.value { text } else { nil }
    }
    if !texts.isEmpty,
      operands.allSatisfy({ $0.isNumber || JSONWriter.isNumber($0.value.plainText ?? "") })
    {
      return "number converts a text: (name | number)"
    }
    if self == .plus || self == .minus, texts.count == 1,
      operands.contains(where: { $0.isNumber && !$0.isDuration }),
      UTCTimestamp(iso8601: texts[0]) != nil
    {
      return "a duration has a unit, as in 5m"
    }
    if self == .plus, !texts.isEmpty, operands.allSatisfy({ $0.value.plainText != nil }) {
      return "placeholders beside each other join text, as in <a><b>, and so does "
        + "concat(a, b)"
    }
    if let hint = Self.hintOfNull(operands) { return hint }
    if self == .plus, operands.allSatisfy({ $0.json?.kind == .object }) {
      return "merge joins maps: a | merge(b)"
    }
    return nil
  }

  private static func hintOfNull(_ operands: [OperatorValue]) -> String? {
    guard operands.contains(where: \.isNumber), operands.contains(where: { $0.value.isNull })
    else { return nil }
    return "write (name | default(0)) if null is 0"
  }

  /// Compares two numbers, two times, or two other texts by their Unicode scalars.
  private func order(_ left: OperatorValue, _ right: OperatorValue) throws(OperatorRefusal) -> Int {
    if let one = left.json?.number, let two = right.json?.number {
      return one < two ? -1 : two < one ? 1 : 0
    }
    if case .text(let one) = left.value, case .text(let two) = right.value {
      if let order = Self.orderOfTimes(one, two) { return order }
      if one.utf8.elementsEqual(two.utf8) { return 0 }
      return one.utf8.lexicographicallyPrecedes(two.utf8) ? -1 : 1
    }
    let isMixed = left.isNumber && right.isText || left.isText && right.isNumber
    throw .takes(
      "two numbers or two texts",
      hint: isMixed ? "number converts a text: (name | number)" : nil)
  }

  private func number(_ left: String, _ right: String) throws(OperatorRefusal) -> String {
    if let one = Int(left), let two = Int(right), let result = whole(one, two) {
      return String(result)
    }
    do throws(DecimalProblem) {
      let (one, two) = (try Decimal(left), try Decimal(right))
      switch self {
      case .plus: return try (one + two).description
      case .minus: return try (one - two).description
      case .times: return try (one * two).description
      case .divided: return try (one / two).description
      default: return try (one % two).description
      }
    } catch {
      throw OperatorRefusal(error)
    }
  }

  /// The result of whole numbers that is one itself.
  private func whole(_ left: Int, _ right: Int) -> Int? {
    let (result, overflow): (Int, Bool)
    switch self {
    case .plus: (result, overflow) = left.addingReportingOverflow(right)
    case .minus: (result, overflow) = left.subtractingReportingOverflow(right)
    case .times: (result, overflow) = left.multipliedReportingOverflow(by: right)
    case .divided:
      guard right != 0, right != -1, left % right == 0 else { return nil }
      (result, overflow) = (left / right, false)
    default:
      guard right != 0, right != -1 else { return nil }
      (result, overflow) = (left % right, false)
    }
    // A number of up to 21 digits is written without an exponent, as Decimal does.
    return overflow ? nil : result
  }

  /// Whether the result of two numbers is a duration; `5m - 10` is neither: its result is a
  /// number.
  private func isDuration(
    _ left: OperatorValue, _ right: OperatorValue
  ) throws(OperatorRefusal) -> Bool {
    switch self {
    case .times, .remainder: left.isDuration || right.isDuration
    case .divided: left.isDuration && !right.isDuration
    default: left.isDuration && right.isDuration
    }
  }
}

extension OperatorValue {
  func negated() throws(OperatorRefusal) -> Value {
    guard isNumber else {
      throw .takes("a number after it", hint: Operator.minus.hint(self, self))
    }
    return try Operator.minus.result(
      OperatorValue(value: .number("0"), isDuration: isDuration), self
    )
    .value
  }

  /// Whether two values are equal: numbers by their worth, maps without order.
  fileprivate func equals(_ other: OperatorValue) throws(OperatorRefusal) -> Bool {
    if value.isNull || other.value.isNull { return value.isNull && other.value.isNull }
    switch (value, other.value) {
    case (.text(let one), .text(let two)): return one.utf8.elementsEqual(two.utf8)
    case (.json(let one), .json(let two)): return one.isEqual(to: two)
    case (.bytes(let one), .bytes(let two)): return one == two
    case (.file, _), (_, .file):
      throw .takes("values that can be compared", hint: "such as the file | sha256 | hex")
    case (.text(let text), .json(let json)), (.json(let json), .text(let text)):
      // They are never equal, so a table of texts, such as CSV, has no row with the number.
      guard json.isNumber(writtenAs: text) else { return false }
      throw .takes("two numbers or two texts", hint: "write (text | number)")
    default: return false
    }
  }
}
