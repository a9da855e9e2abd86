import APICallLanguage
import APICallModel
import YAMLTree

/// The matchers, in the order that apicall-expect(7) documents them.
package enum MatcherFields {
  static let all = [
    matcher("equals", "any value", .anything, "The value is the same data.") {
      .equals($1.payload($0))
    },
    matcher(
      "not", "a value, or a map of matchers", .matchers,
      "The value does not equal it, or does not pass all matchers."
    ) {
      .not($1.matchers($0))
    },
    matcher(
      "contains", "any value", .anything,
      "The value contains it: part of a text, an item of a list, or members of a map."
    ) { .contains($1.payload($0)) },
    matcher("starts_with", "text", .text, "The text begins with it.") {
      $1.template($0).map { .startsWith(.text($0)) }
    },
    matcher("ends_with", "text", .text, "The text ends with it.") {
      $1.template($0).map { .endsWith(.text($0)) }
    },
    matcher("matches", "a regular expression", .regularExpression, "The text has a match anywhere.")
    {
      $1.pattern($0).map { .matches($0) }
    },
    matcher(
      "capture", "a map of regular expressions and values or matchers",
      .map(of: .matchers, named: "REGEX"),
      "What each regular expression selects in the text: its group, or its match."
    ) { $1.captures($0).map { .all($0) } },
    matcher(
      "type", "the name of a type, or a list of them",
      .either([typeName, .list(of: typeName, isNeeded: true)]), "The value has one of these types."
    ) { $1.jsonTypes($0).map { .type($0) } },
    matcher(
      "length", "a whole number, or a map of matchers",
      .either([.number(isWhole: true, 0 ... .infinity), placeholder, .matcherMap]),
      "The number of characters in a text, items in a list, or members in a map."
    ) { $1.lengthMatchers($0).map { .length($0) } },
    matcher(
      "min", "a number", .either([.decimal, placeholder]), "The value is at least this number."
    ) { $1.numberOperand($0).map { .min($0) } },
    matcher(
      "max", "a number", .either([.decimal, placeholder]), "The value is at most this number."
    ) { $1.numberOperand($0).map { .max($0) } },
    matcher(
      "one_of", "a list of values", .list(of: .anything, isNeeded: true),
      "The value equals one of them."
    ) { $1.choiceOperands($0).map { .oneOf($0) } },
    matcher("exists", "true or false", .boolean, "Whether the value exists.") {
      $1.boolean($0).map { .exists($0) }
    },
    matcher("empty", "true or false", .boolean, "Whether the text, list or map is empty.") {
      $1.boolean($0).map { .empty($0) }
    },
    matcher(
      "each", "a value, or a map of matchers", .matchers,
      "Every item of the list equals the value or passes the matchers."
    ) { .each($1.matchers($0)) },
    matcher(
      "any", "a list of values or maps of matchers", .list(of: .matchers, isNeeded: true),
      "At least one of them passes."
    ) { $1.matcherGroups($0).map { .any($0) } },
    matcher(
      "all", "a list of values or maps of matchers", .list(of: .matchers, isNeeded: true),
      "All of them pass."
    ) { $1.matcherGroups($0).map { .all($0) } },
  ]

  /// A matcher with the reader of its operand, which returns nil, with a problem, for an invalid
  /// operand.
  private static func matcher(
    _ name: String, _ takes: String, _ shape: FieldShape, _ summary: String,
    read: @escaping @Sendable (Node.Entry, inout SpecReading) -> Matcher<Payload>.Test?
  ) -> Field<[Matcher<Payload>]> {
    Field(name, takes, shape, summary) {
      if let test = read($1, &$2) { $0.append(Matcher(test, at: $1.operandMark)) }
    }
  }

  private static let placeholder = FieldShape.textMatching(SchemaPattern.placeholder)
  /// The name of a type; null needs no quotes.
  private static let typeName = FieldShape.either([.words(typeNames), .nothing])

  static let names = all.map(\.name)
  static let typeNames = JSONType.allCases.map(\.rawValue)

  package static var descriptions: [FieldDescription] { all.map(\.about) }

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
