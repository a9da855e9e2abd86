import JSONText

extension Endpoint {
  /// The members that each value of the response must have, because its rows and its expectations
  /// use them.
  package var usedMembers: [String] {
    var members = rows.usedMembers
    for expected in expectation.body where !expected.allowsAbsence {
      if case .path(let path) = expected.place, let name = path.path.firstName {
        members.append(name)
      }
    }
    return members
  }
}

extension BodyExpectation {
  /// Whether it holds for a part that is not there.
  fileprivate var allowsAbsence: Bool {
    matchers.contains { matcher in
      switch matcher.test {
      case .exists(let isThere): !isThere
      case .not, .any: true
      default: false
      }
    }
  }
}
