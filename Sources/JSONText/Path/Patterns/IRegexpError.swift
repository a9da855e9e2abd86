/// Why a text is no regular expression as RFC 9485 has them.
public struct IRegexpError: Error, Sendable, Hashable {
  /// What is wrong with the text.
  public enum Reason: Sendable, Hashable {
    /// A character that cannot stand where it does.
    case unexpected(Unicode.Scalar)
    /// The text ends in brackets, in parentheses, in braces or behind a backslash.
    case unclosed
    /// Braces hold something else than numbers.
    case malformedRange
    /// An escape that there is not, by the character behind the backslash.
    case unknownEscape(Unicode.Scalar)
    /// A category of characters that there is not.
    case unknownCategory(String)
    /// A quantifier, or a range of characters, whose end is below its start.
    case reversed(String)
    /// Parentheses stand deeper in one another than they may.
    case tooDeep(limit: Int)
  }

  /// The expression.
  public var text: String
  /// The place in Unicode scalars from the start of the expression, counted from 0.
  public var offset: Int
  /// What is wrong there.
  public var reason: Reason
}

extension IRegexpError: CustomStringConvertible {
  /// The expression, the place in it, and what is wrong, in lower case and without a full stop.
  public var description: String {
    "'\(text)' is no regular expression of RFC 9485, at its character \(offset + 1): \(problem)"
  }

  private var problem: String {
    switch reason {
    case .unexpected("?"): "`?` repeats nothing; there are no groups with options"
    case .unexpected(let scalar) where ["*", "+", "{"].contains(scalar):
      "`\(scalar)` repeats nothing"
    case .unexpected(let scalar): "unexpected `\(scalar)`: write `\\\(scalar)` for the character"
    case .unclosed: "the end is missing"
    case .malformedRange: "braces hold numbers, as in `{2}`, `{2,}` and `{2,5}`"
    case .unknownEscape("p"): "write `\\p{L}` for letters, `\\p{Lu}` for capitals"
    case .unknownEscape("P"): "write `\\P{L}` for all but letters"
    case .unknownEscape("d"): "write `[0-9]` for `\\d`"
    case .unknownEscape("D"): "write `[^0-9]` for `\\D`"
    case .unknownEscape("w"): "write `[A-Za-z0-9_]` for `\\w`"
    case .unknownEscape("W"): "write `[^A-Za-z0-9_]` for `\\W`"
    case .unknownEscape("s"): "write `[ \\t\\r\\n]` for `\\s`"
    case .unknownEscape("S"): "write `[^ \\t\\r\\n]` for `\\S`"
    case .unknownEscape(let scalar): "there is no escape `\\\(scalar)`"
    case .unknownCategory(let name): "there is no category `\(name)` of characters"
    case .reversed(let range): "`\(range)` ends before it starts"
    case .tooDeep(let limit): "more than \(limit) parentheses stand in one another"
    }
  }
}
