/// The two kinds of value that contain other values.
package enum JSONContainer: Sendable {
  case array
  case object

  var openingBracket: UInt8 { self == .array ? UInt8(ascii: "[") : UInt8(ascii: "{") }
  var closingBracket: UInt8 { self == .array ? UInt8(ascii: "]") : UInt8(ascii: "}") }
}

/// The kinds of token that are copied byte for byte.
package enum JSONScalar: Sendable {
  case key
  case string
  case number
  /// `true` or `false`.
  case boolean
  /// `null`.
  case null
}

/// Receives the tokens that a scanner finds, in the order of the text.
///
/// White space is not passed on. Offsets count bytes from the start of the text. The scanner is
/// generic over its consumer, so that every call is direct.
package protocol JSONConsumer: ~Copyable {
  /// Takes all tokens of a window at once; returns whether it does.
  mutating func take(_ window: JSONWindow, of bytes: Span<UInt8>) -> Bool
  /// An array or object begins with the bracket at the offset.
  mutating func open(_ container: JSONContainer, at offset: Int)
  /// An array or object ends with the bracket at the offset.
  mutating func close(_ container: JSONContainer, at offset: Int)
  mutating func comma()
  mutating func colon()
  /// A key, string, number or literal begins with the byte at the offset.
  mutating func begin(_ scalar: JSONScalar, at offset: Int)
  /// More bytes of the current token, quotes included; one call for each piece of the text.
  mutating func append(_ piece: Span<UInt8>)
  /// The current token is complete; the offset is the one after its last byte.
  mutating func endScalar(at offset: Int, isEscaped: Bool)
}

/// Defaults that ignore a token.
extension JSONConsumer where Self: ~Copyable {
  package mutating func take(_ window: JSONWindow, of bytes: Span<UInt8>) -> Bool { false }
  package mutating func open(_ container: JSONContainer, at offset: Int) {}
  package mutating func close(_ container: JSONContainer, at offset: Int) {}
  package mutating func comma() {}
  package mutating func colon() {}
  package mutating func begin(_ scalar: JSONScalar, at offset: Int) {}
  package mutating func append(_ piece: Span<UInt8>) {}
  package mutating func endScalar(at offset: Int, isEscaped: Bool) {}
}

/// A consumer that ignores all tokens, for checking only.
struct JSONDiscard: JSONConsumer {
  mutating func take(_ window: JSONWindow, of bytes: Span<UInt8>) -> Bool { true }
}

/// Checks whether a text that comes in pieces is JSON, and keeps nothing of it.
public struct JSONValidator: Sendable {
  private var scanner: JSONScanner
  private var discard = JSONDiscard()

  /// Creates a validator at the start of a text.
  ///
  /// - Parameter maxDepth: the deepest nesting of arrays and objects.
  public init(maxDepth: Int = 512) {
    scanner = JSONScanner(maxDepth: maxDepth)
  }

  /// Creates a validator at the start of a text that is part of another, such as a line.
  package init(allowsMark: Bool) {
    scanner = JSONScanner(allowsMark: allowsMark)
  }

  /// Reads the next piece of the text.
  ///
  /// - Parameter bytes: the piece, of any length and cut anywhere.
  /// - Throws: `JSONSyntaxError` if the text stops being JSON.
  public mutating func push(_ bytes: Span<UInt8>) throws(JSONSyntaxError) {
    try scanner.push(bytes, into: &discard)
  }

  /// Ends the text.
  ///
  /// - Throws: `JSONSyntaxError` if the text is not complete.
  public mutating func finish() throws(JSONSyntaxError) {
    try scanner.finish(into: &discard)
  }
}
