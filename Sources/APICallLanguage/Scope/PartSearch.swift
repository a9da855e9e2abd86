import APICallText
import JSONText

/// Steps into a value, from the outside in.
struct PartSearch {
  private(set) var value: Value

  init(_ value: Value) { self.value = value }

  /// What a step leads to.
  enum Result {
    case found
    /// The map has no such member, the list is shorter, or the value is null.
    case missing
    /// The value cannot have members, or items.
    case impossible
  }

  /// Goes to a part of the value; without one, the value stays.
  mutating func enter(_ step: Reference.Step) -> Result {
    guard case .json(let json) = value else { return .impossible }
    let part: JSONNode?
    switch (step, json.kind) {
    case (_, .null): return .missing
    case (.member(let key), .object): part = json[key]
    case (.item(let index), .array): part = json[index]
    default: return .impossible
    }
    guard let part else { return .missing }
    value = Value(part)
    return .found
  }

  static func finds(_ path: [Reference.Step], in whole: Value) -> Bool {
    var search = PartSearch(whole)
    return path.allSatisfy { search.enter($0) == .found }
  }

  var isList: Bool { if case .json(let json) = value { json.kind == .array } else { false } }

  static func repeatedKey(on steps: ArraySlice<Reference.Step>, in whole: Value) -> Int? {
    var part = PartSearch(whole)
    for index in steps.indices {
      if case .member(let key) = steps[index], case .json(let json) = part.value,
        json.members.places.count(where: { $0.key.string?.utf8.elementsEqual(key.utf8) == true })
          > 1
      {
        return index
      }
      guard case .found = part.enter(steps[index]) else { return nil }
    }
    return nil
  }

  /// The type of the value, and for a list its length if an item is missing.
  func typeName(for step: Reference.Step) -> String {
    guard case .item = step, case .json(let json) = value, json.kind == .array
    else { return value.typeName }
    return "a list of \(json.count.counted("item"))"
  }
}
