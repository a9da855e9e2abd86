/// The comments at the beginning of a file that belong to the file.
struct LayoutHead {
  var comments: [LayoutComment] = []
  /// Whether an empty line stands below them.
  var isSpaced = false
}

extension LayoutNode {
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
