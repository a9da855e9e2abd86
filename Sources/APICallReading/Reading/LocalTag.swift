import APICallBase
package import YAMLTree

/// The tags that a spec may use.
enum LocalTag: String, CaseIterable {
  /// Placeholders are not read in the value and everything in it.
  case raw = "!raw"
  /// The field is removed, although the extended file has it.
  case unset = "!unset"
}

extension YAMLReader {
  package static let spec = YAMLReader(tags: LocalTag.allCases.map(\.rawValue))
}

extension Node.Tag {
  package static func raw(at mark: Mark) -> Node.Tag { Node.Tag(LocalTag.raw.rawValue, at: mark) }
}

extension Node {
  var isRaw: Bool { tag?.text == LocalTag.raw.rawValue }

  var isUnset: Bool { tag?.text == LocalTag.unset.rawValue }
}

extension SpecReading {
  /// Prepares a tree after all layers are merged: `!raw` is spread to everything inside, and a
  /// remaining `!unset` is a problem.
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

  /// Removes each `!unset` of a header field that another profile sets.
  private func dropRemovableHeaders(in root: inout Node) {
    guard !removableHeaders.isEmpty, var entries = root.entries,
      let index = entries.firstIndex(where: { $0.key == "headers" }),
      let headers = entries[index].value.entries
    else { return }
    entries[index].value.content = .mapping(
      headers.filter { !$0.value.isUnset || !removableHeaders.contains($0.key.lowercased()) })
    root.content = .mapping(entries)
  }

  /// Removes the `!unset` of an auth that another profile sets.
  private func dropRemovableAuth(in root: inout Node) {
    guard hasRemovableAuth, let entries = root.entries else { return }
    root.content = .mapping(entries.filter { $0.key != "auth" || !$0.value.isUnset })
  }

  /// Reports an entry that does not remove anything, possibly because of a mistyped name.
  ///
  /// Returns whether the entry is an `!unset`.
  private mutating func reportUnset(_ entry: Node.Entry, among entries: [Node.Entry]) -> Bool {
    guard entry.value.isUnset else { return false }
    let others = entries.lazy.filter { !$0.value.isUnset }.map(\.key)
    return reportUnset(entry.value, near: Nearest.word(to: entry.key, among: others))
  }

  /// Reports an `!unset` that does not remove anything.
  ///
  /// Returns whether the node is an `!unset`.
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
  package func entry(_ key: String) -> Entry? { entries?.first { $0.key == key } }

  /// The value with `!raw` only on the scalars that it applies to, so that it has the same effect
  /// in a merged map.
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

extension Node.Entry {
  /// The same field with another value, such as one of its items.
  func holding(_ value: Node) -> Node.Entry {
    Node.Entry(key: key, keyMark: keyMark, value: value)
  }
}
