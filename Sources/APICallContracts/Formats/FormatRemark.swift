/// A part of the values that a format did not print, for a message after the output.
package enum FormatRemark: Sendable, Hashable {
  /// Rows have members that are not columns.
  case surplusMembers(SurplusMembers)
  /// Rows are lists with more items than the first row.
  case surplusItems(rows: Int)

  /// The same remark without anything of the rows, which are made of a secret.
  package var withoutContents: FormatRemark {
    switch self {
    case .surplusMembers(let members): .surplusMembers(members.withoutNames)
    case .surplusItems: self
    }
  }
}

/// The members of rows that are not columns.
package struct SurplusMembers: Sendable, Hashable {
  /// The most names that are kept, whatever the number of rows.
  private static let most = 5
  /// The most bytes of a name that is kept.
  ///
  /// A longer one is left out: half a secret would not be recognised and masked.
  private static let longest = 100

  package private(set) var rows = 0
  /// The names that came first, in that order.
  package private(set) var names: [String] = []
  package private(set) var hasMore = false

  package init() {}

  package mutating func note(_ names: [String]) {
    rows += 1
    guard !hasMore || self.names.count < Self.most else { return }
    for name in names where !self.names.contains(name) {
      if self.names.count < Self.most, name.utf8.count <= Self.longest {
        self.names.append(name)
      } else {
        hasMore = true
      }
    }
  }

  fileprivate var withoutNames: SurplusMembers {
    var members = self
    members.names = []
    members.hasMore = true
    return members
  }
}
