/// A place where a value is not what was expected.
public struct JSONDifference: Sendable {
  /// What is wrong at the place.
  public enum Kind: Sendable, Hashable {
    /// There is another value than the expected one.
    case changed
    /// Nothing is there, and something was expected.
    case missing
    /// Something is there, and nothing was expected.
    case unexpected
  }

  /// Where it is, in the actual value: `$.items[3].name`, `$['a b'][0]`.
  ///
  /// Names stand behind a dot where RFC 9535 allows it, and in brackets and quotes elsewhere. An
  /// element that is missing is not in the actual list: its own position is the one that it has in
  /// the expected list, behind the path of the actual one.
  public let path: String

  /// What was expected there, or nil if it is unexpected.
  public let expected: JSONValue?

  /// What is there, or nil if it is missing.
  public let actual: JSONValue?

  /// What is wrong there.
  public var kind: Kind {
    guard expected != nil else { return .unexpected }
    return actual == nil ? .missing : .changed
  }
}
