/// Why a text is no path.
public struct JSONPathError: Error, Sendable, Hashable {
  /// What is wrong with the text.
  public enum Reason: Sendable, Hashable {
    /// The text does not begin with `$`.
    case missingRoot
    /// A character, or the end where nil, that cannot stand where something else has to.
    case unexpected(Unicode.Scalar?, wanted: Wanted)
    /// The text ends before a closing quote, which is this character.
    case unclosedText(Unicode.Scalar)
    /// A control character stands in quotes as itself.
    case controlCharacter(Unicode.Scalar)
    /// A backslash in quotes is followed by a character, or the end, that makes no escape.
    case unknownEscape(Unicode.Scalar?)
    /// The escape of a surrogate has no other half.
    case loneSurrogate
    /// An index or a bound of a slice that is written as no integer is: `-0`, `01`.
    case malformedIndex(String)
    /// An index or a bound beyond 2 to the 53rd less one (RFC 9535, section 2.1).
    case indexOutOfRange(String)
    /// A number that is none of JSON's: `01`, `.5`, `+1`.
    case malformedNumber(String)
    /// A word that is neither `true`, `false` nor `null`.
    case unknownWord(String, wanted: Wanted)
    /// An operator of other languages: `=`, `and`.
    case unknownOperator(String)
    /// A function that there is not.
    case unknownFunction(String)
    /// A function has more or fewer arguments than it takes.
    case argumentCount(JSONPathFunction, met: Int)
    /// An argument, here with its text, is not of the kind that the function takes.
    case argument(
      JSONPathFunction, wanted: JSONPathFunction.Kind, met: JSONPathFunction.Kind, String)
    /// A value, here with its text, stands where a test has to.
    case untestedValue(String)
    /// A function that gives no value is compared.
    case comparedFunction(JSONPathFunction)
    /// A test in parentheses is compared, by the operator given.
    case comparedTest(String)
    /// A query, here with its text, that may lead to several values is compared.
    case severalCompared(String)
    /// `!` stands before a comparison without parentheses.
    case negatedComparison
    /// A regular expression that is written in the path is none.
    case malformedPattern(IRegexpError)
    /// The text is longer than a path may be.
    case tooLong(limit: Int)
    /// Parts stand deeper in one another than they may.
    case tooDeep(limit: Int)
  }

  /// What the grammar asks for at some place.
  public enum Wanted: Sendable, Hashable {
    /// A step, or the end of the path.
    case segment
    /// A name or `*` behind a dot.
    case name
    /// What stands in brackets.
    case selector
    /// A further selector, or the closing bracket.
    case closingBracket
    /// The end of parentheses in a filter.
    case closingParenthesis
    /// A hexadecimal digit of an escape.
    case hexadecimalDigit
    /// Something that holds or does not.
    case test
    /// A value to compare with.
    case operand
    /// An argument of a function.
    case argument
    /// A further argument, or the closing parenthesis.
    case endOfArgument
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

/// The functions of a filter (RFC 9535, sections 2.4.4 to 2.4.8).
public enum JSONPathFunction: String, Sendable, Hashable, CaseIterable {
  /// How many characters, elements or members a value has.
  case length
  /// How many places a query leads to.
  case count
  /// Whether a regular expression matches the whole of a text.
  case match
  /// Whether a regular expression matches in a text.
  case search
  /// The value of a query that leads to one place.
  case value

  /// What an argument or a result is (RFC 9535, section 2.4.1).
  public enum Kind: Sendable, Hashable {
    /// One JSON value, or Nothing.
    case value
    /// The places that a query leads to.
    case nodes
    /// Whether something holds.
    case logical
  }

  /// What each argument has to be.
  public var parameters: [Kind] {
    switch self {
    case .length: [.value]
    case .count, .value: [.nodes]
    case .match, .search: [.value, .value]
    }
  }

  /// What the function gives.
  public var result: Kind {
    switch self {
    case .length, .count, .value: .value
    case .match, .search: .logical
    }
  }
}
