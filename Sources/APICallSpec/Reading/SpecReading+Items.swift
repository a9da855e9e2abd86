import YAMLTree

extension SpecReading {
  /// Reads the items of a query, a form or the headers: a map from names to text, where a list
  /// repeats the name and null leaves the item out.
  ///
  /// - Parameters:
  ///   - entry: the field.
  ///   - nested: what to say of a map among the values.
  /// - Returns: the items in order; those with problems are left out.
  mutating func items(_ entry: Node.Entry, nested: String) -> [Endpoint.Item] {
    guard entry.value.entries != nil else {
      refuse(
        entry, takes: "a map of names and values", hint: itemsForm(entry).map { "write \($0)" })
      return []
    }
    var items: [Endpoint.Item] = []
    for item in entry.value.entries ?? [] {
      guard !isFull else { break }
      var values: [Template] = []
      switch item.value.content {
      case .scalar: if let value = itemValue(item) { values.append(value) }
      case .sequence(let nodes):
        for node in nodes {
          let element = Node.Entry(key: item.key, keyMark: item.keyMark, value: node)
          if node.scalar == nil {
            report("'\(item.key)' takes a list of text, not of \(node.typeName)", at: node.mark)
          } else if !isEmpty(node, of: nil), let value = itemValue(element) {
            values.append(value)
          }
        }
      case .mapping:
        report("'\(item.key)' takes text or a list, not a map", at: item.value.mark, hint: nested)
      }
      items.append(Endpoint.Item(name: item.key, mark: item.keyMark, values: values))
    }
    return items
  }

  /// One value of an item; nil for a written `null`, or with a problem.
  mutating func itemValue(_ entry: Node.Entry) -> Template? {
    if let scalar = entry.value.scalar, scalar.kind == .null, !scalar.text.isEmpty { return nil }
    return template(entry)
  }
}
