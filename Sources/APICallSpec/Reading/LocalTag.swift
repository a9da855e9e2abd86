import APICallBase
package import YAMLTree

/// The tags that a spec may use.
enum LocalTag: String, CaseIterable {
  /// Placeholders are switched off in the value and all that is in it.
  case raw = "!raw"
  /// The field is removed, though the file that is extended has it.
  case unset = "!unset"
}

extension YAMLReader {
  /// Reads the files of the spec format.
  package static let spec = YAMLReader(tags: LocalTag.allCases.map(\.rawValue))
}

extension Node {
  /// Whether placeholders are switched off here.
  var isRaw: Bool { tag?.text == LocalTag.raw.rawValue }

  /// Whether the value removes an inherited one.
  var isUnset: Bool { tag?.text == LocalTag.unset.rawValue }
}

extension SpecReading {
  /// Prepares a tree for the fields, once all that it inherits is in it: `!raw` goes to all that is
  /// inside, and an `!unset` that is left over is a problem.
  ///
  /// - Parameter root: the tree.
  /// - Returns: the tree without the entries and items that were to be removed.
  mutating func settle(_ root: Node?) -> Node? {
    guard var root else { return nil }
    dropRemovableHeaders(in: &root)
    dropRemovableAuth(in: &root)
    if root.isUnset {
      reportUnset(root)
      ignore(root.mark)
    }
    return settled(root, inside: nil)
  }

  private mutating func settled(_ node: Node, inside raw: Node.Tag?) -> Node {
    var node = node
    if node.tag == nil { node.tag = raw }
    let raw = node.isRaw ? node.tag : nil
    switch node.content {
    case .scalar: break
    case .sequence(let items):
      var kept: [Node] = []
      for item in items where !reportUnset(item) { kept.append(settled(item, inside: raw)) }
      node.content = .sequence(kept)
    case .mapping(let entries):
      var kept: [Node.Entry] = []
      for var entry in entries where !reportUnset(entry, among: entries) {
        entry.value = settled(entry.value, inside: raw)
        kept.append(entry)
      }
      node.content = .mapping(kept)
    }
    return node
  }

  /// Leaves out what removes a header field that another profile has.
  private func dropRemovableHeaders(in root: inout Node) {
    guard !removableHeaders.isEmpty, var entries = root.entries,
      let index = entries.firstIndex(where: { $0.key == "headers" }),
      let headers = entries[index].value.entries
    else { return }
    entries[index].value.content = .mapping(
      headers.filter { !$0.value.isUnset || !removableHeaders.contains($0.key.lowercased()) })
    root.content = .mapping(entries)
  }

  /// Leaves out what removes the auth that another profile has.
  private func dropRemovableAuth(in root: inout Node) {
    guard hasRemovableAuth, let entries = root.entries else { return }
    root.content = .mapping(entries.filter { $0.key != "auth" || !$0.value.isUnset })
  }

  /// Notes an entry that removes nothing: a name that is mistyped, perhaps.
  ///
  /// - Returns: whether it is one.
  private mutating func reportUnset(_ entry: Node.Entry, among entries: [Node.Entry]) -> Bool {
    guard entry.value.isUnset else { return false }
    let others = entries.lazy.filter { !$0.value.isUnset }.map(\.key)
    return reportUnset(entry.value, near: Nearest.word(to: entry.key, among: others))
  }

  /// Notes an `!unset` that removes nothing.
  ///
  /// - Parameters:
  ///   - node: what may be one.
  ///   - near: the name that may have been meant.
  /// - Returns: whether the node is one.
  @discardableResult
  mutating func reportUnset(_ node: Node, near: String? = nil) -> Bool {
    guard node.isUnset, let tag = node.tag else { return false }
    guard !isPartial else { return true }
    report(
      "'!unset' removes an inherited field, but nothing is inherited here", at: tag.mark,
      hint: near.map { "did you mean '\($0)'?" }
        ?? "remove the line, or write null or \"\" for a value")
    return true
  }
}

extension Node {
  /// Finds an entry of a map.
  package func entry(_ key: String) -> Entry? { entries?.first { $0.key == key } }

  /// The value with `!raw` on each scalar that it holds for, and on nothing else: so it means the
  /// same in a map that is merged.
  package func spreadingRaw(inside raw: Tag? = nil) -> Node {
    var node = self
    let raw = isRaw ? tag : isUnset ? nil : raw
    switch content {
    case .scalar: if tag == nil { node.tag = raw }
    case .sequence(let items):
      if isRaw { node.tag = nil }
      node.content = .sequence(items.map { $0.spreadingRaw(inside: raw) })
    case .mapping(let entries):
      if isRaw { node.tag = nil }
      node.content = .mapping(
        entries.map { entry in
          var entry = entry
          entry.value = entry.value.spreadingRaw(inside: raw)
          return entry
        })
    }
    return node
  }
}

extension Source {
  /// Whether it was written on the command line: such sources are named for options.
  package var isOption: Bool { name.hasPrefix("--") }
}

extension Node.Entry {
  /// The same field with another value, such as one of its items.
  func holding(_ value: Node) -> Node.Entry {
    Node.Entry(key: key, keyMark: keyMark, value: value)
  }
}
