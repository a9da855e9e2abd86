/// Reads a text that is known to be correct, with everything that the formatter has to keep.
struct LayoutReader {
  private let events: YAMLEventStream
  let source: Source
  var scanner: LayoutScanner

  init(_ events: YAMLEventStream, _ source: Source) {
    self.events = events
    self.source = source
    scanner = LayoutScanner(source)
  }

  /// Reads the document.
  ///
  /// Returns its value; nil if it has none.
  mutating func read() throws(FormattingProblem) -> LayoutNode? {
    var root: LayoutNode?
    while true {
      let event = try next()
      switch event.kind {
      case .streamEnd:
        if let place = scanner.directive {
          throw .directive(Mark(source: source, start: place))
        }
        root?.tail += scanner.waiting
        return root
      case .document:
        scanner.walk(to: event.end)
        let first = try next()
        // Comments above the document are above its first key, whatever else is between.
        for index in scanner.waiting.indices { scanner.waiting[index].isAlone = true }
        let before = scanner.waiting
        scanner.waiting = []
        root = try readNode(first, outside: 0)
        root?.addAbove(before)
      default: scanner.walk(to: event.end)
      }
    }
  }

  mutating func next() throws(FormattingProblem) -> YAMLEvent {
    let event: YAMLEvent
    do {
      event = try events.next()
    } catch {
      throw .unreadable(error.mark)
    }
    scanner.beginGap()
    scanner.walk(to: event.start)
    return event
  }

  /// Reads the value that begins with an event.
  mutating func readNode(
    _ event: YAMLEvent, outside column: Int
  ) throws(FormattingProblem) -> LayoutNode {
    var properties: [String] = []
    for property in [event.anchor, event.tag?.text] where property != nil {
      properties.append(scanner.takeWord())
    }
    var node = LayoutNode(content: .alias(""), properties: properties, start: event.start)
    switch event.kind {
    case .scalar(let scalar):
      var lines: [String] = []
      if event.isBlock {
        lines = scanner.takeBlock(scalar, inside: max(0, column - 1))
      } else if scanner.position < event.end {
        lines = scanner.takeLines(to: event.end)
      }
      node.content = .scalar(LayoutScalar(value: scalar, lines: lines, isBlock: event.isBlock))
    case .list, .map: try readChildren(of: &node, event, outside: column)
    case .alias(let name):
      node.content = .alias(name)
      scanner.jump(to: event.end)
    default: break
    }
    if node.children.isEmpty { try takeOpening(of: &node) }
    return node
  }

  /// Reads the items or entries of a list or map, and assigns the comments around them.
  mutating func readChildren(
    of node: inout LayoutNode, _ event: YAMLEvent, outside column: Int
  ) throws(FormattingProblem) {
    var isList = false
    if case .list = event.kind { isList = true }
    if !event.isBlock {
      // One pair in a list, `[a: 1]`, is a map without braces.
      if scanner.position < event.end { scanner.walkToContent() }
      scanner.jump(to: event.end)
    }
    for index in scanner.waiting.indices { scanner.waiting[index].isAfterIndicator = false }

    var children: [LayoutChild] = []
    while true {
      let next = try self.next()
      if case .end = next.kind {
        try settle(&children, of: &node, isList: false)
        if !event.isBlock {
          scanner.jump(to: next.end)
          node.isOnOneLine = event.start.line == next.end.line
        }
        break
      }
      let start = scanner.indicator ?? next.start
      try settle(&children, of: &node, isList: isList)
      var child = LayoutChild(value: node)
      child.isSpaced = scanner.isFirst(start) && scanner.isEmpty(start.line - 1)
      child.leading = takeAlone { !isList || !$0.isAfterIndicator }
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
    // An indented comment belongs to the block with the same indentation.
    node.tail = takeAlone { !event.isBlock || $0.start.column > column }
  }

  private mutating func settle(
    _ children: inout [LayoutChild], of node: inout LayoutNode, isList: Bool
  ) throws(FormattingProblem) {
    var others: [LayoutComment] = []
    for comment in scanner.waiting {
      if comment.isAlone || isList && comment.isAfterIndicator {
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

  mutating func takeOpening(of node: inout LayoutNode) throws(FormattingProblem) {
    for comment in scanner.waiting where !comment.isAlone {
      guard node.opening == nil else { throw misplaced(comment) }
      node.opening = comment
    }
    scanner.waiting.removeAll { !$0.isAlone }
  }

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
  func mark(in source: Source) -> Mark {
    Mark(
      source: source, start: start,
      end: Mark.Position(line: start.line, column: start.column + text.unicodeScalars.count))
  }
}

extension LayoutNode {
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
