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
