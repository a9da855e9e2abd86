/// A JSON text in memory, as its own octets and a flat list of where its values stand.
///
/// Nothing is decoded until it is asked for, so that every key, number and escape is still there as
/// it came. Beside the octets it takes 16 octets for each value and key. Its values share it.
public final class JSONDocument: Sendable {
  /// The longest text that a document holds, in octets: 4 GiB less one.
  public static let maxLength = Int(UInt32.max)

  /// The text, exactly as given.
  public let octets: [UInt8]

  let tape: [JSONTapeEntry]

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - octets: one JSON value with white space around it, in UTF-8.
  ///   - maxDepth: how many arrays and objects may stand in one another.
  /// - Throws: `JSONSyntaxError` where the text is not JSON, is nested beyond `maxDepth` or is
  ///   longer than `maxLength`.
  public init(_ octets: [UInt8], maxDepth: Int = 512) throws(JSONSyntaxError) {
    guard octets.count <= Self.maxLength else {
      throw JSONSyntaxError(.tooLong(limit: Self.maxLength), offset: 0, line: 1, column: 1)
    }
    var scanner = JSONScanner(maxDepth: maxDepth)
    var builder = JSONTapeBuilder()
    builder.tape.reserveCapacity(octets.span.valueBound)
    try scanner.push(octets.span, into: &builder)
    try scanner.finish(into: &builder)
    self.octets = octets
    tape = builder.tape
  }

  /// Reads a text that is a string, as tests and inline documents do.
  ///
  /// - Parameters:
  ///   - text: one JSON value with white space around it.
  ///   - maxDepth: how many arrays and objects may stand in one another.
  /// - Throws: `JSONSyntaxError` where the text is not JSON.
  public convenience init(text: String, maxDepth: Int = 512) throws(JSONSyntaxError) {
    try self.init(Array(text.utf8), maxDepth: maxDepth)
  }

  /// The one value of the text.
  public var root: JSONValue { JSONValue(document: self, index: 0) }
}
