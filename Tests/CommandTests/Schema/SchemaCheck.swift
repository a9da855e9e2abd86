import JSONText
import Testing
import YAMLTree

/// Checks YAML against a JSON Schema: the part of draft-07 that the project's schemas use.
struct SchemaCheck {
  private let root: JSONNode
  /// Keywords that do not constrain a value.
  private static let remarks: Set = ["$schema", "title", "description", "definitions"]

  /// Reads a schema.
  init(_ text: String) throws { root = try JSONDocument(Array(text.utf8)).root }

  /// Whether the schema accepts a value.
  ///
  /// A value that a tag removes does not count.
  func accepts(_ node: Node) -> Bool { accepts(node.withoutRemoved, by: root) }

  private func accepts(_ node: Node, by schema: JSONNode) -> Bool {
    guard schema.kind == .object else { return schema.boolean ?? false }
    return schema.members.allSatisfy { keyword in
      Self.remarks.contains(keyword.key) || holds(keyword.key, keyword.value, for: node, in: schema)
    }
  }

  private static func fits(_ text: String, _ pattern: String) -> Bool {
    (try? Regex(pattern).firstMatch(in: text)) != nil
  }

  private func holds(
    _ keyword: String, _ rule: JSONNode, for node: Node, in schema: JSONNode
  ) -> Bool {
    switch keyword {
    case "type":
      let types = rule.kind == .array ? Array(rule.elements) : [rule]
      #expect(Set(types.map(\.text)).count == types.count, "a type stands twice in \(rule)")
      return types.contains { $0.string.map(node.types.contains) ?? false }
    case "enum":
      return rule.elements.contains { $0.string == node.scalar?.text && node.isText }
    case "pattern":
      guard node.isText, let text = node.scalar?.text, let pattern = rule.string else {
        return true
      }
      return Self.fits(text, pattern)
    case "minimum", "maximum":
      guard let number = node.number, let limit = Double(rule.text) else { return true }
      return keyword == "minimum" ? number >= limit : number <= limit
    case "anyOf": return rule.elements.contains { accepts(node, by: $0) }
    case "oneOf": return rule.elements.filter { accepts(node, by: $0) }.count == 1
    case "allOf": return rule.elements.allSatisfy { accepts(node, by: $0) }
    case "if":
      guard let other = schema[accepts(node, by: rule) ? "then" : "else"] else { return true }
      return accepts(node, by: other)
    case "then", "else": return true
    case "not": return !accepts(node, by: rule)
    case "items": return node.items?.allSatisfy { accepts($0, by: rule) } ?? true
    case "minItems": return node.items.map { $0.count >= Int(rule.text) ?? 0 } ?? true
    case "required":
      return node.entries == nil
        || rule.elements.allSatisfy { $0.string.map { node[$0] != nil } ?? false }
    case "minProperties":
      return node.entries.map { $0.count >= Int(rule.text) ?? 0 } ?? true
    case "$ref":
      let name = rule.text.dropFirst("\"#/definitions/".count).dropLast()
      guard let definition = root["definitions"]?[String(name)] else {
        Issue.record("the schema has no \(rule)")
        return false
      }
      return accepts(node, by: definition)
    case "patternProperties":
      return node.entries?.allSatisfy { entry in
        rule.members.allSatisfy { pattern, schema in
          !Self.fits(entry.key, pattern) || accepts(entry.value, by: schema)
        }
      } ?? true
    case "properties":
      return node.entries?.allSatisfy { entry in
        rule[entry.key].map { accepts(entry.value, by: $0) } ?? true
      } ?? true
    case "additionalProperties":
      return node.entries?.allSatisfy { entry in
        schema["properties"]?[entry.key] != nil
          || schema["patternProperties"]?.members.contains { Self.fits(entry.key, $0.key) } == true
          || accepts(entry.value, by: rule)
      } ?? true
    case "propertyNames":
      return node.entries?.allSatisfy { entry in
        accepts(Node(.scalar(Scalar(entry.key, style: .quoted)), at: entry.keyMark), by: rule)
      } ?? true
    default:
      Issue.record("the schema uses '\(keyword)', which this check does not know")
      return false
    }
  }
}

extension Node {
  /// Returns the value without the entries that are tagged with !unset.
  fileprivate var withoutRemoved: Node {
    var node = self
    if case .mapping(let entries) = content {
      node.content = .mapping(
        entries.filter { $0.value.tag?.text != "!unset" }.map {
          Entry(key: $0.key, keyMark: $0.keyMark, value: $0.value.withoutRemoved)
        })
    }
    return node
  }

  /// Whether the value is a JSON string.
  fileprivate var isText: Bool { scalar?.kind == .text }

  /// The value of a number.
  fileprivate var number: Double? {
    switch scalar?.kind {
    case .integer, .float: scalar.flatMap { Double($0.text) }
    default: nil
    }
  }

  /// The JSON Schema types of the value.
  fileprivate var types: [String] {
    switch content {
    case .sequence: ["array"]
    case .mapping: ["object"]
    case .scalar(let scalar):
      switch scalar.kind {
      case .null: ["null"]
      case .boolean: ["boolean"]
      case .integer: ["integer", "number"]
      case .float: number?.rounded() == number ? ["integer", "number"] : ["number"]
      case .text: ["string"]
      }
    }
  }
}
