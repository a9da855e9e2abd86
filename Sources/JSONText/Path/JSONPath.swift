/// A query for places in a JSON value: the whole of RFC 9535.
///
/// Where the RFC leaves a choice: of a repeated key, a name leads to the last member, while `*`,
/// `..`, filters and `length` take each; members come in the order of the text; a regular expression
/// that is written in the path and is no I-Regexp is an error of the path, and one that is found in
/// the values matches nothing, as section 2.4.6 has it.
public struct JSONPath: Sendable, Hashable {
  /// The longest text of a path, in Unicode scalars.
  public static let maxLength = 1 << 16
  /// How many steps that lead to several places, parentheses, filters and functions may stand behind
  /// or in one another.
  public static let maxDepth = 128

  /// The steps from the root.
  let segments: [JSONPathSegment]

  /// Reads a path.
  ///
  /// - Parameter text: the path, such as `$.users[0]['First Name']` or `$..book[?@.price < 10]`.
  /// - Throws: `JSONPathError` where the text is no path, is longer than `maxLength` or deeper than
  ///   `maxDepth`.
  public init(_ text: String) throws(JSONPathError) {
    var parser = JSONPathParser(text)
    segments = try parser.parse()
  }

  init(segments: [JSONPathSegment]) {
    self.segments = segments
  }

  /// Whether the path can lead to one place at most (RFC 9535, section 2.3.5.1).
  public var isSingular: Bool {
    segments.allSatisfy(\.isSingular)
  }
}
