/// Why a text is not a path.
public struct JSONPathError: Error, Sendable, Hashable {
  /// What is wrong with the text.
  public enum Reason: Sendable, Hashable {
    /// The text does not begin with `$`.
    case missingRoot
    /// A character that is not the expected one; nil at the end of the path.
    case unexpected(Unicode.Scalar?, wanted: Wanted)
    /// The path ends before a closing quote, which is this character.
    case unclosedText(Unicode.Scalar)
    /// A quoted string contains a raw control character.
    case controlCharacter(Unicode.Scalar)
    /// A backslash in quotes is followed by a character that is not an escape, or by the end.
    case unknownEscape(Unicode.Scalar?)
    /// A surrogate escape has no other half.
    case loneSurrogate
    /// An index or a bound of a slice is not written as an integer: `-0`, `01`.
    case malformedIndex(String)
    /// An index or a bound is beyond 2 to the 53rd less one (RFC 9535, section 2.1).
    case indexOutOfRange(String)
    /// A number is not a JSON number: `01`, `.5`, `+1`.
    case malformedNumber(String)
    /// A word is not `true`, `false` or `null`.
    case unknownWord(String, wanted: Wanted)
    /// An operator of another language: `=`, `and`.
    case unknownOperator(String)
    /// A function that does not exist.
    case unknownFunction(String)
    /// A function has more or fewer arguments than it takes.
    case argumentCount(JSONPathFunction, met: Int)
    /// An argument, given with its text, is not of the kind that the function takes.
    case argument(
      JSONPathFunction, wanted: JSONPathFunction.Kind, met: JSONPathFunction.Kind, String)
    /// A value, given with its text, where a test is required.
    case untestedValue(String)
    /// A function that does not return a value is compared.
    case comparedFunction(JSONPathFunction)
    /// A test in parentheses is compared, with the given operator.
    case comparedTest(String)
    /// A query, given with its text, is compared and may select several values.
    case severalCompared(String)
    /// `!` precedes a comparison without parentheses.
    case negatedComparison
    /// A regular expression that is written in the path is not valid.
    case malformedPattern(IRegexpError)
    /// The path is longer than `JSONPath.maxLength`.
    case tooLong(limit: Int)
    /// Parts are nested too deeply.
    case tooDeep(limit: Int)
  }

  /// What the grammar requires at a place.
  public enum Wanted: Sendable, Hashable {
    /// A step, or the end of the path.
    case segment
    /// A name or `*` after a dot.
    case name
    /// The content of brackets.
    case selector
    /// Another selector, or the closing bracket.
    case closingBracket
    /// The closing parenthesis in a filter.
    case closingParenthesis
    /// A hexadecimal digit of an escape.
    case hexadecimalDigit
    /// A test.
    case test
    /// A value to compare with.
    case operand
    /// An argument of a function.
    case argument
    /// Another argument, or the closing parenthesis.
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
  /// The number of characters, elements or members of a value.
  case length
  /// The number of values that a query selects.
  case count
  /// Whether a regular expression matches a whole string.
  case match
  /// Whether a regular expression matches part of a string.
  case search
  /// The value of a query that selects exactly one.
  case value

  /// The kind of an argument or a result (RFC 9535, section 2.4.1).
  public enum Kind: Sendable, Hashable {
    /// One JSON value, or Nothing.
    case value
    /// The values that a query selects.
    case nodes
    /// The result of a test.
    case logical
  }

  /// The kind of each argument.
  public var parameters: [Kind] {
    switch self {
    case .length: [.value]
    case .count, .value: [.nodes]
    case .match, .search: [.value, .value]
    }
  }

  /// The kind of the result.
  public var result: Kind {
    switch self {
    case .length, .count, .value: .value
    case .match, .search: .logical
    }
  }
}

extension JSONPathError: CustomStringConvertible {
  /// What is wrong and how to fix it, in lower case and without a full stop.
  public var message: String {
    switch reason {
    case .missingRoot:
      "a path begins with `$`, which stands for the whole value"
    case .unexpected(let found, let wanted):
      "\(Self.subject(found)) where \(wanted.words) was expected"
    case .unclosedText(let quote):
      "the path ends inside quotes: `\(quote)` is missing"
    case .controlCharacter(let scalar):
      "a quoted string cannot contain \(Self.name(scalar)): write it as an escape"
    case .unknownEscape(let scalar):
      (scalar.map { "\(Self.name($0)) after `\\` is not an escape" }
        ?? "the path ends after `\\`")
        + #": the escapes are `\b`, `\f`, `\n`, `\r`, `\t`, `\/`, `\\`, `\u` and the quote itself"#
    case .loneSurrogate:
      "half of a surrogate pair is missing: write both, as in `\\ud83d\\ude00`"
    case .malformedIndex(let text):
      "`\(text)` is not an index: write 0, 1, 2 … or -1, -2 … from the end"
    case .indexOutOfRange(let text):
      "the index \(text) is beyond 9007199254740991"
    case .malformedNumber(let text):
      "`\(text)` is not a JSON number: write it like 10, -0.5 or 1e3"
    case .unknownWord(let word, let wanted):
      "`\(word)` where \(wanted.words) was expected: quote strings, and write `@.` before members"
    case .unknownOperator(let text):
      "`\(text)` is not an operator: " + Self.instead(of: text)
    case .unknownFunction(let name):
      "there is no function `\(name)`: the functions are "
        + JSONPathFunction.allCases.map(\.rawValue).sorted().joined(separator: ", ")
    case .argumentCount(let function, let met):
      "`\(function.rawValue)` takes \(Self.arguments(function.parameters.count)), not \(met)"
    case .argument(let function, let wanted, let met, let text):
      "`\(function.rawValue)` takes \(wanted.words), but `\(text)` "
        + met.verdict
    case .untestedValue(let text):
      "`\(text)` is a value, not a test: compare it, as in `\(text) == 1`"
    case .comparedFunction(let function):
      "`\(function.rawValue)` is a test and cannot be compared: write it alone or after `!`"
    case .comparedTest(let comparison):
      "a test in parentheses cannot be compared with `\(comparison)`"
        + ": put the whole comparison inside"
    case .severalCompared(let text):
      "`\(text)` may select several values and cannot be compared: use `value(\(text))`"
        + " for a single value, or `count(\(text))`"
    case .negatedComparison:
      "`!` negates tests only: put the comparison in parentheses, as in `!(@.a == 1)`"
    case .malformedPattern(let error):
      error.description
    case .tooLong(let limit):
      "the path is longer than \(limit) characters"
    case .tooDeep(let limit):
      "more than \(limit) multi-value steps, filters, functions or parentheses are nested"
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
    case "=", "===", "eq", "is": "write `==`"
    case "!", "!==", "<>", "~", "!~", "ne": "write `!=`"
    case "=~": "write `match(@.a, '…')` for the whole text or `search(@.a, '…')`"
    case "&", "and": "write `&&`"
    case "|", "or": "write `||`"
    case "=<", "lte", "le": "write `<=`"
    case "=>", "gte", "ge": "write `>=`"
    default: "the operators are `==`, `!=`, `<`, `<=`, `>`, `>=`, `&&` and `||`"
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
    case .nodes: "may select several"
    case .logical: "begins a test"
    case .value: "is a value"
    }
  }
}
