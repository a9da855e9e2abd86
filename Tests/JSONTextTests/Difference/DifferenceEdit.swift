import SeededNumbers

/// One edit of a tree, at a random place.
struct DifferenceEdit {
  enum Kind { case changed, missing, unexpected }

  private(set) var kind = Kind.changed
  /// The place of the edit, as a normalized path.
  private(set) var path = "$"

  /// Makes the edit.
  init(of tree: inout DifferenceTree, _ random: inout SeededGenerator) {
    tree = edited(tree, &random)
  }

  private mutating func edited(
    _ tree: DifferenceTree, _ random: inout SeededGenerator
  ) -> DifferenceTree {
    switch tree {
    case .scalar(let text): return other(than: text, &random)
    case .array(var elements):
      let choice = random.below(8)
      if choice == 0 { return .scalar("\"new\"") }
      if choice == 1 || elements.isEmpty {
        kind = .unexpected
        let position = random.below(elements.count + 1)
        let copy = elements.isEmpty ? .scalar("7") : random.pick(elements)
        path += "[\(position)]"
        elements.insert(random.below(2) == 0 ? copy : .array([.scalar("7")]), at: position)
        return .array(elements)
      }
      let position = random.below(elements.count)
      path += "[\(position)]"
      if choice == 2 {
        kind = .missing
        elements.remove(at: position)
      } else {
        elements[position] = edited(elements[position], &random)
      }
      return .array(elements)
    case .object(var members):
      let choice = random.below(8)
      if choice == 0 { return .scalar("\"new\"") }
      if choice == 1 || members.isEmpty {
        kind = .unexpected
        path += "['a new one']"
        members.insert(("a new one", .scalar("[]")), at: random.below(members.count + 1))
        return .object(members)
      }
      let position = random.below(members.count)
      path += "['\(members[position].key.replacing("'", with: "\\'"))']"
      if choice == 2 {
        kind = .missing
        members.remove(at: position)
      } else {
        members[position].value = edited(members[position].value, &random)
      }
      members.shuffle(using: &random)
      return .object(members)
    }
  }

  private func other(than text: String, _ random: inout SeededGenerator) -> DifferenceTree {
    let values = ["17", "\"17\"", "[17]", "{\"17\":17}", "18.0", "\"\""]
    let value = random.pick(values)
    return .scalar(value == text ? "19" : value)
  }
}
