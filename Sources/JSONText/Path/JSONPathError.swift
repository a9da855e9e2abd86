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

extension JSONPathError: CustomStringConvertible {
  /// What is wrong and the way out, in lower case and without a full stop.
  public var message: String {
    switch reason {
    case .missingRoot:
      "a path begins with `$`, which stands for the whole value"
    case .unexpected(let found, let wanted):
      "\(Self.subject(found)) where \(wanted.words) was expected"
    case .unclosedText(let quote):
      "the path ends inside quotes: `\(quote)` is missing"
    case .controlCharacter(let scalar):
      "quotes may not hold \(Self.name(scalar)) as it is: write it as an escape"
    case .unknownEscape(let scalar):
      (scalar.map { "\(Self.name($0)) after `\\` makes no escape" }
        ?? "the path ends after `\\`")
        + #": there are `\b`, `\f`, `\n`, `\r`, `\t`, `\/`, `\\`, `\u` and the quote around it"#
    case .loneSurrogate:
      "half of a surrogate pair stands alone: `\\ud83d\\ude00` makes a character"
    case .malformedIndex(let text):
      "`\(text)` is no index: write 0, 1, 2 … or -1, -2 … from the end"
    case .indexOutOfRange(let text):
      "the index \(text) is beyond 9007199254740991"
    case .malformedNumber(let text):
      "`\(text)` is no number of JSON: write it as 10, -0.5 or 1e3 are"
    case .unknownWord(let word, let wanted):
      "`\(word)` where \(wanted.words) was expected: texts stand in quotes, members behind `@.`"
    case .unknownOperator(let text):
      "`\(text)` is no operator: " + Self.instead(of: text)
    case .unknownFunction(let name):
      "there is no function `\(name)`: there are "
        + JSONPathFunction.allCases.map(\.rawValue).sorted().joined(separator: ", ")
    case .argumentCount(let function, let met):
      "`\(function.rawValue)` takes \(Self.arguments(function.parameters.count)), not \(met)"
    case .argument(let function, let wanted, let met, let text):
      "`\(function.rawValue)` takes \(wanted.words), and `\(text)` "
        + met.verdict
    case .untestedValue(let text):
      "`\(text)` is a value, no test: compare it, as in `\(text) == 1`"
    case .comparedFunction(let function):
      "`\(function.rawValue)` is a test and is not compared: write it alone, or `!` before it"
    case .comparedTest(let comparison):
      "a test in parentheses cannot be compared by `\(comparison)`"
        + ": put the whole comparison inside"
    case .severalCompared(let text):
      "`\(text)` may lead to several values and cannot be compared: use `value(\(text))`"
        + " for the only one, or `count(\(text))`"
    case .negatedComparison:
      "`!` stands before tests: put the comparison in parentheses, as in `!(@.a == 1)`"
    case .malformedPattern(let error):
      error.description
    case .tooLong(let limit):
      "the path is longer than \(limit) characters"
    case .tooDeep(let limit):
      "more than \(limit) steps to several places, filters, functions or parentheses"
        + " stand in one another"
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

  private static func arguments(_ count: Int) -> String {
    count == 1 ? "1 argument" : "\(count) arguments"
  }

  private static func instead(of text: String) -> String {
    switch text.lowercased() {
    case "=", "===", "eq", "is": "`==` compares"
    case "!", "!==", "<>", "~", "!~", "ne": "`!=` compares"
    case "=~": "write `match(@.a, '…')` for the whole text or `search(@.a, '…')`"
    case "&", "and": "write `&&`"
    case "|", "or": "write `||`"
    case "=<", "lte", "le": "`<=` compares"
    case "=>", "gte", "ge": "`>=` compares"
    default: "there are `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&` and `||`"
    }
  }
}

extension JSONPathError.Wanted {
  fileprivate var words: String {
    switch self {
    case .segment: "`.name`, `[…]`, `..` or the end of the path"
    case .name: "a name or `*`"
    case .selector: "a quoted name, an index, a slice, a filter (`?`) or `*`"
    case .closingBracket: "`,` or `]`"
    case .closingParenthesis: "`)`"
    case .hexadecimalDigit: "one of the four hexadecimal digits of a `\\u` escape"
    case .test: "a test, such as `@.a` or `@.a == 1`,"
    case .operand: "a value to compare with"
    case .argument: "an argument"
    case .endOfArgument: "`,` or `)`"
    }
  }
}

extension JSONPathFunction.Kind {
  fileprivate var words: String {
    switch self {
    case .value: "one value"
    case .nodes: "a query, such as `@.*`"
    case .logical: "a test"
    }
  }

  fileprivate var verdict: String {
    switch self {
    case .nodes: "may lead to several"
    case .logical: "begins a test"
    case .value: "is a value"
    }
  }
}
