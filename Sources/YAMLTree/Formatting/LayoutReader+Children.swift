extension LayoutReader {
  /// Reads the items or entries of a list or map, and gives the comments around them their places.
  ///
  /// - Parameters:
  ///   - node: what they are read into.
  ///   - event: how it begins.
  ///   - column: the column of the block around it; 0 outside of any.
  /// - Throws: a ``FormattingProblem`` where a comment has no place.
  mutating func readChildren(
    of node: inout LayoutNode, _ event: Event, outside column: Int
  ) throws(FormattingProblem) {
    var isList = false
    if case .sequenceStart = event.kind { isList = true }
    if !event.isBlock {
      // One pair in a list, `[a: 1]`, is a map without braces.
      if scanner.position < event.end { scanner.walkToContent() }
      scanner.jump(to: event.end)
    }
    for index in scanner.waiting.indices { scanner.waiting[index].isBehindIndicator = false }

    var children: [LayoutChild] = []
    while true {
      let next = try self.next()
      if case .collectionEnd = next.kind {
        try settle(&children, of: &node, isList: false)
        if !event.isBlock { scanner.jump(to: next.end) }
        break
      }
      let start = scanner.indicator ?? next.start
      try settle(&children, of: &node, isList: isList)
      var child = LayoutChild(value: node)
      child.isSpaced = scanner.isFirst(start) && scanner.isEmpty(start.line - 1)
      child.leading = takeAlone { !isList || !$0.isBehindIndicator }
      let inner = event.isBlock ? start.column : column
      if !isList {
        let key = try readNode(next, outside: inner)
        if let comment = key.opening { throw misplaced(comment) }
        child.key = key
      }
      child.value = try readNode(isList ? next : self.next(), outside: inner)
      if child.value.children.isEmpty {
        child.leading += child.value.tail + takeAlone { _ in true }
        child.value.tail = []
      }
      children.append(child)
    }
    node.content = isList ? .sequence(children) : .mapping(children)
    // A comment that is indented belongs to the block that it is indented with.
    node.tail = takeAlone { !event.isBlock || $0.start.column > column }
  }

  /// Gives the comments that stand behind something on their line to it.
  private mutating func settle(
    _ children: inout [LayoutChild], of node: inout LayoutNode, isList: Bool
  ) throws(FormattingProblem) {
    var others: [LayoutComment] = []
    for comment in scanner.waiting {
      if comment.isAlone || isList && comment.isBehindIndicator {
        others.append(comment)
      } else if let last = children.indices.last {
        guard children[last].value.closing == nil else { throw misplaced(comment) }
        children[last].value.closing = comment
      } else {
        guard node.opening == nil else { throw misplaced(comment) }
        node.opening = comment
      }
    }
    scanner.waiting = others
  }

  /// Gives the comment on the line on which a single value begins to it.
  mutating func takeOpening(of node: inout LayoutNode) throws(FormattingProblem) {
    for comment in scanner.waiting where !comment.isAlone {
      guard node.opening == nil else { throw misplaced(comment) }
      node.opening = comment
    }
    scanner.waiting.removeAll { !$0.isAlone }
  }

  /// Takes the first waiting comments that have lines of their own.
  private mutating func takeAlone(while fits: (LayoutComment) -> Bool) -> [LayoutComment] {
    let taken = scanner.waiting.prefix { $0.isAlone && fits($0) }
    scanner.waiting.removeFirst(taken.count)
    return Array(taken)
  }

  private func misplaced(_ comment: LayoutComment) -> FormattingProblem {
    .comment(comment.mark(in: source))
  }
}

extension LayoutComment {
  /// The comment's place.
  func mark(in source: Source) -> Mark {
    Mark(
      source: source, start: start,
      end: Mark.Position(line: start.line, column: start.column + text.unicodeScalars.count))
  }
}

extension LayoutNode {
  /// Puts comments above the first entry.
  mutating func addAbove(_ comments: [LayoutComment]) {
    switch content {
    case .mapping(var children) where !children.isEmpty:
      children[0].leading = comments + children[0].leading
      content = .mapping(children)
    case .sequence(var children) where !children.isEmpty:
      children[0].leading = comments + children[0].leading
      content = .sequence(children)
    default: tail = comments + tail
    }
  }
}
