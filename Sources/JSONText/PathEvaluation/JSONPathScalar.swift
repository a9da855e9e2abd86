/// An operand of a comparison: a value or Nothing (RFC 9535, section 2.3.5.2.2).
enum JSONPathScalar {
  case nothing
  case null
  case boolean(Bool)
  case number(JSONPathDecimal)
  case string(ArraySlice<UInt8>)
  case container(JSONNode)

  init(_ literal: JSONPathLiteral) {
    self =
      switch literal {
      case .null: .null
      case .boolean(let boolean): .boolean(boolean)
      case .number(let text): .number(JSONPathDecimal(text[...]))
      case .string(let text): .string(text[...])
      case .parameter: .nothing
      }
  }

  init(_ value: JSONNode) {
    let entry = value.entry
    self =
      switch entry.kind {
      case .null: .null
      case .boolean: .boolean(value.boolean == true)
      case .number: .number(JSONPathDecimal(value.bytes))
      case .string where entry.isEscaped: .string(value.decodedBytes[...])
      case .string: .string(value.document.bytes[Int(entry.start) + 1..<Int(entry.end) - 1])
      case .array, .object: .container(value)
      }
  }

  func isEqual(to other: JSONPathScalar) -> Bool {
    switch (self, other) {
    case (.nothing, .nothing), (.null, .null): true
    case (.boolean(let left), .boolean(let right)): left == right
    case (.number(let left), .number(let right)): left.isEqual(to: right)
    case (.string(let left), .string(let right)): left == right
    case (.container(let left), .container(let right)): left.isEqual(to: right)
    default: false
    }
  }

  /// Returns whether this is less than another; only two numbers or two strings have an order.
  func isLess(than other: JSONPathScalar) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left.isLess(than: right)
    // In UTF-8, the order of the bytes is that of the Unicode scalars.
    case (.string(let left), .string(let right)): left.lexicographicallyPrecedes(right)
    default: false
    }
  }

  /// Returns the number of visits that a comparison costs, in addition to that of the test.
  func comparisonCost(with other: JSONPathScalar) -> Int {
    switch (self, other) {
    case (.number(let left), .number(let right)): (left.text.count + right.text.count) / 32
    case (.string(let left), .string(let right)): min(left.count, right.count) / 32
    case (.container(let left), .container(let right)):
      left.kind == right.kind ? left.comparisonCost + right.comparisonCost : 0
    default: 0
    }
  }
}

extension JSONNode {
  /// The cost of comparing an array or an object: its values and keys, and its text.
  fileprivate var comparisonCost: Int { Int(entry.next) - index + entry.range.count / 32 }
}

/// A number to compare: exact, and fast for numbers of up to 18 digits without an exponent.
struct JSONPathDecimal {
  let text: ArraySlice<UInt8>
  /// The digits as an integer, to be divided by ten `scale` times; nil if there are too many or
  /// there is an exponent.
  private let digits: Int?
  private let scale: Int

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    var digits = 0
    var count = 0
    var point: Int?
    for byte in text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        count += 1
        if count <= 18 { digits = digits * 10 + Int(byte - 0x30) }
      case UInt8(ascii: "."): point = count
      case UInt8(ascii: "-"): continue
      default: count = .max - 1
      }
      if count > 18 { break }
    }
    let isNegative = text.first == UInt8(ascii: "-")
    self.digits = count > 18 ? nil : isNegative ? -digits : digits
    scale = point.map { count - $0 } ?? 0
  }

  init(_ integer: Int) {
    text = Array(String(integer).utf8)[...]
    digits = integer
    scale = 0
  }

  func isEqual(to other: JSONPathDecimal) -> Bool {
    if let (left, right) = aligned(with: other) { return left == right }
    return text == other.text || JSONNumeral(bytes: text) == JSONNumeral(bytes: other.text)
  }

  func isLess(than other: JSONPathDecimal) -> Bool {
    if let (left, right) = aligned(with: other) { return left < right }
    guard let left = JSONNumeral(bytes: text), let right = JSONNumeral(bytes: other.text) else {
      return false
    }
    return left < right
  }

  /// Returns both as integers of the same scale; nil if they are too large.
  private func aligned(with other: JSONPathDecimal) -> (Int, Int)? {
    guard let left = digits, let right = other.digits else { return nil }
    if scale == other.scale { return (left, right) }
    let factor = (0..<abs(scale - other.scale)).reduce(1) { power, _ in power * 10 }
    let lower = scale < other.scale ? left : right
    let (raised, overflow) = lower.multipliedReportingOverflow(by: factor)
    guard !overflow else { return nil }
    return scale < other.scale ? (raised, right) : (left, raised)
  }
}
