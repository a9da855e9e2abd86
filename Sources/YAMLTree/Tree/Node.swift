/// A value in a YAML document, with its place in the text.
package struct Node: Sendable {
  /// The content of a node.
  package enum Content: Sendable {
    case scalar(Scalar)
    case sequence([Node])
    /// Keys and values in the order of the text; each key occurs once.
    case mapping([Entry])
  }

  /// One key of a map with its value.
  package struct Entry: Sendable {
    package var key: String
    package var keyMark: Mark
    package var value: Node

    package init(key: String, keyMark: Mark, value: Node) {
      self.key = key
      self.keyMark = keyMark
      self.value = value
    }
  }

  /// A tag as written.
  package struct Tag: Sendable {
    /// The tag with its exclamation mark, such as `!raw`.
    package var text: String
    package var mark: Mark

    package init(_ text: String, at mark: Mark) {
      self.text = text
      self.mark = mark
    }
  }

  package var content: Content
  /// The tag, if it is one that the reader allows.
  package var tag: Tag?
  /// The place of the whole value, its anchor and tag included.
  ///
  /// A block scalar (`|`, `>`) ends where the next text begins. An alias keeps the place of its
  /// anchor's value.
  package var mark: Mark

  package init(_ content: Content, at mark: Mark) {
    self.content = content
    self.mark = mark
  }

  /// The single value; nil for a list or a map.
  package var scalar: Scalar? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar
  }

  /// The items; nil if the node is not a list.
  package var items: [Node]? {
    guard case .sequence(let items) = content else { return nil }
    return items
  }

  /// The keys and values; nil if the node is not a map.
  package var entries: [Entry]? {
    guard case .mapping(let entries) = content else { return nil }
    return entries
  }

  /// Returns the value of a key; nil if the node is not a map with that key.
  package subscript(key: String) -> Node? {
    entries?.first { $0.key == key }?.value
  }

  /// Whether the value is null: an empty plain value, `~` or `null`.
  package var isNull: Bool { scalar?.kind == .null }

  /// The type as messages name it: "text", "a number", "true or false", "nothing", "a list" or "a
  /// map".
  package var typeName: String {
    switch content {
    case .scalar(let scalar): scalar.kind.typeName
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}
