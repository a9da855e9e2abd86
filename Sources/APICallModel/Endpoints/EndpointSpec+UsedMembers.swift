import APICallLanguage
import JSONText

extension EndpointSpec {
  /// The members that each value of the response must have, because its rows, its expectations and
  /// its end use them without a default.
  package var usedMembers: [UsedMember] {
    if let items = pagination?.items, !items.path.path.isRoot {
      // The rest of the file uses the items.
      guard items.path.defaultValue == nil, let name = items.path.path.firstName else { return [] }
      return [UsedMember(name: name, mark: items.mark)]
    }
    var members = rows.usedMembers
    for test in stop?.tests ?? [] {
      if let name = test.path.firstName { members.append(UsedMember(name: name)) }
    }
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
    case .not: true
    case .any(let groups), .all(let groups): groups.joined().contains(where: \.allowsAbsence)
    default: false
    }
  }
}
