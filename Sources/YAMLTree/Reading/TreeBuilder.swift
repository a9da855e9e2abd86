/// Builds a tree from libyaml's events and collects problems on the way.
struct TreeBuilder {
  private let events: YAMLEventStream
  private let source: Source
  private let limits: YAMLLimits
  private let tags: [String]
  private var anchors = Anchors()
  private var nodeCount = 0
  private var aliasBytes = 0

  private(set) var problems: [YAMLProblem] = []
  /// Text that is YAML, but probably a mistake.
  private(set) var suspicions: Suspicions

  init(_ events: YAMLEventStream, _ source: Source, limits: YAMLLimits, tags: [String]) {
    self.events = events
    self.source = source
    self.limits = limits
    self.tags = tags
    suspicions = Suspicions(source, limit: limits.problems)
  }

  /// Reads the first document and checks whether there is another one.
  ///
  /// Returns the document's value, or nil if there is no document.
  mutating func readDocument() throws(YAMLProblem) -> Node? {
    var root: Node?
    while true {
      let event = try events.next()
      switch event.kind {
      case .streamEnd: return root
      case .document where root == nil:
        root = try readNode(events.next(), depth: 0).node
      case .document:
        report(.severalDocuments, at: mark(of: event))
        return root
      default: continue
      }
    }
  }

  /// Reads the value that begins with an event, inside `depth` lists and maps.
  private mutating func readNode(
    _ event: YAMLEvent, depth: Int
  ) throws(YAMLProblem) -> Subtree {
    let tag = usableTag(of: event)
    try count(1, at: event)
    switch event.kind {
    case .scalar(let scalar):
      suspicions.look(at: scalar, of: event, inside: events.flow)
      var node = Node(.scalar(scalar), at: mark(of: event))
      node.tag = tag
      let subtree = Subtree(
        node: node, height: 0, size: 1, bytes: scalar.text.utf8.count, end: event.end)
      anchors.close(event.anchor, as: subtree)
      return subtree
    case .list, .map:
      return try readCollection(event, tag: tag, depth: depth)
    case .alias(let name): return try expand(name, event, depth: depth)
    default: return placeholder(at: event)
    }
  }

  /// Returns the tag of a value; an unknown tag is reported and left out.
  private mutating func usableTag(of event: YAMLEvent) -> Node.Tag? {
    guard let tag = event.tag else { return nil }
    guard tags.contains(tag.text) else {
      report(.tag(tag.text), at: tag.mark)
      return nil
    }
    return tag
  }

  private mutating func readCollection(
    _ event: YAMLEvent, tag: Node.Tag?, depth: Int
  ) throws(YAMLProblem) -> Subtree {
    let start = mark(of: event)
    guard depth < limits.effectiveDepth else {
      throw YAMLProblem(.tooDeep(limit: limits.effectiveDepth), at: start)
    }
    let serial = anchors.open(event.anchor, at: start)
    let countBefore = nodeCount - 1
    var subtree = placeholder(at: event)
    subtree.isPlaceholder = false
    if case .list = event.kind {
      try readItems(into: &subtree, isBlock: event.isBlock, depth: depth + 1)
    } else {
      try readEntries(into: &subtree, isBlock: event.isBlock, depth: depth + 1)
    }
    subtree.node.mark.end = subtree.end
    subtree.node.tag = tag
    subtree.height += 1
    subtree.size = nodeCount - countBefore
    anchors.close(event.anchor, serial: serial, as: subtree)
    return subtree
  }

  private mutating func readItems(
    into list: inout Subtree, isBlock: Bool, depth: Int
  ) throws(YAMLProblem) {
    var items: [Node] = []
    var pair: YAMLEvent?
    while let event = try nextChild(of: &list, isBlock: isBlock) {
      if !isBlock { suspicions.look(at: event, after: &pair, inside: events.flow) }
      let item = try readNode(event, depth: depth)
      list.include(item)
      items.append(item.node)
    }
    list.node.content = .sequence(items)
  }

  private mutating func readEntries(
    into map: inout Subtree, isBlock: Bool, depth: Int
  ) throws(YAMLProblem) {
    var entries: [Node.Entry] = []
    var index = KeyIndex()
    var pair: YAMLEvent?
    while let event = try nextChild(of: &map, isBlock: isBlock) {
      if !isBlock { suspicions.look(at: event, after: &pair, inside: events.flow) }
      let key = try readNode(event, depth: depth)
      map.include(key)
      let keyMark = Mark(source: source, start: event.start, end: key.end)
      let keyText = usableText(of: key, at: keyMark, among: entries, index: &index)
      let next = try events.next()
      if !isBlock {
        suspicions.look(at: next, after: &pair, inside: events.flow)
        suspicions.look(at: next, asValueOf: event, inside: events.flow)
      }
      let value = try readNode(next, depth: depth)
      map.include(value)
      if let keyText {
        entries.append(Node.Entry(key: keyText, keyMark: keyMark, value: value.node))
      }
    }
    map.node.content = .mapping(entries)
  }

  /// Returns the next event inside a list or map, or nil at its end.
  ///
  /// For libyaml, a block ends where the next token begins, often lines below; for us it ends with
  /// its last value.
  private func nextChild(
    of collection: inout Subtree, isBlock: Bool
  ) throws(YAMLProblem) -> YAMLEvent? {
    let event = try events.next()
    guard case .end = event.kind else { return event }
    if !isBlock { collection.end = event.end }
    return nil
  }

  /// Returns a key's text, or nil for a key that was reported and whose entry is left out.
  private mutating func usableText(
    of key: Subtree, at mark: Mark, among entries: [Node.Entry], index: inout KeyIndex
  ) -> String? {
    guard !key.isPlaceholder else { return nil }
    guard let scalar = key.node.scalar else {
      report(.complexKey(key.node.typeName), at: mark)
      return nil
    }
    if scalar.style == .plain, scalar.text.isEmpty {
      report(.emptyKey, at: mark)
      return nil
    }
    if scalar.style == .plain, scalar.text == "<<" {
      report(.mergeKey, at: mark)
      return nil
    }
    if let first = index.place(of: scalar.text, in: entries) {
      report(.duplicateKey(scalar.text), at: mark, related: entries[first].keyMark)
      return nil
    }
    return scalar.text
  }

  private mutating func expand(
    _ name: String, _ event: YAMLEvent, depth: Int
  ) throws(YAMLProblem) -> Subtree {
    switch anchors[name] {
    case nil:
      report(.undefinedAlias(name), at: mark(of: event))
      return placeholder(at: event)
    case .open(let anchor, _):
      report(.recursiveAlias(name), at: mark(of: event), related: anchor)
      return placeholder(at: event)
    case .closed(var subtree):
      guard depth + subtree.height <= limits.effectiveDepth else {
        throw YAMLProblem(.tooDeep(limit: limits.effectiveDepth), at: mark(of: event))
      }
      try count(subtree.size - 1, at: event)
      aliasBytes += subtree.bytes
      guard aliasBytes <= limits.effectiveAliasBytes else {
        throw YAMLProblem(.tooMuchByAliases(limit: limits.aliasBytes), at: mark(of: event))
      }
      subtree.end = event.end
      return subtree
    }
  }

  private mutating func count(_ nodes: Int, at event: YAMLEvent) throws(YAMLProblem) {
    nodeCount += nodes
    guard nodeCount > limits.effectiveNodes else { return }
    var byAlias = false
    if case .alias = event.kind { byAlias = true }
    throw YAMLProblem(.tooManyNodes(limit: limits.nodes, byAlias: byAlias), at: mark(of: event))
  }

  private func placeholder(at event: YAMLEvent) -> Subtree {
    let node = Node(.scalar(Scalar("", style: .plain)), at: mark(of: event))
    return Subtree(node: node, height: 0, size: 1, end: event.end, isPlaceholder: true)
  }

  private mutating func report(_ kind: YAMLProblem.Kind, at mark: Mark, related: Mark? = nil) {
    guard problems.count < limits.problems else { return }
    problems.append(YAMLProblem(kind, at: mark, related: related))
  }

  private func mark(of event: YAMLEvent) -> Mark {
    Mark(source: source, start: event.start, end: event.end)
  }
}

extension Subtree {
  fileprivate mutating func include(_ child: Subtree) {
    height = max(height, child.height)
    bytes += child.bytes
    end = child.end
  }
}
