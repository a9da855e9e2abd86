/// How far a path leads in a value in which it selects nothing.
package struct JSONPathReach: Sendable {
  /// The number of steps, from the first, that lead somewhere.
  package var steps: Int
  /// Where the next step leads nowhere; nil if there is no place to continue from, as after an
  /// empty list.
  package var end: JSONPathDeadEnd?
}

/// The place where a path ends because its next step leads nowhere.
package struct JSONPathDeadEnd: Sendable {
  package var steps: Int
  /// What is there; if there are several such places, at the first.
  package var contents: JSONContents
}

/// What a value is, for messages: its kind, and the first keys of a map.
package struct JSONContents: Sendable {
  /// The largest number of keys.
  package static let mostKeys = 100

  package var kind: JSONKind
  package var keys: [String] = []

  init(_ kind: JSONKind) { self.kind = kind }

  package init(_ value: JSONNode) {
    kind = value.kind
    if kind == .object { keys = value.members.prefix(Self.mostKeys).map(\.key) }
  }
}

extension JSONPath {
  /// How far the path leads in a value in which it selects nothing, including the steps before the
  /// value.
  ///
  /// Names and positions lead somewhere if one of the values that they come to has one, and any
  /// other step if one of them is a list or a map, or null, which is as good as an empty list. The
  /// steps after the first that can select several values ignore null.
  package func reach(
    in value: JSONNode, needingLists needsLists: Bool, after steps: Int = 0,
    patterns: (any JSONPathPatterns)? = nil
  ) throws(JSONPathEvaluationError) -> JSONPathReach {
    let limits = JSONPathLimits(for: value)
    var evaluation = JSONPathEvaluation(
      root: value, patterns: patterns, limits: limits, .init(needsLists: needsLists))
    var places = [UInt32(truncatingIfNeeded: value.index)]
    var isOfOne = steps == 0
    for (index, segment) in segments.enumerated() {
      var found = JSONPathFindings.all(limit: limits.places)
      var leads = false
      var end: Int?
      for place in places.map({ Int($0) }) {
        let kind = evaluation.tape[place].kind
        if kind == .null, !segment.isOfPlaces || !isOfOne {
          leads = leads || !segment.isOfPlaces
          continue
        }
        let count = found.count
        try evaluation.follow([segment], from: place, into: &found)
        if found.count > count || segment.fits(kind, needingLists: needsLists) {
          leads = true
        } else {
          end = end ?? place
        }
      }
      guard leads else {
        return JSONPathReach(
          steps: steps + index,
          end: end.map {
            JSONPathDeadEnd(
              steps: steps + index, contents: JSONContents(evaluation.value(at: $0)))
          })
      }
      isOfOne = isOfOne && segment.isSingular
      places = found.places
    }
    return JSONPathReach(steps: steps + segments.count)
  }

  package func prefix(_ count: Int) -> JSONPath {
    JSONPath(segments: Array(segments.prefix(count)))
  }

  package var stepCount: Int { segments.count }

  /// The number of steps before the first that can select several values.
  package var singularSteps: Int { segments.prefix(while: \.isSingular).count }

  /// Whether nothing is there where the path ends, rather than a value of another type.
  package func isMissing(at end: JSONPathDeadEnd) -> Bool {
    let kind = end.contents.kind
    if kind == .null { return true }
    return switch words(ofStep: end.steps) {
    case .member: kind == .object
    case .item: kind == .array
    case .places: kind == .object || kind == .array
    case .several: false
    }
  }

  /// What a step selects, in words for messages.
  package enum StepWords: Sendable {
    case member(String)
    case item(Int)
    case places
    /// Several values: items, or members too.
    case several(isOfList: Bool)
  }

  package func words(ofStep index: Int) -> StepWords {
    guard let selector = segments[index].only
    else { return segments[index].isOfPlaces ? .places : .several(isOfList: false) }
    switch selector {
    case .name(let name): return .member(String(decoding: name, as: UTF8.self))
    case .index(let index): return .item(index)
    case .items, .slice: return .several(isOfList: true)
    case .wildcard, .filter, .parameter: return .several(isOfList: false)
    }
  }
}

extension JSONPathSegment {
  /// Whether a step that can select several values may select any in a value of a kind.
  func fits(_ kind: JSONKind, needingLists needsLists: Bool) -> Bool {
    if isOfPlaces { return false }
    if kind == .null || kind == .array { return true }
    guard kind == .object else { return false }
    return isDescendant
      || selectors.contains { selector in
        switch selector {
        case .items: !needsLists
        case .slice, .name, .index: false
        case .parameter, .wildcard, .filter: true
        }
      }
  }

  /// Whether it selects only members and items by their names and positions.
  fileprivate var isOfPlaces: Bool {
    !isDescendant
      && selectors.allSatisfy { selector in
        switch selector {
        case .name, .index: true
        case .items, .slice, .parameter, .wildcard, .filter: false
        }
      }
  }
}
