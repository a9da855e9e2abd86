import YAMLTree

extension SpecReading {
  mutating func set(_ overrides: Overrides, in root: Node) -> Node {
    guard !overrides.isEmpty else { return root }
    var root = root
    for (key, entries) in [("headers", overrides.headers), ("query", overrides.query)] {
      guard let first = entries.first else { continue }
      let map = Node(.mapping(entries), at: first.keyMark)
      let field = Node.Entry(key: key, keyMark: first.keyMark, value: map)
      root = Node(.mapping([field]), at: first.keyMark).spreadingRaw().merged(onto: root)
    }
    if overrides.usesNetrc { root = usingNetrc(root) }
    for setting in overrides.settings {
      root = set(
        setting.value.spreadingRaw(), at: setting.path[...], in: root, called: "the file",
        by: .endpoint)
    }
    return root
  }

  private func usingNetrc(_ root: Node) -> Node {
    let auth = root.entry("auth")?.value
    let type = (auth?.entry("type")?.value ?? auth)?.scalar?.text
    guard type != Overrides.netrcType, var entries = root.entries else { return root }
    entries.removeAll { $0.key == "auth" }
    entries.append(Overrides.netrc)
    var root = root
    root.content = .mapping(entries)
    return root
  }

  private mutating func set(
    _ value: Node, at path: ArraySlice<OverridePath.Step>, in node: Node, called name: String,
    by rule: MergeRule?
  ) -> Node {
    guard let step = path.first else { return value }
    if let shorthand = rule?.shorthand, node.scalar != nil, path.isSole(shorthand) { return value }
    var node = rule.map(node.spelledOut) ?? node
    switch (step, node.content) {
    case (.key(let key, let mark), .mapping(let entries)):
      let ignoresCase = rule?.ignoresCase == true
      let found = entries.firstIndex {
        ignoresCase ? $0.key.lowercased() == key.lowercased() : $0.key == key
      }
      let inner = rule?.inner.map { $0(key) }
      guard let found else {
        let displaced = rule?.displaced(by: [key]) ?? []
        var kept = entries.filter { !displaced.contains($0.key) }
        let isShort = inner?.shorthand.map { path.dropFirst().isSole($0) } == true
        let whole = isShort ? value : made(value, at: path.dropFirst(), mark)
        kept.append(Node.Entry(key: key, keyMark: mark, value: whole))
        node.content = .mapping(kept)
        return node
      }
      var changed = entries
      if path.count == 1 {
        changed[found] = Node.Entry(key: key, keyMark: mark, value: value)
        if value.isUnset { changed.remove(at: found) }
      } else {
        changed[found].value = set(
          value, at: path.dropFirst(), in: entries[found].value, called: "'\(key)'", by: inner)
      }
      node.content = .mapping(changed)
    case (.item(let index, let mark), .sequence(var items)):
      guard items.indices.contains(index) else {
        report(
          "there is no item [\(index)]: the list has \(items.count)", at: mark,
          hint: "items are counted from 0")
        return node
      }
      items[index] = set(
        value, at: path.dropFirst(), in: items[index], called: "'\(step.text)'", by: nil)
      node.content = .sequence(items)
    case (_, .scalar(let scalar)) where scalar.kind == .null:
      return made(value, at: path, step.mark)
    default:
      report(
        "'\(step.text)' cannot be set: \(name) is \(node.typeName)", at: step.mark,
        hint: "set \(name) as a whole")
    }
    return node
  }

  private mutating func made(
    _ value: Node, at path: ArraySlice<OverridePath.Step>, _ mark: Mark
  ) -> Node {
    guard let step = path.first else { return value }
    guard case .key(let key, let mark) = step else {
      report(
        "there is no item \(step.text): the list does not exist yet", at: step.mark,
        hint: "set the whole list")
      return Node(.sequence([]), at: mark)
    }
    let inner = made(value, at: path.dropFirst(), mark)
    return Node(.mapping([Node.Entry(key: key, keyMark: mark, value: inner)]), at: mark)
  }
}

extension ArraySlice<OverridePath.Step> {
  fileprivate func isSole(_ key: String) -> Bool {
    guard count == 1, case .key(key, _) = first else { return false }
    return true
  }
}
