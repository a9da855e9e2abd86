extension JSONDifferenceFinder {
  /// The steps that compare two objects that are not written alike.
  mutating func memberSteps(from old: Int, to new: Int) -> [JSONDifferencePlace] {
    let wanted = JSONCountedMembers(of: JSONValue(document: expected, index: old))
    let found = JSONCountedMembers(of: JSONValue(document: actual, index: new))
    var steps: [JSONDifferencePlace] = []
    var isFound = [Bool](repeating: false, count: wanted.members.count)
    // Objects most often have the same keys in the same order.
    var guess = 0
    for (key, value) in found.members {
      let key = JSONValue(document: actual, index: key)
      guard let position = wanted.position(of: key, near: guess) else {
        steps.append(.unexpected(value))
        continue
      }
      guess = position + 1
      isFound[position] = true
      let other = wanted.members[position].value
      if !hasSameOctets(other, value) { steps.append(.pair(other, value)) }
    }
    for (position, member) in wanted.members.enumerated() where !isFound[position] {
      steps.append(.missingMember(member.value, in: new))
    }
    return steps
  }
}
