import Testing

@testable import JSONText

/// A JSON value as a tree that differences are applied to.
indirect enum DifferenceTree {
  case scalar(String)
  case array([DifferenceTree])
  case object([(key: String, value: DifferenceTree)])

  init(_ value: JSONNode) {
    switch value.kind {
    case .array: self = .array(value.elements.map { Self($0) })
    case .object:
      self = .object(
        value.members.filter { value[$0.key]?.range == $0.value.range }
          .map { ($0.key, Self($0.value)) })
    default: self = .scalar(value.text)
    }
  }

  var text: String {
    switch self {
    case .scalar(let text): text
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { JSONWriter.string($0.key) + ":" + $0.value.text }.joined(separator: ",")
        + "}"
    }
  }

  /// A difference, and the rest of its path.
  struct Change {
    var steps: ArraySlice<JSONPathSegment>
    let difference: JSONDifference

    init(_ difference: JSONDifference) throws {
      steps = try JSONPath(difference.path).segments[...]
      self.difference = difference
    }

    /// The name or position of the next step.
    var next: JSONPathSelector? {
      guard let selectors = steps.first?.selectors else { return nil }
      return selectors.first
    }

    var isHere: Bool { steps.count == 1 && difference.kind != .changed }

    var further: Change {
      var change = self
      change.steps = steps.dropFirst()
      return change
    }
  }

  /// Returns the tree with all differences applied: missing values removed, unexpected ones added,
  /// and changed ones replaced.
  func applying(_ changes: [Change]) throws -> DifferenceTree {
    if let change = changes.first(where: { $0.steps.isEmpty }) {
      #expect(changes.count == 1)
      return DifferenceTree(try #require(change.difference.actual))
    }
    switch self {
    case .scalar:
      #expect(changes.isEmpty)
      return self
    case .array(let elements): return .array(try apply(changes, to: elements))
    case .object(let members): return .object(try apply(changes, to: members))
    }
  }

  private func apply(
    _ changes: [Change], to elements: [DifferenceTree]
  ) throws -> [DifferenceTree] {
    var placed: [(position: Int, change: Change)] = []
    for change in changes {
      guard case .index(let position) = change.next else {
        Issue.record("no position: \(change.difference.path)")
        continue
      }
      placed.append((position, change))
    }
    var elements = elements
    for (position, change) in placed.reversed()
    where change.isHere && change.difference.kind == .missing {
      elements.remove(at: position)
    }
    for (position, change) in placed where change.isHere {
      guard let actual = change.difference.actual else { continue }
      elements.insert(DifferenceTree(actual), at: position)
    }
    for position in elements.indices {
      let deeper = placed.filter { $0.position == position && !$0.change.isHere }
      elements[position] = try elements[position].applying(deeper.map(\.change.further))
    }
    return elements
  }

  private func apply(
    _ changes: [Change], to members: [(key: String, value: DifferenceTree)]
  ) throws -> [(key: String, value: DifferenceTree)] {
    var members = members
    for change in changes {
      guard case .name(let bytes) = change.next else {
        Issue.record("no name: \(change.difference.path)")
        continue
      }
      let name = String(decoding: bytes, as: UTF8.self)
      let place = members.firstIndex { $0.key == name }
      switch change.difference.kind {
      case .missing where change.isHere: members.remove(at: try #require(place))
      case .unexpected where change.isHere:
        #expect(place == nil)
        members.append((name, DifferenceTree(try #require(change.difference.actual))))
      default: #expect(place != nil)
      }
    }
    return try members.map { member in
      let deeper = changes.filter {
        !$0.isHere && $0.next == .name(Array(member.key.utf8))
      }
      return (member.key, try member.value.applying(deeper.map(\.further)))
    }
  }
}
