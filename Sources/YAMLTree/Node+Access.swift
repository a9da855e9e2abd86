extension Node {
  /// The single value, or nil for a list or a map.
  package var scalar: Scalar? {
    guard case .scalar(let scalar) = content else { return nil }
    return scalar
  }

  /// The items, or nil for anything but a list.
  package var items: [Node]? {
    guard case .sequence(let items) = content else { return nil }
    return items
  }

  /// The keys and values, or nil for anything but a map.
  package var entries: [Entry]? {
    guard case .mapping(let entries) = content else { return nil }
    return entries
  }

  /// Returns the value of a key, or nil where this is no map or has no such key.
  ///
  /// - Parameter key: the key's text.
  package subscript(key: String) -> Node? {
    entries?.first { $0.key == key }?.value
  }

  /// Whether there is nothing here: an empty plain value, `~` or `null`.
  package var isNull: Bool { scalar?.kind == .null }

  /// The type in the words of messages: "text", "a number", "true or false", "nothing", "a list"
  /// or "a map".
  package var typeName: String {
    switch content {
    case .scalar(let scalar): scalar.kind.typeName
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}

extension Scalar.Kind {
  /// The type in the words of messages: "text", "a number", "true or false" or "nothing".
  package var typeName: String {
    switch self {
    case .null: "nothing"
    case .boolean: "true or false"
    case .integer, .float: "a number"
    case .text: "text"
    }
  }
}
