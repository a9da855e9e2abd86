import APICallModel
import APICallText
package import JSONText

/// A value that matchers check.
package enum JudgedValue {
  case nothing
  case json(JSONNode)
  /// All values of a body that a path selects, and the list that they form.
  case findings([JSONNode], list: JSONNode)
  /// Plain text: the value of a header field, or a whole body.
  ///
  /// It equals a number that is written the same, and has every type that it can be read as.
  case text(String)
  /// The number of characters, items or members of something.
  case count(Int)

  package var isThere: Bool {
    switch self {
    case .nothing: false
    case .findings(let values, list: _): !values.isEmpty
    case .json, .text, .count: true
    }
  }

  package var json: JSONNode? {
    switch self {
    case .nothing, .text, .count: nil
    case .json(let value), .findings(_, let value): value
    }
  }

  package var elements: [JSONNode]? {
    switch self {
    case .findings(let values, list: _): values
    case .json(let value) where value.kind == .array: Array(value.elements)
    case .nothing, .text, .json, .count: nil
    }
  }

  package var text: String? {
    if case .text(let text) = self { text } else { json?.string }
  }

  /// The number, also of a text that is written as one.
  var number: JSONNumeral? {
    switch self {
    case .text(let text): JSONNumeral(text)
    case .count(let count): JSONNumeral(String(count))
    case .nothing, .json, .findings: json?.number
    }
  }

  /// The number of Unicode scalars, items or members; nil if the value has no length.
  package var length: Int? {
    if let text { return text.unicodeScalars.count }
    return switch json?.kind {
    case .array, .object: json?.count
    case .string, .null, .boolean, .number, nil: nil
    }
  }

  /// Whether the value is empty; nil if it can be neither empty nor non-empty.
  var isEmpty: Bool? {
    if case .text(let text) = self { return text.isEmpty }
    guard let json else { return nil }
    return switch json.kind {
    case .string: json.bytes.count == 2
    case .array: json.elements.first { _ in true } == nil
    case .object: json.members.first { _ in true } == nil
    case .null, .boolean, .number: nil
    }
  }

  func isOf(_ type: JSONType) -> Bool {
    if case .text(let text) = self {
      return switch type {
      case .string: true
      case .number: JSONNumeral(text) != nil
      case .integer: JSONNumeral(text)?.isInteger == true
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

  func equals(_ operand: JSONNode) -> Bool {
    if let json { return json.isEqual(to: operand) }
    guard case .text(let text) = self else { return number.map { $0 == operand.number } ?? false }
    return switch operand.kind {
    case .string: operand.string == text
    case .number: JSONNumeral(text).map { $0 == operand.number } ?? false
    case .boolean, .null: operand.text == text
    case .array, .object: false
    }
  }

  /// A text contains another text, a list an item that equals or includes the operand, and a map
  /// all members of the operand.
  func contains(_ operand: JSONNode) -> Bool {
    if let text { return Self.holds(text, operand) }
    guard let json else { return false }
    return switch json.kind {
    case .array: json.elements.contains { $0.holds(operand) }
    case .object: operand.kind == .object && json.holds(operand)
    case .string, .null, .boolean, .number: false
    }
  }

  private static func holds(_ text: String, _ operand: JSONNode) -> Bool {
    Value(operand).plainText.map { text.holds($0) } ?? false
  }
}

extension JSONNode {
  /// Returns whether the value equals an operand; a map may have further members.
  fileprivate func holds(_ operand: JSONNode) -> Bool {
    guard operand.kind == .object, kind == .object else { return isEqual(to: operand) }
    return operand.members.allSatisfy { key, expected in self[key]?.holds(expected) ?? false }
  }
}
