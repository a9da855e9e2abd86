/// Why a text is no path.
public struct JSONPathError: Error, Sendable, Hashable {
  /// What is wrong with the text.
  public enum Reason: Sendable, Hashable {
    /// The text does not begin with `$`.
    case missingRoot
    /// A character, or the end where nil, that cannot stand where something else has to.
    case unexpected(Unicode.Scalar?, wanted: Wanted)
    /// The text ends before a name's closing quote, which is this character.
    case unclosedName(Unicode.Scalar)
    /// A control character stands in a quoted name as itself.
    case controlCharacter(Unicode.Scalar)
    /// A backslash in a quoted name is followed by a character, or the end, that makes no escape.
    case unknownEscape(Unicode.Scalar?)
    /// The escape of a surrogate has no other half.
    case loneSurrogate
    /// An index that is written as no integer is: `-0`, `01`.
    case malformedIndex(String)
    /// An index beyond 2 to the 53rd less one (RFC 9535, section 2.1).
    case indexOutOfRange(String)
    /// A part of RFC 9535 that is not supported here.
    case unsupported(Feature)
  }

  /// What the grammar asks for at some place.
  public enum Wanted: Sendable, Hashable {
    /// A step, or the end of the path.
    case segment
    /// A name or `*` behind a dot.
    case name
    /// What stands in brackets.
    case selector
    /// The closing bracket.
    case closingBracket
    /// A hexadecimal digit of an escape.
    case hexadecimalDigit
  }

  /// The parts of RFC 9535 that are not supported here.
  public enum Feature: Sendable, Hashable {
    /// The descendant step, `..`.
    case descendants
    /// A slice, `[1:3]`.
    case slice
    /// A filter, `[?@.a > 1]`.
    case filter
    /// Several selectors in one pair of brackets, `[0, 1]`.
    case union
  }

  /// The place in Unicode scalars from the start of the path, counted from 0.
  public var offset: Int
  /// What is wrong there.
  public var reason: Reason

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - reason: what is wrong.
  ///   - offset: the place in Unicode scalars, counted from 0.
  public init(_ reason: Reason, offset: Int) {
    self.offset = offset
    self.reason = reason
  }
}

extension JSONPathError: CustomStringConvertible {
  /// What is wrong, in lower case and without a full stop.
  public var message: String {
    switch reason {
    case .missingRoot:
      "a path begins with `$`, which stands for the whole value"
    case .unexpected(let found, let wanted):
      "\(Self.subject(found)) where \(wanted.words) was expected"
    case .unclosedName(let quote):
      "the path ends inside a name: `\(quote)` is missing"
    case .controlCharacter(let scalar):
      "a name may not hold \(Self.name(scalar)) as it is: write it as an escape"
    case .unknownEscape(let scalar):
      (scalar.map { "\(Self.name($0)) after `\\` makes no escape" }
        ?? "the path ends after `\\`")
        + #": there are `\b`, `\f`, `\n`, `\r`, `\t`, `\/`, `\\`, `\u` and the name's own quote"#
    case .loneSurrogate:
      "half of a surrogate pair stands alone: `\\ud83d\\ude00` makes a character"
    case .malformedIndex(let text):
      "`\(text)` is no index: write 0, 1, 2 … or -1, -2 … from the end"
    case .indexOutOfRange(let text):
      "the index \(text) is beyond 9007199254740991"
    case .unsupported(let feature):
      "\(feature.words) not supported here: use `.name`, `['name']`, `[0]`, `[-1]` or `[*]`"
    }
  }

  /// The place, counted from 1, and the message: `character 3: unexpected …`.
  public var description: String { "character \(offset + 1): \(message)" }

  private static func subject(_ scalar: Unicode.Scalar?) -> String {
    scalar.map { "unexpected \(name($0))" } ?? "the path ends"
  }

  private static func name(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case " ": "space"
    case "\u{0}"..<" ", "\u{7f}"..."\u{9f}":
      "U+" + String(scalar.value + 0x10000, radix: 16, uppercase: true).dropFirst()
    default: "`\(scalar)`"
    }
  }
}

extension JSONPathError.Wanted {
  fileprivate var words: String {
    switch self {
    case .segment: "`.name`, `[…]` or the end of the path"
    case .name: "a name or `*`"
    case .selector: "a quoted name, an index or `*`"
    case .closingBracket: "`]`"
    case .hexadecimalDigit: "one of the four hexadecimal digits of a `\\u` escape"
    }
  }
}

extension JSONPathError.Feature {
  fileprivate var words: String {
    switch self {
    case .descendants: "`..` (descendants) is"
    case .slice: "`:` (slices) is"
    case .filter: "`?` (filters) is"
    case .union: "`,` (several selectors in one pair of brackets) is"
    }
  }
}
