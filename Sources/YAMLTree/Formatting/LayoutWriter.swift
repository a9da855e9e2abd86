/// Writes values in block style: two spaces a level, lists deeper than their key.
///
/// What is in brackets or braces on one line stays there, if it is short.
struct LayoutWriter {
  /// The columns within which what was written on one line stays there.
  private static let width = 100

  private let source: Source
  private(set) var lines: [String] = []
  /// Whether an empty line would become a part of the block scalar above.
  private var keepsBreaks = false
  private var anchors: [String] = []

  init(_ source: Source) { self.source = source }

  /// Writes the document.
  ///
  /// - Parameters:
  ///   - root: a map.
  ///   - order: the order of its keys.
  /// - Throws: a ``FormattingProblem`` where a comment or an alias has no place.
  mutating func write(
    _ root: LayoutNode, in order: KeyOrder
  ) throws(FormattingProblem) {
    var (root, head) = root.withoutHead
    let words = [properties(of: root), root.children.isEmpty ? "{}" : ""].filter { !$0.isEmpty }
    if words.isEmpty, let comment = root.opening { head.comments.append(comment) }
    if let comment = root.closing { root.tail.insert(comment, at: 0) }
    if root.children.isEmpty, let comment = root.opening {
      // Behind an empty map it would be taken for what stands at its end.
      root.tail.insert(comment, at: 0)
      root.opening = nil
    }
    for (index, comment) in head.comments.enumerated() {
      if index > 0, comment.isSpaced { space() }
      lines.append(comment.text)
    }
    if head.isSpaced { space() }
    if !words.isEmpty {
      let behind = root.opening.map { "  \($0.text)" } ?? ""
      lines.append(words.joined(separator: " ") + behind)
    }
    try writeChildren(of: root, in: order, indentation: 0)
  }

  private mutating func writeChildren(
    of node: LayoutNode, in order: KeyOrder, indentation: Int, behind start: String? = nil
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
      try write(child.value, in: order[child.name], behind: line, indentation: indentation)
    }
    for comment in node.tail {
      if comment.isSpaced { space() }
      lines.append(padding + comment.text)
    }
  }

  /// Writes the value of an entry or item behind its key or dash.
  private mutating func write(
    _ node: LayoutNode, in order: KeyOrder, behind head: String, indentation: Int
  ) throws(FormattingProblem) {
    let comment = try comment(beside: node)
    let properties = properties(of: node)
    var line = properties.isEmpty ? head : "\(head) \(properties)"
    let behind = comment.map { "  \($0.text)" } ?? ""
    switch node.content {
    case .alias(let name):
      guard anchors.contains(name) else {
        throw .aliasAboveAnchor(name, Mark(source: source, start: node.start))
      }
      lines.append("\(line) *\(name)\(behind)")
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
        // The header of a block has the comment; of other text it is the last line.
        if index == (scalar.isBlock ? 0 : written.count - 1) { line += behind }
      }
      lines.append(written.isEmpty ? line + behind : line)
      keepsBreaks = scalar.isBlock && written[0].contains("+")
    case .sequence(let children) where children.isEmpty: lines.append("\(line) []\(behind)")
    case .mapping(let children) where children.isEmpty: lines.append("\(line) {}\(behind)")
    case .sequence, .mapping:
      if let text = node.oneLine(in: order), "\(line) \(text)\(behind)".count <= Self.width {
        lines.append("\(line) \(text)\(behind)")
        return
      }
      let resolved = order.resolved(for: node.children.compactMap(\.name))
      let first = resolved.sorted(node.children).first
      // The first entry of an item stands behind its dash, unless something is between.
      if head.hasSuffix("-"), line == head, comment == nil, first?.leading.isEmpty == true {
        try writeChildren(of: node, in: order, indentation: indentation + 2, behind: head + " ")
      } else {
        lines.append(line + behind)
        try writeChildren(of: node, in: order, indentation: indentation + 2)
      }
    }
  }

  /// The one comment that stands on the line of a value.
  private func comment(beside node: LayoutNode) throws(FormattingProblem) -> LayoutComment? {
    if node.opening != nil, let closing = node.closing {
      throw .comment(closing.mark(in: source))
    }
    return node.opening ?? node.closing
  }

  /// What an entry or item begins with.
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

/// The order in which the keys of a map, and of those in it, are written.
package indirect enum KeyOrder: Sendable {
  /// The author's own.
  case asWritten
  /// That of a table of fields, each with the order of what is in it.
  case fields([(name: String, order: KeyOrder)])
  /// The author's own, and one order for all values of the map or all items of the list.
  case each(KeyOrder)
  /// The first that fits: that of the table which has all keys, else what is no table.
  case either([KeyOrder])

  /// The order for a value.
  ///
  /// - Parameter names: the keys of the map; none for a list.
  /// - Returns: the order: never `either`.
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

  /// The order of what stands behind a key, or of an item where there is none.
  subscript(name: String?) -> KeyOrder {
    switch self {
    case .asWritten, .either: .asWritten
    case .each(let order): order
    case .fields(let fields): fields.first { $0.name == name }?.order ?? .asWritten
    }
  }

  /// Whether the keys of a map are put into another order.
  var movesKeys: Bool {
    if case .fields = self { true } else { false }
  }

  /// The children in this order; keys that no table has come last.
  func sorted(_ children: [LayoutChild]) -> [LayoutChild] {
    guard case .fields(let fields) = self else { return children }
    let places = children.map { child in
      fields.firstIndex { $0.name == child.name } ?? fields.count
    }
    return children.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { children[$0] }
  }
}
