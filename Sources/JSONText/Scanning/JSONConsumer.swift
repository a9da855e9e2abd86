/// The two kinds of value that hold other values.
package enum JSONContainer: Sendable {
  /// Values in a row.
  case array
  /// Keys with values.
  case object
}

/// The kinds of token that are copied octet for octet.
package enum JSONScalar: Sendable {
  /// A string that names a member of an object.
  case key
  /// A string that is a value.
  case string
  /// A number.
  case number
  /// `true` or `false`.
  case boolean
  /// `null`.
  case null
}

/// Receives the tokens that a scanner finds, in the order of the text.
///
/// White space is not passed on. Offsets count octets from the start of the text. The scanner is
/// generic over its consumer, so that every call is direct.
package protocol JSONConsumer: ~Copyable {
  /// An array or object begins; its bracket stands at the offset.
  mutating func open(_ container: JSONContainer, at offset: Int)
  /// An array or object ends; its bracket stands at the offset.
  mutating func close(_ container: JSONContainer, at offset: Int)
  /// A comma was met.
  mutating func comma()
  /// A colon was met.
  mutating func colon()
  /// A key, string, number or literal begins with the octet at the offset.
  mutating func begin(_ scalar: JSONScalar, at offset: Int)
  /// More octets of what was begun, quotes included: a piece for each part of the text it came in.
  mutating func append(_ piece: Span<UInt8>)
  /// What was begun is complete; the offset is the one behind its last octet.
  mutating func endScalar(at offset: Int, isEscaped: Bool)
}

/// What a consumer does not say, it does not want to know.
extension JSONConsumer where Self: ~Copyable {
  package mutating func open(_ container: JSONContainer, at offset: Int) {}
  package mutating func close(_ container: JSONContainer, at offset: Int) {}
  package mutating func comma() {}
  package mutating func colon() {}
  package mutating func begin(_ scalar: JSONScalar, at offset: Int) {}
  package mutating func append(_ piece: Span<UInt8>) {}
  package mutating func endScalar(at offset: Int, isEscaped: Bool) {}
}

/// Wants to know nothing but whether the text is JSON.
struct JSONDiscard: JSONConsumer {}

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
