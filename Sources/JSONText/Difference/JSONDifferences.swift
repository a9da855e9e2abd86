/// Where a value differs from the expected one.
///
/// There are none if and only if the two are equal as `JSONValue.isEqual(to:)` has it: the order of
/// keys does not matter, the last of a repeated key counts, and numbers are compared as decimals.
///
/// A value of another kind is one difference, and so is a scalar that is not the same; objects are
/// compared member by member. What two lists have in common at their head and tail is set aside. The
/// rest is aligned so that what was put in or taken out is one difference each, and the elements that
/// are most alike are compared with one another; see `JSONAlignment` for where that ends.
///
/// The time taken is nearly proportional to the length of the texts, and depth costs no stack. Beside
/// the documents it takes up to 8 octets for each of their values and keys.
public struct JSONDifferences: Sendable {
  /// The first of them, in the order of the actual text; what an object lacks comes behind its
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
    let places = finder.first
    let (before, now) = (expected.document, actual.document)
    // Something that is missing has no place in the actual text, but what it is missing from has.
    let paths = JSONPath.shortPaths(
      of: places.map { JSONValue(document: now, index: $0.actualPlace) }, in: actual, from: path)
    first = zip(places, paths).map { place, path in
      switch place {
      case .pair(let old, let new):
        JSONDifference(
          path: path, expected: JSONValue(document: before, index: old),
          actual: JSONValue(document: now, index: new))
      case .missingMember(let old, _):
        JSONDifference(
          path: path + JSONPath.shortStep(to: JSONValue(document: before, index: old - 1)),
          expected: JSONValue(document: before, index: old), actual: nil)
      case .missingElement(let old, let position, _):
        JSONDifference(
          path: "\(path)[\(position)]", expected: JSONValue(document: before, index: old),
          actual: nil)
      case .unexpected(let new):
        JSONDifference(
          path: path, expected: nil, actual: JSONValue(document: now, index: new))
      }
    }
  }
}
