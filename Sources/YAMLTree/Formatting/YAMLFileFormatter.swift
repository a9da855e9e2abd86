/// Writes a YAML file in its canonical form: keys in the order of a table, block style, two spaces,
/// quotes only where needed.
///
/// Comments, anchors, aliases, tags and block scalars are kept. The formatter checks that the new
/// text means the same as the old one, except for the order of keys.
package struct YAMLFileFormatter: Sendable {
  private let order: KeyOrder
  private let reader: YAMLReader

  package init(order: KeyOrder, tags: [String]) {
    self.order = order
    reader = YAMLReader(tags: tags)
  }

  /// Formats a text.
  package func format(_ source: Source) throws(FormattingProblem) -> String {
    let before = reader.read(source)
    let beginning = Mark(source: source, start: Mark.Position(line: 1, column: 1))
    if let problem = before.problems.first { throw .unreadable(problem.mark) }
    let (text, comments) = try write(source)

    let result = Source(name: source.name, text: text)
    let after = reader.read(result)
    guard after.problems.isEmpty, before.root?.means(after.root, in: order) == true,
      try layout(of: result).comments.sorted() == comments.sorted()
    else { throw .otherMeaning(beginning) }
    return text
  }

  /// Rewrites a text without checking the meaning of the result.
  func write(_ source: Source) throws(FormattingProblem) -> (text: String, comments: [String]) {
    let (layout, comments) = try layout(of: source)
    guard let layout, case .mapping = layout.content else {
      throw .noMap(Mark(source: source, start: Mark.Position(line: 1, column: 1)))
    }
    var writer = LayoutWriter(source)
    try writer.write(layout, in: order)
    return (writer.lines.map { "\($0)\n" }.joined(), comments)
  }

  private func layout(
    of source: Source
  ) throws(FormattingProblem) -> (node: LayoutNode?, comments: [String]) {
    guard let events = try? YAMLEventStream(source) else { return (nil, []) }
    var reader = LayoutReader(events, source)
    let node = try reader.read()
    return (node, reader.scanner.found.map(\.text))
  }
}

extension Node {
  /// Returns whether two values are the same, except for the order of keys that the formatter
  /// moves.
  fileprivate func means(_ other: Node?, in order: KeyOrder) -> Bool {
    guard let other, tag?.text == other.tag?.text else { return false }
    switch (content, other.content) {
    case (.scalar(let left), .scalar(let right)):
      return left.text == right.text && left.kind == right.kind
    case (.sequence(let left), .sequence(let right)):
      let order = order.resolved(for: [])[nil]
      return left.count == right.count
        && zip(left, right).allSatisfy { $0.means($1, in: order) }
    case (.mapping(let left), .mapping(let right)):
      let order = order.resolved(for: left.map(\.key))
      guard left.count == right.count else { return false }
      if order.movesKeys {
        return left.allSatisfy { entry in
          other[entry.key].map { entry.value.means($0, in: order[entry.key]) } ?? false
        }
      }
      return zip(left, right).allSatisfy {
        $0.key == $1.key && $0.value.means($1.value, in: order[$0.key])
      }
    default: return false
    }
  }
}

/// Why a text is left unchanged.
package enum FormattingProblem: Error, Sendable {
  case unreadable(Mark)
  case noMap(Mark)
  case comment(Mark)
  /// A directive, such as `%YAML 1.2`.
  case directive(Mark)
  case aliasAboveAnchor(String, Mark)
  case otherMeaning(Mark)

  /// What is wrong, in lower case and without a full stop.
  package var message: String {
    switch self {
    case .unreadable: "the file cannot be read"
    case .noMap: "the file is not a map of fields"
    case .comment: "this comment has no place in the formatted file"
    case .directive: "a directive has no place in an apicall file"
    case .aliasAboveAnchor(let name, _):
      "the formatted file would have the alias '*\(name)' above its anchor"
    case .otherMeaning: "the file cannot be formatted without changing its meaning"
    }
  }

  /// How to fix it; nil if there is no advice.
  package var hint: String? {
    switch self {
    case .unreadable, .noMap: nil
    case .comment: "move it to a line of its own, above the field it is about"
    case .directive: "remove the line: every file is YAML 1.2"
    case .aliasAboveAnchor: "write the value out, or swap the anchor and the alias"
    case .otherMeaning: "this is a bug in apicall; the file was not changed"
    }
  }

  package var mark: Mark {
    switch self {
    case .unreadable(let mark), .noMap(let mark), .comment(let mark), .directive(let mark),
      .aliasAboveAnchor(_, let mark), .otherMeaning(let mark):
      mark
    }
  }
}
