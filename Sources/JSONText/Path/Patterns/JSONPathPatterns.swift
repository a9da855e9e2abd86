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
