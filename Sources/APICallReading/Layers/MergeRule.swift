package import YAMLTree

/// How the values of a field are merged if two layers contain it; the rule depends on the field's
/// shape.
package struct MergeRule: Sendable {
  /// The rule for a key of a map; nil if the upper value replaces the lower one as a whole.
  let inner: (@Sendable (_ key: String) -> MergeRule)?
  /// Whether keys that differ only in case are the same.
  var ignoresCase = false
  /// The field of a map that is set by a single value in place of the map.
  var shorthand: String?
  var choices: [[Alternative]] = []

  /// One of several exclusive groups of fields: its presence removes the other groups of the lower
  /// layer.
  package struct Alternative: Sendable {
    /// The fields whose presence selects it.
    package let fields: [String]
    var companions: [String] = []
  }

  /// The upper value replaces the lower one.
  static let whole = MergeRule(inner: nil)

  static let endpoint = MergeRule(
    inner: { key in
      guard !payloads.contains(key), let field = EndpointFields.all.first(where: { $0.name == key })
      else { return .whole }
      if key == "expect" { return expectation(MergeRule(field.about.shape)) }
      if key == "outputs" { return MergeRule(inner: { _ in output }) }
      var rule = MergeRule(field.about.shape)
      if key == "paginate" { rule.choices = [waysToNextPage] }
      rule.shorthand = shorthands[key]
      return rule
    }, choices: [bodies, places])

  package static let bodies = [
    Alternative(fields: ["json"]), Alternative(fields: ["ndjson"]),
    Alternative(fields: ["form"], companions: ["form_style"]),
    Alternative(fields: ["multipart"], companions: ["type"]),
    Alternative(fields: ["text"], companions: ["type", "template", "escape"]),
    Alternative(fields: ["file"], companions: ["type", "template", "escape"]),
    Alternative(fields: ["graphql"]),
  ]

  /// Fields that are replaced as a whole although they are maps.
  private static let payloads =
    bodies.flatMap(\.fields) + ["examples", "auth", "stop", "select", "where", "shape"]

  private static let places = [
    Alternative(fields: ["url"]), Alternative(fields: ["host", "path"]),
  ]

  private static let waysToNextPage = [
    Alternative(fields: ["link"]), Alternative(fields: ["next"]),
    Alternative(fields: ["cursor"], companions: ["into"]), Alternative(fields: ["page"]),
    Alternative(fields: ["offset"]),
  ]

  /// In an expectation, a single duration is the longest accepted time.
  private static func expectation(_ fields: MergeRule) -> MergeRule {
    MergeRule(inner: { key in
      var rule = fields.inner?(key) ?? .whole
      if key == "time" { rule.shorthand = "max" }
      return rule
    })
  }

  /// The source of an output is replaced as a whole, because a pattern is written for a certain
  /// text.
  private static let output = MergeRule(
    inner: { _ in .whole },
    choices: [["from", "header", "trailer", "regex"].map { Alternative(fields: [$0]) }])

  /// The fields that a single value in place of a map sets.
  private static let shorthands = ["timeout": "total", "redirects": "follow", "retry": "times"]

  /// The fields of the lower layer that the upper layer displaces.
  ///
  /// Returns their names.
  func displaced(by upper: [String]) -> [String] {
    choices.flatMap { alternatives -> [String] in
      let isChosen = alternatives.map { $0.fields.contains(where: upper.contains) }
      guard isChosen.contains(true) else { return [] }
      let kept = zip(alternatives, isChosen).filter(\.1).flatMap { $0.0.fields + $0.0.companions }
      return alternatives.flatMap { $0.fields + $0.companions }.filter { !kept.contains($0) }
    }
  }
}

extension MergeRule {
  /// The rule for values of a shape: maps with defined keys are merged.
  init(_ shape: FieldShape) {
    switch shape {
    case .endpoint: self = .endpoint
    case .map(let shape, named: _, let keys):
      self.init(inner: { _ in MergeRule(shape) }, ignoresCase: keys.areOfHeaders)
    case .fields(let fields):
      self.init(inner: { key in
        fields().first { $0.name == key }.map { MergeRule($0.shape) } ?? .whole
      })
    case .bodyExpectation: self.init(inner: { _ in .whole })
    case .either(let shapes):
      self = shapes.lazy.map { MergeRule($0) }.first { $0.inner != nil } ?? .whole
    default: self = .whole
    }
  }
}

/// Layers are merged as YAML, before any field is read: each value keeps the mark of its own file.
extension Node {
  /// Merges a layer of an endpoint onto a lower one: see ``merged(onto:by:)``.
  package func merged(onto lower: Node) -> Node { merged(onto: lower, by: .endpoint) }

  /// Merges a value onto a lower one.
  ///
  /// Maps are merged key by key: a key of the lower layer keeps its place, new keys follow. An
  /// `!unset` removes the value of the lower layer; if there is none, the `!unset` stays, to be
  /// reported. In both layers, `!raw` has been spread.
  func merged(onto lower: Node, by rule: MergeRule) -> Node {
    guard let inner = rule.inner, !isUnset, let upper = entries, let below = lower.entries
    else { return self }
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

  /// The map that a single value stands for; the value itself if it is not a shorthand.
  func spelledOut(by rule: MergeRule) -> Node {
    guard let key = rule.shorthand, let scalar, scalar.kind != .null, !isUnset else { return self }
    return Node(.mapping([Entry(key: key, keyMark: mark, value: self)]), at: mark)
  }

  /// The number of values in it, counting itself and all keys.
  var size: Int {
    switch content {
    case .scalar: 1
    case .sequence(let items): items.reduce(1) { $0 + $1.size }
    case .mapping(let entries): entries.reduce(1) { $0 + 1 + $1.value.size }
    }
  }
}

/// The positions of the keys of a map.
private struct KeyPlaces {
  private let keys: [[UInt8]]
  private let ignoresCase: Bool
  /// Filled only for large maps.
  private var index: [[UInt8]: [Int]] = [:]
  private(set) var taken: [Bool]

  init(_ entries: [Node.Entry], ignoresCase: Bool) {
    self.ignoresCase = ignoresCase
    keys = entries.map { Self.folded($0.key, ignoresCase) }
    taken = entries.map { _ in false }
    guard keys.count > 16 else { return }
    for (place, key) in keys.enumerated() { index[key, default: []].append(place) }
  }

  mutating func take(_ key: String) -> [Int] {
    let found = places(of: key).filter { !taken[$0] }
    for place in found { taken[place] = true }
    return found
  }

  func isTaken(_ key: String) -> Bool { places(of: key).contains { taken[$0] } }

  private func places(of key: String) -> [Int] {
    let key = Self.folded(key, ignoresCase)
    return index.isEmpty ? keys.indices.filter { keys[$0] == key } : index[key] ?? []
  }

  private static func folded(_ key: String, _ ignoresCase: Bool) -> [UInt8] {
    Array((ignoresCase ? key.lowercased() : key).utf8)
  }
}
