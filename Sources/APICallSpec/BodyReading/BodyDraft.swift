import YAMLTree

/// The fields of a body while a file is read: each has a bearing on the others, and they may stand
/// in any order.
struct BodyDraft: Sendable {
  /// The fields that are a body.
  enum Kind: String, Sendable, CaseIterable {
    case json, form, multipart, text, file, graphql
  }

  /// A field that is a body.
  struct Body: Sendable {
    var kind: Kind
    var entry: Node.Entry
  }

  /// The first body.
  private(set) var body: Body?
  /// Bodies beyond the first, which are errors.
  private(set) var others: [Body] = []
  var type: Node.Entry?
  var template: Node.Entry?
  var formStyle: Node.Entry?

  /// Notes a body.
  mutating func add(_ kind: Kind, _ entry: Node.Entry) {
    if body == nil {
      body = Body(kind: kind, entry: entry)
    } else {
      others.append(Body(kind: kind, entry: entry))
    }
  }
}

extension SpecReading {
  /// Reads how a form names what is nested; `repeat` where nothing is said.
  mutating func formStyle(_ entry: Node.Entry?) -> FormStyle {
    var style = FormStyle.repeated
    guard let entry else { return style }
    let known = word(entry, of: FormStyle.self, "styles") {
      style = .brackets
      return "unknown form_style '\($0)'"
    }
    return known ?? style
  }

  /// Reads the items of a form.
  mutating func formItems(_ entry: Node.Entry, _ style: FormStyle) -> [WrittenItem] {
    guard style == .brackets else {
      return items(
        entry,
        nested: "'form_style: brackets' sends address[city]=x; or write 'address[city]: x'")
    }
    return (entries(entry, takes: "a map of names and values") ?? []).flatMap {
      bracketed($0.value, name: $0.key, $0)
    }
  }

  /// The items that a value becomes: `a[b]` for a map, `a[]` for a list, and `a[0][b]` for a map in a
  /// list, where `a[][b]` would leave open which of the values belong together.
  private mutating func bracketed(
    _ node: Node, name: String, _ entry: Node.Entry
  ) -> [WrittenItem] {
    switch node.content {
    case .scalar:
      let scalar = Node.Entry(key: name, keyMark: entry.keyMark, value: node)
      let value = itemValue(scalar)
      return [WrittenItem(name: name, mark: entry.keyMark, values: value.map { [$0] } ?? [])]
    case .mapping(let entries):
      return entries.flatMap { bracketed($0.value, name: "\(name)[\($0.key)]", $0) }
    case .sequence(let nodes):
      let isFlat = nodes.allSatisfy { $0.scalar != nil }
      var items: [WrittenItem] = []
      for (index, node) in nodes.enumerated() where !isEmpty(node, of: nil) {
        items += bracketed(node, name: isFlat ? "\(name)[]" : "\(name)[\(index)]", entry)
      }
      return items
    }
  }
}
