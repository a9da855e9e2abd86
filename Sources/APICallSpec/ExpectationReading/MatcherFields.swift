/// The matchers, in the order that apicall-spec(5) documents them.
package enum MatcherFields {
  static let all: [Field<[Matcher<Payload>]>] = [
    Field("equals", "any value", .anything, "The same data, however it is written.") {
      $0.append(Matcher(.equals($2.payload($1, placeholders: true)), at: $1.operandMark))
    },
    Field("not", "a value, or a map of matchers", .matchers, "All but what passes these.") {
      $0.append(Matcher(.not($2.matchers($1)), at: $1.operandMark))
    },
    Field(
      "contains", "any value", .anything,
      "Text within a text, an element of a list, members of a map."
    ) {
      $0.append(Matcher(.contains($2.payload($1, placeholders: true)), at: $1.operandMark))
    },
    Field("starts_with", "text", .text, "How a text begins.") {
      guard let text = $2.template($1) else { return }
      $0.append(Matcher(.startsWith(.text(text)), at: $1.operandMark))
    },
    Field("ends_with", "text", .text, "How a text ends.") {
      guard let text = $2.template($1) else { return }
      $0.append(Matcher(.endsWith(.text(text)), at: $1.operandMark))
    },
    Field("matches", "a regular expression", .regularExpression, "What is found in a text.") {
      guard let pattern = $2.pattern($1) else { return }
      $0.append(Matcher(.matches(pattern), at: $1.operandMark))
    },
    Field(
      "type", "the name of a type, or a list of them",
      .either([typeName, .list(of: typeName, isNeeded: true)]),
      "The value's type."
    ) {
      guard let types = $2.jsonTypes($1) else { return }
      $0.append(Matcher(.type(types), at: $1.operandMark))
    },
    Field(
      "length", "a whole number, or a map of matchers",
      .either([.number(isWhole: true, 0 ... .infinity), placeholder, .matcherMap]),
      "How many characters, elements or members there are."
    ) {
      guard let matchers = $2.lengthMatchers($1) else { return }
      $0.append(Matcher(.length(matchers), at: $1.operandMark))
    },
    Field(
      "min", "a number", .either([.decimal, placeholder]), "The smallest number that is good."
    ) {
      guard let number = $2.numberOperand($1) else { return }
      $0.append(Matcher(.min(number), at: $1.operandMark))
    },
    Field(
      "max", "a number", .either([.decimal, placeholder]), "The largest number that is good."
    ) {
      guard let number = $2.numberOperand($1) else { return }
      $0.append(Matcher(.max(number), at: $1.operandMark))
    },
    Field(
      "one_of", "a list of values", .list(of: .anything, isNeeded: true),
      "The values of which it is one."
    ) {
      guard let values = $2.choiceOperands($1) else { return }
      $0.append(Matcher(.oneOf(values), at: $1.operandMark))
    },
    Field("exists", "true or false", .boolean, "Whether it is there at all.") {
      guard let isThere = $2.boolean($1) else { return }
      $0.append(Matcher(.exists(isThere), at: $1.operandMark))
    },
    Field("empty", "true or false", .boolean, "Whether there is nothing in it.") {
      guard let isEmpty = $2.boolean($1) else { return }
      $0.append(Matcher(.empty(isEmpty), at: $1.operandMark))
    },
    Field(
      "each", "a value, or a map of matchers", .matchers, "What each element of a list is like."
    ) {
      $0.append(Matcher(.each($2.matchers($1)), at: $1.operandMark))
    },
    Field(
      "any", "a list of values or maps of matchers", .list(of: .matchers, isNeeded: true),
      "What it is like in one of these ways at least."
    ) {
      guard let groups = $2.matcherGroups($1) else { return }
      $0.append(Matcher(.any(groups), at: $1.operandMark))
    },
    Field(
      "all", "a list of values or maps of matchers", .list(of: .matchers, isNeeded: true),
      "What it is like in all of these ways."
    ) {
      guard let groups = $2.matcherGroups($1) else { return }
      $0.append(Matcher(.all(groups), at: $1.operandMark))
    },
  ]

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
