import APICallBase
import APICallSpec
package import JSONText

/// What matchers look at.
package enum JudgedValue {
  /// There is nothing at its place.
  case nothing
  /// A value of a body.
  case json(JSONValue)
  /// All values of a body that a path leads to, and the list that they make.
  case findings([JSONValue], list: JSONValue)
  /// What is text and nothing else: the value of a header field, a whole body. It equals a number
  /// that it is written as, and has the types that it could be read as.
  case text(String)
  /// How many characters, elements or members something has.
  case count(Int)

  /// Whether there is anything at all.
  var isThere: Bool {
    switch self {
    case .nothing: false
    case .findings(let values, list: _): !values.isEmpty
    case .json, .text, .count: true
    }
  }

  /// The value of a body, or the list of those that were found.
  package var json: JSONValue? {
    switch self {
    case .nothing, .text, .count: nil
    case .json(let value), .findings(_, let value): value
    }
  }

  /// The elements of a list; nil for anything else.
  package var elements: [JSONValue]? {
    switch self {
    case .findings(let values, list: _): values
    case .json(let value) where value.kind == .array: Array(value.elements)
    case .nothing, .text, .json, .count: nil
    }
  }

  /// The text; nil for anything else.
  var text: String? {
    if case .text(let text) = self { text } else { json?.string }
  }

  /// The number, or that which a text is written as.
  var number: JSONNumber? {
    switch self {
    case .text(let text): JSONNumber(text)
    case .count(let count): JSONNumber(String(count))
    case .nothing, .json, .findings: json?.number
    }
  }

  /// How many Unicode scalars, elements or members there are; nil for what has none.
  var length: Int? {
    if let text { return text.unicodeScalars.count }
    return switch json?.kind {
    case .array, .object: json?.count
    case .string, .null, .boolean, .number, nil: nil
    }
  }

  /// Whether there is nothing in it; nil for what cannot hold anything.
  var isEmpty: Bool? {
    if case .text(let text) = self { return text.isEmpty }
    guard let json else { return nil }
    return switch json.kind {
    case .string: json.octets.count == 2
    case .array: json.elements.first { _ in true } == nil
    case .object: json.members.first { _ in true } == nil
    case .null, .boolean, .number: nil
    }
  }

  /// Whether it is of a type.
  func isOf(_ type: JSONType) -> Bool {
    if case .text(let text) = self {
      return switch type {
      case .string: true
      case .number: JSONNumber(text) != nil
      case .integer: JSONNumber(text)?.isInteger == true
      case .boolean: text == "true" || text == "false"
      case .array, .object, .null: false
      }
    }
    guard let json else { return number != nil && (type == .integer || type == .number) }
    return switch type {
    case .string: json.kind == .string
    case .number: json.kind == .number
    case .integer: json.number?.isInteger == true
    case .boolean: json.kind == .boolean
    case .array: json.kind == .array
    case .object: json.kind == .object
    case .null: json.kind == .null
    }
  }

  /// Whether it is the same data.
  func equals(_ operand: JSONValue) -> Bool {
    if let json { return json.isEqual(to: operand) }
    guard case .text(let text) = self else { return number.map { $0 == operand.number } ?? false }
    return switch operand.kind {
    case .string: operand.string == text
    case .number: JSONNumber(text).map { $0 == operand.number } ?? false
    case .boolean, .null: operand.text == text
    case .array, .object: false
    }
  }

  /// Whether a text holds another one, a list an element that is or holds the value, or a map all of
  /// its members.
  func contains(_ operand: JSONValue) -> Bool {
    if let text { return Self.holds(text, operand) }
    guard let json else { return false }
    return switch json.kind {
    case .array: json.elements.contains { $0.holds(operand) }
    case .object: operand.kind == .object && json.holds(operand)
    case .string, .null, .boolean, .number: false
    }
  }

  private static func holds(_ text: String, _ operand: JSONValue) -> Bool {
    Value(operand).plainText.map { text.holds($0) } ?? false
  }
}

extension JSONValue {
  /// Whether this is the same data; of a map, whether it has the same members and maybe more.
  fileprivate func holds(_ operand: JSONValue) -> Bool {
    guard operand.kind == .object, kind == .object else { return isEqual(to: operand) }
    return operand.members.allSatisfy { key, expected in self[key]?.holds(expected) ?? false }
  }
}
