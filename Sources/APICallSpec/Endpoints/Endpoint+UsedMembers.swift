import JSONText

extension Endpoint {
  /// The members that each value of the response must have, because its rows and its expectations
  /// use them without a default.
  package var usedMembers: [UsedMember] {
    var members = rows.usedMembers
    for expected in expectation.body where !expected.matchers.contains(where: \.allowsAbsence) {
      if case .path(let path) = expected.place, path.defaultValue == nil,
        let name = path.path.firstName
      {
        members.append(UsedMember(name: name, mark: expected.mark))
      }
    }
    return members
  }
}

extension Matcher {
  /// Whether it can pass for a part that is not there.
  fileprivate var allowsAbsence: Bool {
    switch test {
    case .exists(let isThere): !isThere
    case .not, .any: true
    case .all(let groups): groups.joined().contains(where: \.allowsAbsence)
    default: false
    }
  }
}
