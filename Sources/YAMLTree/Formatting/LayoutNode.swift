/// A value as it was written: with its comments, anchors, aliases and style, which a ``Node`` leaves
/// out.
struct LayoutNode {
  enum Content {
    case scalar(LayoutScalar)
    case alias(String)
    case sequence([LayoutChild])
    case mapping([LayoutChild])
  }

  var content: Content
  /// The anchor and the tag as they were written, in their order.
  var properties: [String] = []
  /// Where the value begins.
  var start: Mark.Position
  /// The comment on the line on which the value begins.
  var opening: LayoutComment?
  /// The comment on the line on which the value ends, where that is another one.
  var closing: LayoutComment?
  /// The comments below the last child.
  var tail: [LayoutComment] = []
  /// Whether it is a list or a map in brackets or braces that begins and ends on one line.
  var isOnOneLine = false

  /// The items or entries; none where there can be none.
  var children: [LayoutChild] {
    switch content {
    case .sequence(let children), .mapping(let children): children
    case .scalar, .alias: []
    }
  }

  /// Parts the comments that belong to the file from those of its first entry: a line `#!`, what an
  /// editor reads, and all that an empty line or an anchor stands below.
  var withoutHead: (node: LayoutNode, head: LayoutHead) {
    guard case .mapping(var children) = content, !children.isEmpty else {
      return (self, LayoutHead())
    }
    let comments = children[0].leading
    guard properties.isEmpty else {
      // What stands above the anchor or tag is the file's, what stands below it the first entry's.
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
  /// The text of a list or a map that was written on one line, with its keys in order; nil for one that
  /// was not, or that holds what needs lines of its own.
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

  /// Whether text without quotes may not hold a character inside of brackets.
  private static func endsPlainText(_ character: Character) -> Bool {
    ",[]{}:?".contains(character)
  }

  /// The text of a value in a list or a map on one line.
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
        written.count == 1 && !written[0].isEmpty && !written[0].contains(where: Self.endsPlainText)
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
  /// The comments above it.
  var leading: [LayoutComment] = []
  /// Whether an empty line stands above it, below its comments.
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

/// A single value as it was written.
struct LayoutScalar {
  var value: Scalar
  /// The lines without their indentation.
  ///
  /// Of a block, the first one is its header (`|`, `>2-`) and those below keep what is deeper.
  var lines: [String]
  /// Whether it stands behind `|` or `>`.
  var isBlock: Bool
}

/// A comment.
struct LayoutComment: Hashable {
  /// The text from its `#` on.
  var text: String
  /// Where it stands.
  var start: Mark.Position
  /// Whether nothing else stands on its line.
  var isAlone: Bool
  /// Whether an empty line stands above it.
  var isSpaced: Bool
  /// Whether it stands behind the `-` of an item or the `?` of a key.
  var isBehindIndicator: Bool

  /// Whether its text begins right behind the `#`: behind text without quotes it would look like a
  /// part of that.
  var isTight: Bool { text.count > 1 && !(text.unicodeScalars.dropFirst().first?.isBlank ?? true) }
}

/// The comments at the beginning of a file that belong to the file.
struct LayoutHead {
  var comments: [LayoutComment] = []
  /// Whether an empty line stands below them.
  var isSpaced = false
}
