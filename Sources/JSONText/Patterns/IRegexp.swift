/// A regular expression that means the same to every engine (RFC 9485).
///
/// `^` and `$` are the start and the end of the text where they stand outside brackets, as the
/// RFC's own translations make them and all users take them, although its grammar reads them as
/// ordinary characters.
struct IRegexp: Sendable, Hashable {
  /// The deepest nesting of parentheses.
  static let maxDepth = 64

  /// The expression as it is written.
  let text: String
  /// The expression in Perl's syntax, as an engine takes it; it matches anywhere in a text.
  let perlSyntax: String

  /// The expression in Perl's syntax that matches a text as a whole.
  var wholePerlSyntax: String { "\\A(?:" + perlSyntax + ")\\z" }

  /// Reads an expression.
  ///
  /// - Throws: `IRegexpError` where the text is none.
  init(_ text: String) throws(IRegexpError) {
    var reader = IRegexpReader(text)
    perlSyntax = try reader.read()
    self.text = text
  }

  func hash(into hasher: inout Hasher) {
    for octet in text.utf8 { hasher.combine(octet) }
  }

  static func == (left: IRegexp, right: IRegexp) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

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

/// A regular expression engine for `match` and `search`, which whoever follows a path brings along.
///
/// ```swift
/// struct Expressions: JSONPathPatterns {
///   func compile(
///     _ pattern: String
///   ) throws(JSONPathPatternError) -> @Sendable (String) throws(JSONPathPatternError) -> Bool { … }
/// }
/// ```
public protocol JSONPathPatterns: Sendable {
  /// Compiles an expression, for many texts.
  ///
  /// - Parameter pattern: an expression in Perl's syntax, of which there are: groups `(?:…)`,
  ///   alternatives, greedy quantifiers, classes, `\A` and `\z`, `\p{…}` of general categories, and
  ///   escapes of characters. It can come from the values and be as slow as its maker could make it:
  ///   the engine bounds its work.
  /// - Returns: what says whether the expression matches anywhere in a text, by Unicode scalars.
  /// - Throws: where the engine does not take it. What this returns throws where the engine's limits
  ///   do not let it tell.
  func compile(
    _ pattern: String
  ) throws(JSONPathPatternError) -> @Sendable (String) throws(JSONPathPatternError) -> Bool
}

/// Why an engine cannot say whether a regular expression matches.
public struct JSONPathPatternError: Error, Sendable, Hashable {
  /// What is wrong, in lower case and without a full stop.
  public var reason: String

  /// Creates an error.
  ///
  /// - Parameter reason: what is wrong, in lower case and without a full stop.
  public init(_ reason: String) {
    self.reason = reason
  }
}
