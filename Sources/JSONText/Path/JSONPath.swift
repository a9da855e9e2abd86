/// A query for places in a JSON value (RFC 9535).
///
/// Of the language there are `$`, `.name`, `['name']`, `["name"]`, `[0]`, `[-1]`, `.*` and `[*]`.
public struct JSONPath: Sendable, Hashable {
  /// The steps from the root.
  let segments: [JSONPathSegment]

  /// Reads a path.
  ///
  /// - Parameter text: the path, such as `$.users[0]['First Name']`.
  /// - Throws: `JSONPathError` where the text is no path, or uses a part of RFC 9535 that is not
  ///   supported here: `..`, slices, filters, several selectors in one pair of brackets.
  public init(_ text: String) throws(JSONPathError) {
    var parser = JSONPathParser(text)
    segments = try parser.parse()
  }

  /// Whether the path can lead to one place at most (RFC 9535, section 2.3.5.1).
  public var isSingular: Bool {
    segments.allSatisfy(\.isSingular)
  }

  /// Finds the values that the path leads to.
  ///
  /// A name leads to the last of repeated keys, as `JSONValue.subscript(_:)` does; `*` leads to
  /// every member.
  ///
  /// - Parameter value: the value that `$` stands for.
  /// - Returns: the values in the order they stand in; none where there is no such place.
  public func select(in value: JSONValue) -> [JSONValue] {
    var found = [value]
    for segment in segments {
      var next: [JSONValue] = []
      for value in found { segment.select(in: value, into: &next) }
      found = next
    }
    return found
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path in its shortest form: `$.users[0]['First Name']`.
  public var description: String {
    "$" + segments.map(\.description).joined()
  }
}
