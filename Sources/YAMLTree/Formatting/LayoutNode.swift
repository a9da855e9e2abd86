/// A value as written, with its comments, anchors, aliases and style, which a ``Node`` leaves out.
struct LayoutNode {
  enum Content {
    case scalar(LayoutScalar)
    case alias(String)
    case sequence([LayoutChild])
    case mapping([LayoutChild])
  }

  var content: Content
  var properties: [String] = []
  var start: Mark.Position
  var opening: LayoutComment?
  /// The comment on the line on which the value ends, if that is another line.
  var closing: LayoutComment?
  var tail: [LayoutComment] = []
  /// Whether it is a list or map in brackets or braces on a single line.
  var isOnOneLine = false

  var children: [LayoutChild] {
    switch content {
    case .sequence(let children), .mapping(let children): children
    case .scalar, .alias: []
    }
  }

  /// Separates the comments of the file from those of its first entry.
  ///
  /// Those of the file are a `#!` line, comments that an editor reads, and all comments above an
  /// empty line or an anchor.
  var withoutHead: (node: LayoutNode, head: LayoutHead) {
    guard case .mapping(var children) = content, !children.isEmpty else {
      return (self, LayoutHead())
    }
    let comments = children[0].leading
    guard properties.isEmpty else {
      // Comments above the anchor or tag belong to the file, those below it to the first entry.
      let count = comments.count { $0.start < start }
      children[0].leading = Array(comments[count...])
      var node = self
      node.content = .mapping(children)
      return (node, LayoutHead(comments: Array(comments[..<count]), isSpaced: count > 0))
    }
    var count = comments.first?.text.hasPrefix("#!") == true ? 1 : 0
    for (index, comment) in comments.enumerated() {
      if comment.text.hasPrefix("# yaml-language-server:") { count = max(count, index + 1) }
      if comment.isSpaced { count = max(count, index) }
    }
    if children[0].isSpaced { count = comments.count }
    guard count > 0 else { return (self, LayoutHead()) }
    let rest = Array(comments[count...])
    let isSpaced = rest.first?.isSpaced ?? children[0].isSpaced
    children[0].leading = rest
    if rest.isEmpty {
      children[0].isSpaced = false
    } else {
      children[0].leading[0].isSpaced = false
    }
    var node = self
    node.content = .mapping(children)
    return (node, LayoutHead(comments: Array(comments[..<count]), isSpaced: isSpaced))
  }
}

extension LayoutNode {
  /// The text of a list or map on one line, with its keys in order.
  ///
  /// It is nil if the list or map was not on one line, or if it contains something that needs its
  /// own line.
  func oneLine(in order: KeyOrder) -> String? {
    guard isOnOneLine, tail.isEmpty else { return nil }
    let order = order.resolved(for: children.compactMap(\.name))
    var parts: [String] = []
    for child in order.sorted(children) {
      guard child.leading.isEmpty, let value = child.value.inline(in: order[child.name])
      else { return nil }
      guard let key = child.key else {
        parts.append(value)
        continue
      }
      guard let name = key.inline(in: .asWritten) else { return nil }
      parts.append("\(name): \(value)")
    }
    let text = parts.joined(separator: ", ")
    return if case .sequence = content { "[\(text)]" } else { "{\(text)}" }
  }

  private func inline(in order: KeyOrder) -> String? {
    guard opening == nil, closing == nil, tail.isEmpty,
      !properties.contains(where: { $0.hasPrefix("&") })
    else { return nil }
    var words = properties
    switch content {
    case .alias: return nil
    case .scalar(let scalar):
      guard !scalar.isBlock, scalar.lines.count == 1, !scalar.lines[0].isEmpty else { return nil }
      let written = scalar.written(beside: nil)
      let isPlain =
        written.count == 1 && !written[0].isEmpty
        && !written[0].contains { ",[]{}:?".contains($0) }
      words.append(isPlain ? written[0] : scalar.lines[0])
    case .sequence(let children) where children.isEmpty: words.append("[]")
    case .mapping(let children) where children.isEmpty: words.append("{}")
    case .sequence, .mapping:
      guard let text = oneLine(in: order) else { return nil }
      words.append(text)
    }
    return words.joined(separator: " ")
  }
}

/// An item of a list, or a key with its value.
struct LayoutChild {
  var leading: [LayoutComment] = []
  /// Whether there is an empty line above it, below its comments.
  var isSpaced = false
  /// The key; nil for an item.
  var key: LayoutNode?
  var value: LayoutNode

  /// The text of the key; nil for an item.
  var name: String? {
    guard case .scalar(let scalar) = key?.content else { return nil }
    return scalar.value.text
  }
}

/// A single value as written.
struct LayoutScalar {
  var value: Scalar
  /// The lines without their indentation.
  ///
  /// For a block, the first line is its header (`|`, `>2-`), and the lines below keep their deeper
  /// indentation.
  var lines: [String]
  /// Whether the value is a block, after `|` or `>`.
  var isBlock: Bool
}

/// A comment.
struct LayoutComment: Hashable {
  /// The text from its `#` on.
  var text: String
  var start: Mark.Position
  var isAlone: Bool
  var isSpaced: Bool
  /// Whether the comment follows the `-` of an item or the `?` of a key.
  var isAfterIndicator: Bool

  /// Whether there is no space after the `#`; after text without quotes, such a comment would look
  /// like part of the text.
  var isTight: Bool { text.count > 1 && !(text.unicodeScalars.dropFirst().first?.isBlank ?? true) }
}

/// The comments at the beginning of a file that belong to the file.
struct LayoutHead {
  var comments: [LayoutComment] = []
  var isSpaced = false
}
