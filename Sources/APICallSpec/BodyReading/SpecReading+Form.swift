import APICallBase
import YAMLTree

extension SpecReading {
  /// Reads how a form names what is nested; `repeat` where nothing is said.
  mutating func formStyle(_ entry: Node.Entry?) -> FormStyle {
    guard let entry, let text = text(entry) else { return .repeated }
    if let style = FormStyle(rawValue: text) { return style }
    report(
      "unknown form_style '\(text)'", at: entry.value.mark,
      hint: Nearest.hint(for: text, among: FormStyle.allCases.map(\.rawValue), noun: "styles"))
    return .brackets
  }

  /// Reads the items of a form.
  mutating func formItems(_ entry: Node.Entry, _ style: FormStyle) -> [Endpoint.Item] {
    guard style == .brackets else {
      return items(
        entry,
        nested: "'form_style: brackets' sends address[city]=x; or write 'address[city]: x'")
    }
    guard let entries = entry.value.entries else {
      refuse(entry, takes: "a map of names and values")
      return []
    }
    return entries.flatMap { bracketed($0.value, name: $0.key, $0) }
  }

  /// The items that a value becomes: `a[b]` for a map, `a[]` for a list, and `a[0][b]` for a map in a
  /// list, where `a[][b]` would leave open which of the values belong together.
  private mutating func bracketed(
    _ node: Node, name: String, _ entry: Node.Entry
  ) -> [Endpoint.Item] {
    switch node.content {
    case .scalar:
      let scalar = Node.Entry(key: name, keyMark: entry.keyMark, value: node)
      let value = itemValue(scalar)
      return [Endpoint.Item(name: name, mark: entry.keyMark, values: value.map { [$0] } ?? [])]
    case .mapping(let entries):
      return entries.flatMap { bracketed($0.value, name: "\(name)[\($0.key)]", $0) }
    case .sequence(let nodes):
      let isFlat = nodes.allSatisfy { $0.scalar != nil }
      var items: [Endpoint.Item] = []
      for (index, node) in nodes.enumerated() where !isEmpty(node, of: nil) {
        items += bracketed(node, name: isFlat ? "\(name)[]" : "\(name)[\(index)]", entry)
      }
      return items
    }
  }
}
