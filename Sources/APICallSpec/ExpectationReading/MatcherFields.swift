import YAMLTree

/// The matchers, in the order that apicall-spec(5) documents them.
package enum MatcherFields {
  static let all = [
    matcher("equals", "any value", .anything, "The same data, however it is written.") {
      .equals($1.payload($0, placeholders: true))
    },
    matcher("not", "a value, or a map of matchers", .matchers, "All but what passes these.") {
      .not($1.matchers($0))
    },
    matcher(
      "contains", "any value", .anything,
      "Text within a text, an element of a list, members of a map."
    ) { .contains($1.payload($0, placeholders: true)) },
    matcher("starts_with", "text", .text, "How a text begins.") {
      $1.template($0).map { .startsWith(.text($0)) }
    },
    matcher("ends_with", "text", .text, "How a text ends.") {
      $1.template($0).map { .endsWith(.text($0)) }
    },
    matcher("matches", "a regular expression", .regularExpression, "What is found in a text.") {
      $1.pattern($0).map { .matches($0) }
    },
    matcher(
      "type", "the name of a type, or a list of them",
      .either([typeName, .list(of: typeName, isNeeded: true)]), "The value's type."
    ) { $1.jsonTypes($0).map { .type($0) } },
    matcher(
      "length", "a whole number, or a map of matchers",
      .either([.number(isWhole: true, 0 ... .infinity), placeholder, .matcherMap]),
      "How many characters, elements or members there are."
    ) { $1.lengthMatchers($0).map { .length($0) } },
    matcher(
      "min", "a number", .either([.decimal, placeholder]), "The smallest number that is good."
    ) { $1.numberOperand($0).map { .min($0) } },
    matcher(
      "max", "a number", .either([.decimal, placeholder]), "The largest number that is good."
    ) { $1.numberOperand($0).map { .max($0) } },
    matcher(
      "one_of", "a list of values", .list(of: .anything, isNeeded: true),
      "The values of which it is one."
    ) { $1.choiceOperands($0).map { .oneOf($0) } },
    matcher("exists", "true or false", .boolean, "Whether it is there at all.") {
      $1.boolean($0).map { .exists($0) }
    },
    matcher("empty", "true or false", .boolean, "Whether there is nothing in it.") {
      $1.boolean($0).map { .empty($0) }
    },
    matcher(
      "each", "a value, or a map of matchers", .matchers, "What each element of a list is like."
    ) { .each($1.matchers($0)) },
    matcher(
      "any", "a list of values or maps of matchers", .list(of: .matchers, isNeeded: true),
      "What it is like in one of these ways at least."
    ) { $1.matcherGroups($0).map { .any($0) } },
    matcher(
      "all", "a list of values or maps of matchers", .list(of: .matchers, isNeeded: true),
      "What it is like in all of these ways."
    ) { $1.matcherGroups($0).map { .all($0) } },
  ]

  /// A matcher with what reads its operand: nil, with a problem, where that is none.
  private static func matcher(
    _ name: String, _ takes: String, _ shape: FieldShape, _ summary: String,
    read: @escaping @Sendable (Node.Entry, inout SpecReading) -> Matcher<Payload>.Test?
  ) -> Field<[Matcher<Payload>]> {
    Field(name, takes, shape, summary) {
      if let test = read($1, &$2) { $0.append(Matcher(test, at: $1.operandMark)) }
    }
  }

  /// A value that a call brings.
  private static let placeholder = FieldShape.textMatching(SchemaPattern.placeholder)
  /// The name of a type; null needs no quotes here.
  private static let typeName = FieldShape.either([.words(typeNames), .nothing])

  static let names = all.map(\.name)
  static let typeNames = JSONType.allCases.map(\.rawValue)

  /// Every matcher.
  package static var descriptions: [FieldDescription] { all.map(\.about) }

  /// The way out for a matcher's name in other languages; nil for other words.
  static func hint(for word: String) -> String? {
    let meant: String? =
      switch word.lowercased() {
      case "eq", "is", "==", "=", "value", "const": "equals"
      case "ne", "neq", "!=", "isnot", "not_equals": "not"
      case "includes", "has", "subset", "superset": "contains"
      case "prefix": "starts_with"
      case "suffix": "ends_with"
      case "regex", "regexp", "pattern", "=~": "matches"
      case "gt", "gte", "ge", ">", ">=", "minimum", "greater_than", "at_least": "min"
      case "lt", "lte", "le", "<", "<=", "maximum", "less_than", "at_most": "max"
      case "size", "count", "len": "length"
      case "in", "enum": "one_of"
      case "present", "defined": "exists"
      case "every", "items": "each"
      case "or": "any"
      case "and": "all"
      default: nil
      }
    if let meant { return "did you mean '\(meant)'?" }
    switch word.lowercased() {
    case "min_length", "minlength": return "write 'length: {min: 1}'"
    case "max_length", "maxlength": return "write 'length: {max: 10}'"
    default: return nil
    }
  }
}
