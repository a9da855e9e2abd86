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
