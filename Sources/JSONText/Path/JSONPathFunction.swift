/// The functions of a filter (RFC 9535, sections 2.4.4 to 2.4.8).
public enum JSONPathFunction: String, Sendable, Hashable, CaseIterable {
  /// How many characters, elements or members a value has.
  case length
  /// How many places a query leads to.
  case count
  /// Whether a regular expression matches the whole of a text.
  case match
  /// Whether a regular expression matches in a text.
  case search
  /// The value of a query that leads to one place.
  case value

  /// What an argument or a result is (RFC 9535, section 2.4.1).
  public enum Kind: Sendable, Hashable {
    /// One JSON value, or Nothing.
    case value
    /// The places that a query leads to.
    case nodes
    /// Whether something holds.
    case logical
  }

  /// What each argument has to be.
  public var parameters: [Kind] {
    switch self {
    case .length: [.value]
    case .count, .value: [.nodes]
    case .match, .search: [.value, .value]
    }
  }

  /// What the function gives.
  public var result: Kind {
    switch self {
    case .length, .count, .value: .value
    case .match, .search: .logical
    }
  }
}
