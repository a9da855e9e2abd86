/// A regular expression that means the same to every engine (RFC 9485).
///
/// Outside brackets, `^` and `$` are the start and the end of the text, as in the RFC's own
/// translations and as users expect, although its grammar reads them as ordinary characters.
struct IRegexp: Sendable, Hashable {
  static let maxDepth = 64

  let text: String
  /// The expression in Perl's syntax, for an engine; it matches anywhere in a text.
  let perlSyntax: String

  var wholePerlSyntax: String { "\\A(?:" + perlSyntax + ")\\z" }

  /// Reads an expression.
  init(_ text: String) throws(IRegexpError) {
    var reader = IRegexpReader(text)
    perlSyntax = try reader.read()
    self.text = text
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }

  static func == (left: IRegexp, right: IRegexp) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }
}

/// Why a text is not a regular expression of RFC 9485.
public struct IRegexpError: Error, Sendable, Hashable {
  /// What is wrong with the text.
  public enum Reason: Sendable, Hashable {
    /// A character that is not valid there.
    case unexpected(Unicode.Scalar)
    /// The text ends inside brackets, parentheses or braces, or after a backslash.
    case unclosed
    /// Braces contain something other than numbers.
    case malformedRange
    /// An escape that does not exist, by the character after the backslash.
    case unknownEscape(Unicode.Scalar)
    /// A character category that does not exist.
    case unknownCategory(String)
    /// A quantifier or a range of characters has an end below its start.
    case reversed(String)
    /// Parentheses are nested too deeply.
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
    "'\(text)' is not a regular expression of RFC 9485, at character \(offset + 1): \(problem)"
  }

  private var problem: String {
    switch reason {
    case .unexpected("?"): "`?` has nothing to repeat, and groups have no options"
    case .unexpected(let scalar) where ["*", "+", "{"].contains(scalar):
      "`\(scalar)` has nothing to repeat"
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
    case .unknownCategory(let name): "there is no character category `\(name)`"
    case .reversed(let range): "the range `\(range)` ends before it starts"
    case .tooDeep(let limit): "parentheses are nested more than \(limit) deep"
    }
  }
}

/// A regular expression engine for `match` and `search`, which the caller that follows a path
/// provides.
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
  /// - Parameter pattern: an expression in Perl's syntax with groups `(?:…)`, alternatives, greedy
  ///   quantifiers, classes, `\A` and `\z`, `\p{…}` of general categories, and escaped characters.
  ///   It can come from the values and may be made to be slow: the engine bounds its work.
  /// - Returns: a function that returns whether the expression matches anywhere in a text, by
  ///   Unicode scalars. It throws if the engine's limits prevent a decision.
  /// - Throws: if the engine does not support the expression.
  func compile(
    _ pattern: String
  ) throws(JSONPathPatternError) -> @Sendable (String) throws(JSONPathPatternError) -> Bool
}

/// Why an engine cannot decide whether a regular expression matches.
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
