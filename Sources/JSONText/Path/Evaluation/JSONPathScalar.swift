/// What a comparison looks at: a value or Nothing (RFC 9535, section 2.3.5.2.2).
enum JSONPathScalar {
  case nothing
  case null
  case boolean(Bool)
  case number(JSONPathDecimal)
  /// A text, decoded.
  case string(ArraySlice<UInt8>)
  /// An array or an object.
  case container(JSONValue)

  init(_ literal: JSONPathLiteral) {
    self =
      switch literal {
      case .null: .null
      case .boolean(let boolean): .boolean(boolean)
      case .number(let text): .number(JSONPathDecimal(text[...]))
      case .string(let text): .string(text[...])
      }
  }

  init(_ value: JSONValue) {
    let entry = value.entry
    self =
      switch entry.kind {
      case .null: .null
      case .boolean: .boolean(value.boolean == true)
      case .number: .number(JSONPathDecimal(value.octets))
      case .string where entry.isEscaped: .string(value.decodedOctets[...])
      case .string: .string(value.document.octets[Int(entry.start) + 1..<Int(entry.end) - 1])
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

  /// Says whether this is below another; only two numbers or two texts have an order.
  func isLess(than other: JSONPathScalar) -> Bool {
    switch (self, other) {
    case (.number(let left), .number(let right)): left.isLess(than: right)
    // In UTF-8, the order of the octets is that of the Unicode scalars.
    case (.string(let left), .string(let right)): left.lexicographicallyPrecedes(right)
    default: false
    }
  }

  /// How many visits a comparison costs, beyond that of the test.
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

extension JSONValue {
  /// What it may cost to compare an array or an object: its values and keys, and its text.
  fileprivate var comparisonCost: Int { Int(entry.next) - index + entry.range.count / 32 }
}
