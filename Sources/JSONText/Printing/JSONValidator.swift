/// Says whether a text that comes in pieces is JSON, and keeps nothing of it.
public struct JSONValidator: Sendable {
  private var scanner: JSONScanner
  private var discard = JSONDiscard()

  /// Creates a validator at the start of a text.
  ///
  /// - Parameter maxDepth: how many arrays and objects may stand in one another.
  public init(maxDepth: Int = 512) {
    scanner = JSONScanner(maxDepth: maxDepth)
  }

  /// Creates a validator at the start of a text that stands in another, such as a line.
  ///
  /// - Parameter allowsMark: whether a byte order mark may come first.
  package init(allowsMark: Bool) {
    scanner = JSONScanner(allowsMark: allowsMark)
  }

  /// Reads the next piece of the text.
  ///
  /// - Parameter octets: the piece, of any length and cut anywhere.
  /// - Throws: `JSONSyntaxError` where the text stops being JSON.
  public mutating func push(_ octets: Span<UInt8>) throws(JSONSyntaxError) {
    try scanner.push(octets, into: &discard)
  }

  /// Says that the text is complete.
  ///
  /// - Throws: `JSONSyntaxError` where it is not.
  public mutating func finish() throws(JSONSyntaxError) {
    try scanner.finish(into: &discard)
  }
}
