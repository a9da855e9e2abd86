import APICallText

extension PlaceholderFault {
  static func squeezedOperator(_ text: String) -> PlaceholderFault {
    PlaceholderFault(
      "the operator '\(text)' has to have a space on both sides",
      hint: "as in <a \(text) b>; write \\< for a < that is text")
  }

  static func foreignOperator(_ text: String) -> PlaceholderFault {
    let way =
      switch text {
      case "&&": "write and"
      case "||": "write or"
      case "=": "write == to compare two values"
      case "!", "not": negation
      case "?": "write if(condition, value, other), or try(value, other) for what may fail"
      case "??", "//": "write value | default(other), or try(value, other) for what may fail"
      default: "the operators are \(Operator.allCases.map(\.rawValue).joined(separator: " "))"
      }
    return PlaceholderFault("'\(text)' is not an operator", hint: way)
  }

  /// A `?` after a value, as in jq.
  static let optional = PlaceholderFault(
    "'?' is not an operator", hint: "write value | default(null), or try(value, other)")

  /// A filter after a dot.
  static let method = PlaceholderFault(
    "a filter does not follow a dot", hint: "write value | filter")

  /// A member whose name needs quotes, or a position.
  static func member(_ word: String) -> PlaceholderFault {
    if word.isEmpty {
      return PlaceholderFault("a name is missing after the dot", hint: "as in <name.member>")
    }
    let isIndex = word.utf8.allSatisfy(\.isASCIIDigit)
    return PlaceholderFault(
      "'\(word)' is not a name that can stand without quotes",
      hint: isIndex ? "write [\(word)] for an item" : "write [\"\(word)\"] for a member")
  }

  /// A sign before a name.
  static let sign = PlaceholderFault(
    "'-' is not allowed here in the placeholder", inPlaceholder: true,
    hint: "write 0 - name for the negative number")

  /// A `$` before a name.
  static let dollar = PlaceholderFault(
    "'$' is not allowed here in the placeholder", inPlaceholder: true,
    hint: "write the name alone, as in <name>")

  static let brackets = PlaceholderFault(
    "'[' is not allowed here in the placeholder", inPlaceholder: true,
    hint: "list(a, b) makes a list")

  /// `if` as a statement.
  static let choice = PlaceholderFault(
    "'if' is a function", hint: "write if(condition, value, other)")

  /// A path into the row without its name.
  static let itemAlone = PlaceholderFault(
    "'.' has no value here", hint: "the row is 'it', as in <it.name>")

  static let negation = "write (value | not)"

  static func chainedComparison(_ text: String) -> PlaceholderFault {
    PlaceholderFault(
      "'\(text)' cannot follow another comparison", hint: "write a < b and b < c, or parentheses")
  }

  /// A comparison by `>` ends the placeholder.
  static let bareComparison = PlaceholderFault(
    "the > ends the placeholder here",
    hint: "write <name> without the space, or <(a > b)> for a comparison")

  /// The placeholder ends before the end of a field that is one placeholder.
  static let closedEarly = PlaceholderFault(
    "the > ends the placeholder before the end of the field",
    hint: "write one pair of < and > around all of it: <a and b>")

  static let empty = PlaceholderFault(
    "a value is missing in the placeholder", inPlaceholder: true, hint: form)

  static let missingOperand = PlaceholderFault(
    "a value is missing after the operator of", inPlaceholder: true,
    hint: "write a number, a name, or text in quotes")

  static let missingArgument = PlaceholderFault(
    "a value is missing between the parentheses of", inPlaceholder: true,
    hint: "write a number, a name, or text in quotes")

  static let itemOutside = PlaceholderFault(
    "'.' has no value here", hint: "it is the item in the arguments of map, select, sort_by …")

  static let tooDeep = PlaceholderFault(
    "the expression has more than \(ExpressionReader.mostLevels) levels",
    hint: "compute parts of it in lets")

  static let tooManyItems = PlaceholderFault(
    "filters with '.' are nested more than \(ExpressionReader.mostItems) deep",
    hint: "compute parts of it in lets")
}
