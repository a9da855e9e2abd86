/// Where a value differs from the expected one.
///
/// There are none if and only if the two are equal as `JSONValue.isEqual(to:)` has it: the order of
/// keys does not matter, the last of a repeated key counts, and numbers are compared as decimals.
///
/// A value of another kind is one difference, and so is a scalar that is not the same; objects are
/// compared member by member. What two lists have in common, in its order, is set aside, and so what
/// was put in or taken out is one difference each. Of the rest, elements that are alike are compared
/// with one another. Lists that are long, and differ in a long part of it, are compared by position.
///
/// The time taken is nearly proportional to the length of the texts, and depth costs no stack. Beside
/// the documents it takes 8 octets for each of their values and keys.
public struct JSONDifferences: Sendable {
  /// The first of them, in the order of the actual text; what an object lacks comes after its
  /// members, in the order of the expected text.
  public let first: [JSONDifference]

  /// How many there are in all.
  public let count: Int

  /// Compares two values.
  ///
  /// - Parameters:
  ///   - expected: the value as it should be.
  ///   - actual: the value as it is, of the same document or another.
  ///   - path: where the actual value stands; paths begin with this.
  ///   - limit: how many differences are kept in `first`; the rest are counted.
  public init(
    from expected: JSONValue, to actual: JSONValue, at path: String = "$", limit: Int = 10
  ) {
    var finder = JSONDifferenceFinder(from: expected, to: actual, limit: limit)
    finder.find()
    count = finder.count
    // Something that is missing has no place in the actual text, but what it is missing from has.
    let places = finder.first.map { JSONValue(document: actual.document, index: $0.actualPlace) }
    let paths = JSONPath.shortPaths(of: places, in: actual, from: path)
    first = zip(finder.first, paths).map { place, path in
      let value = { JSONValue(document: expected.document, index: $0) }
      let found = JSONValue(document: actual.document, index: place.actualPlace)
      return switch place {
      case .pair(let old, _): JSONDifference(path: path, expected: value(old), actual: found)
      case .missingMember(let old, _):
        JSONDifference(
          path: path + JSONPath.shortStep(to: value(old - 1)), expected: value(old), actual: nil)
      case .missingElement(let old, let position, _):
        JSONDifference(path: "\(path)[\(position)]", expected: value(old), actual: nil)
      case .unexpected: JSONDifference(path: path, expected: nil, actual: found)
      }
    }
  }
}

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
  /// Names stand after a dot where RFC 9535 allows it, and in brackets and quotes elsewhere. An
  /// element that is missing is not in the actual list: its own position is the one that it has in
  /// the expected list, after the path of the actual one.
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
