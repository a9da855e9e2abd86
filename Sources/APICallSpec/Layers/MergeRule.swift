package import YAMLTree

/// How the values of a field are merged when two layers write it: a matter of the field's shape.
package struct MergeRule: Sendable {
  /// The rule for a key of a map; nil if the upper value replaces the lower one as a whole.
  let inner: (@Sendable (_ key: String) -> MergeRule)?
  /// Whether keys that differ in the case of their letters alone are the same.
  var ignoresCase = false
  /// The field of a map that a single value in its place is short for.
  var shorthand: String?
  /// Groups of fields that exclude each other.
  var choices: [[Alternative]] = []

  /// One of several ways to say something: choosing it displaces the others of its group.
  package struct Alternative: Sendable {
    /// The fields whose presence chooses it.
    package let fields: [String]
    /// Fields that are of no use without it.
    var companions: [String] = []
  }

  /// The upper value replaces the lower one.
  static let whole = MergeRule(inner: nil)

  /// The rule for a whole endpoint.
  static let endpoint = MergeRule(
    inner: { key in
      guard !payloads.contains(key), let field = EndpointFields.all.first(where: { $0.name == key })
      else { return .whole }
      if key == "expect" { return expectation(MergeRule(field.about.shape)) }
      if key == "outputs" { return MergeRule(inner: { _ in output }) }
      var rule = MergeRule(field.about.shape)
      if key == "paginate" { rule.choices = [waysToNextPage] }
      rule.shorthand = shorthand(of: key)
      return rule
    }, choices: [bodies, places])

  /// The bodies, of which a call has one.
  package static let bodies = [
    Alternative(fields: ["json"]),
    Alternative(fields: ["form"], companions: ["form_style"]),
    Alternative(fields: ["multipart"], companions: ["type"]),
    Alternative(fields: ["text"], companions: ["type", "template"]),
    Alternative(fields: ["file"], companions: ["type", "template"]),
    Alternative(fields: ["graphql"]),
  ]

  /// Fields that mean one thing as a whole, though they are maps.
  private static let payloads = bodies.flatMap(\.fields) + ["examples", "auth", "stop"]

  /// Where a request goes, in one piece or in two.
  private static let places = [
    Alternative(fields: ["url"]), Alternative(fields: ["host", "path"]),
  ]

  /// What leads to the next page is one thing.
  private static let waysToNextPage = [
    Alternative(fields: ["link"]), Alternative(fields: ["next"]),
    Alternative(fields: ["cursor"], companions: ["into"]), Alternative(fields: ["page"]),
  ]

  /// Of what is expected, a time alone is the longest.
  private static func expectation(_ fields: MergeRule) -> MergeRule {
    MergeRule(inner: { key in
      var rule = fields.inner?(key) ?? .whole
      if key == "time" { rule.shorthand = ExpectationFields.TimeFields.shorthand }
      return rule
    })
  }

  /// What says where an output comes from says it as a whole: a pattern is for the text it was
  /// written for.
  private static let output = MergeRule(
    inner: { _ in .whole },
    choices: [["from", "header", "regex"].map { Alternative(fields: [$0]) }])

  private static func shorthand(of key: String) -> String? {
    switch key {
    case "timeout": TimeoutFields.shorthand
    case "redirects": RedirectFields.shorthand
    case "retry": RetryFields.shorthand
    default: nil
    }
  }

  /// The fields of the lower layer that are displaced by what the upper one chooses.
  ///
  /// - Parameter upper: the fields that the upper layer writes, but for those it removes.
  /// - Returns: their names.
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
  /// The rule for values of a shape: maps whose keys have a meaning each are merged.
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
