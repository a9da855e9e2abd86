/// Writes values in block style: two spaces per level, and lists indented under their key.
///
/// A list or map that was in brackets or braces on one line stays there if it is short.
struct LayoutWriter {
  /// The longest line, in columns, that keeps brackets or braces.
  private static let oneLineLimit = 100

  private let source: Source
  private(set) var lines: [String] = []
  /// Whether an empty line would become part of the block scalar above.
  private var keepsBreaks = false
  private var anchors: [String] = []

  init(_ source: Source) { self.source = source }

  /// Writes the document.
  mutating func write(
    _ root: LayoutNode, in order: KeyOrder
  ) throws(FormattingProblem) {
    var (root, head) = root.withoutHead
    let words = [properties(of: root), root.children.isEmpty ? "{}" : ""].filter { !$0.isEmpty }
    if words.isEmpty, let comment = root.opening { head.comments.append(comment) }
    if let comment = root.closing { root.tail.insert(comment, at: 0) }
    if root.children.isEmpty, let comment = root.opening {
      // After an empty map, the comment would look like part of its end.
      root.tail.insert(comment, at: 0)
      root.opening = nil
    }
    for (index, comment) in head.comments.enumerated() {
      if index > 0, comment.isSpaced { space() }
      lines.append(comment.text)
    }
    if head.isSpaced { space() }
    if !words.isEmpty {
      let trailing = root.opening.map { "  \($0.text)" } ?? ""
      lines.append(words.joined(separator: " ") + trailing)
    }
    try writeChildren(of: root, in: order, indentation: 0)
  }

  private mutating func writeChildren(
    of node: LayoutNode, in order: KeyOrder, indentation: Int, after start: String? = nil
  ) throws(FormattingProblem) {
    let order = order.resolved(for: node.children.compactMap(\.name))
    let padding = String(repeating: " ", count: indentation)
    var start = start
    var isFirst = true
    for child in order.sorted(node.children) {
      for comment in child.leading {
        if comment.isSpaced, !isFirst { space() }
        lines.append(padding + comment.text)
        isFirst = false
      }
      if child.isSpaced, !isFirst { space() }
      isFirst = false
      keepsBreaks = false
      let line = (start ?? padding) + head(of: child)
      start = nil
      try write(child.value, in: order[child.name], after: line, indentation: indentation)
    }
    for comment in node.tail {
      if comment.isSpaced { space() }
      lines.append(padding + comment.text)
    }
  }

  private mutating func write(
    _ node: LayoutNode, in order: KeyOrder, after head: String, indentation: Int
  ) throws(FormattingProblem) {
    let comment = try comment(beside: node)
    let properties = properties(of: node)
    var line = properties.isEmpty ? head : "\(head) \(properties)"
    let trailing = comment.map { "  \($0.text)" } ?? ""
    switch node.content {
    case .alias(let name):
      guard anchors.contains(name) else {
        throw .aliasAboveAnchor(name, Mark(source: source, start: node.start))
      }
      lines.append("\(line) *\(name)\(trailing)")
    case .scalar(let scalar):
      let written = scalar.written(beside: comment)
      let padding = String(repeating: " ", count: indentation + 2)
      for (index, part) in written.enumerated() {
        if index > 0 {
          lines.append(line)
          line = part.isEmpty ? "" : padding + part
        } else if !part.isEmpty {
          line += " \(part)"
        }
        // A comment is on the header of a block, and on the last line of other text.
        if index == (scalar.isBlock ? 0 : written.count - 1) { line += trailing }
      }
      lines.append(written.isEmpty ? line + trailing : line)
      keepsBreaks = scalar.isBlock && written[0].contains("+")
    case .sequence(let children) where children.isEmpty: lines.append("\(line) []\(trailing)")
    case .mapping(let children) where children.isEmpty: lines.append("\(line) {}\(trailing)")
    case .sequence, .mapping:
      if let text = node.oneLine(in: order), "\(line) \(text)\(trailing)".count <= Self.oneLineLimit
      {
        lines.append("\(line) \(text)\(trailing)")
        return
      }
      let resolved = order.resolved(for: node.children.compactMap(\.name))
      let first = resolved.sorted(node.children).first
      // The first entry of an item is on the line of its dash, unless there is something between
      // them.
      if head.hasSuffix("-"), line == head, comment == nil, first?.leading.isEmpty == true {
        try writeChildren(of: node, in: order, indentation: indentation + 2, after: head + " ")
      } else {
        lines.append(line + trailing)
        try writeChildren(of: node, in: order, indentation: indentation + 2)
      }
    }
  }

  private func comment(beside node: LayoutNode) throws(FormattingProblem) -> LayoutComment? {
    if node.opening != nil, let closing = node.closing {
      throw .comment(closing.mark(in: source))
    }
    return node.opening ?? node.closing
  }

  private mutating func head(of child: LayoutChild) -> String {
    guard let key = child.key else { return "-" }
    let properties = properties(of: key)
    let start = properties.isEmpty ? "" : properties + " "
    switch key.content {
    case .alias(let name): return "\(start)*\(name) :"
    case .scalar(let scalar): return "\(start)\(scalar.writtenAsKey):"
    case .sequence, .mapping: return start
    }
  }

  private mutating func properties(of node: LayoutNode) -> String {
    for property in node.properties where property.hasPrefix("&") {
      anchors.append(String(property.dropFirst()))
    }
    return node.properties.joined(separator: " ")
  }

  private mutating func space() {
    if !keepsBreaks, lines.last != "" { lines.append("") }
  }
}

/// The order in which the keys of a map and of the maps inside it are written.
package indirect enum KeyOrder: Sendable {
  case asWritten
  case fields([(name: String, order: KeyOrder)])
  /// The author's order, with one order for all values of the map or all items of the list.
  case each(KeyOrder)
  /// The first order that fits: the table that has all keys, or else an order that is not a table.
  case either([KeyOrder])

  /// Returns the order for a value, which is never `either`.
  func resolved(for names: [String]) -> KeyOrder {
    guard case .either(let orders) = self else { return self }
    var other = KeyOrder.asWritten
    for order in orders.map({ $0.resolved(for: names) }) {
      switch order {
      case .fields(let fields):
        if !names.isEmpty, names.allSatisfy({ name in fields.contains { $0.name == name } }) {
          return order
        }
      case .each: if case .asWritten = other { other = order }
      case .asWritten, .either: break
      }
    }
    return other
  }

  /// The order inside the value of a key, or inside an item for nil.
  subscript(name: String?) -> KeyOrder {
    switch self {
    case .asWritten, .either: .asWritten
    case .each(let order): order
    case .fields(let fields): fields.first { $0.name == name }?.order ?? .asWritten
    }
  }

  var movesKeys: Bool {
    if case .fields = self { true } else { false }
  }

  /// Returns the children in this order; keys that are not in the table come last.
  func sorted(_ children: [LayoutChild]) -> [LayoutChild] {
    guard case .fields(let fields) = self else { return children }
    let places = children.map { child in
      fields.firstIndex { $0.name == child.name } ?? fields.count
    }
    return children.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { children[$0] }
  }
}
