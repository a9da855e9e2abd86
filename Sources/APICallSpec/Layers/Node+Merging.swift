package import YAMLTree

/// Layers are merged as YAML, before any field is read: each value keeps the mark of the file that
/// wrote it.
extension Node {
  /// Puts a layer of an endpoint over another one: see ``merged(onto:by:)``.
  ///
  /// - Parameter lower: the layer below; in both, `!raw` has been spread.
  /// - Returns: the merged endpoint.
  package func merged(onto lower: Node) -> Node { merged(onto: lower, by: .endpoint) }

  /// Puts a value over another one.
  ///
  /// Maps are merged key by key: a key of the lower layer keeps its place, new ones follow. An
  /// `!unset` removes what the lower layer has; where it has nothing, the `!unset` stays, to be
  /// reported. In both layers `!raw` has been spread.
  ///
  /// - Parameters:
  ///   - lower: the layer below.
  ///   - rule: how the two are merged.
  /// - Returns: the merged value.
  func merged(onto lower: Node, by rule: MergeRule) -> Node {
    guard let inner = rule.inner, !isUnset, let upper = entries, let below = lower.entries else {
      return self
    }
    var places = KeyPlaces(upper, ignoresCase: rule.ignoresCase)
    let displaced = rule.displaced(by: upper.filter { !$0.value.isUnset }.map(\.key))
    var result: [Entry] = []
    for entry in below {
      let over = places.take(entry.key)
      if let first = over.first {
        for index in over {
          var merged = upper[index]
          if index == first {
            merged.value = merged.value.merged(onto: entry.value, by: inner(merged.key))
          }
          if !merged.value.isUnset || entry.value.isUnset { result.append(merged) }
        }
      } else if !places.isTaken(entry.key), !displaced.contains(entry.key) {
        result.append(entry)
      }
    }
    for index in upper.indices where !places.taken[index] { result.append(upper[index]) }
    var merged = self
    merged.content = .mapping(result)
    return merged
  }

  /// The map that a single value is short for; itself where it is short for none.
  func spelledOut(by rule: MergeRule) -> Node {
    guard let key = rule.shorthand, let scalar, scalar.kind != .null, !isUnset else { return self }
    return Node(.mapping([Entry(key: key, keyMark: mark, value: self)]), at: mark)
  }

  /// The number of values in it, itself included, keys counted too.
  var size: Int {
    switch content {
    case .scalar: 1
    case .sequence(let items): items.reduce(1) { $0 + $1.size }
    case .mapping(let entries): entries.reduce(1) { $0 + 1 + $1.value.size }
    }
  }
}

/// Where the keys of a map stand.
private struct KeyPlaces {
  private let keys: [[UInt8]]
  private let ignoresCase: Bool
  /// Filled for large maps alone.
  private var index: [[UInt8]: [Int]] = [:]
  /// Which entries have been found.
  private(set) var taken: [Bool]

  init(_ entries: [Node.Entry], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    keys = entries.map { Self.folded($0.key, ignoresCase) }
    taken = entries.map { _ in false }
    guard keys.count > 16 else { return }
    for (place, key) in keys.enumerated() { index[key, default: []].append(place) }
  }

  /// The places of a key, those that were not found before.
  mutating func take(_ key: String) -> [Int] {
    let found = places(of: key).filter { !taken[$0] }
    for place in found { taken[place] = true }
    return found
  }

  /// Whether a key has been found before.
  func isTaken(_ key: String) -> Bool { places(of: key).contains { taken[$0] } }

  private func places(of key: String) -> [Int] {
    let key = Self.folded(key, ignoresCase)
    return index.isEmpty ? keys.indices.filter { keys[$0] == key } : index[key] ?? []
  }

  private static func folded(_ key: String, _ ignoresCase: Bool) -> [UInt8] {
    Array((ignoresCase ? key.lowercased() : key).utf8)
  }
}
