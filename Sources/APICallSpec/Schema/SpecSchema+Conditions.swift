import JSONText

extension SpecSchema {
  /// Where a schema has what it says of conditions, which may stand in one another.
  static let conditionName = "condition"

  /// What a schema says of what has to hold.
  var condition: [(key: String, value: BuiltJSON)] {
    [("$ref", .text("#/definitions/\(Self.conditionName)"))]
  }

  /// One placeholder, true or false; a value with matchers; or conditions.
  var conditionDefinition: BuiltJSON {
    let flag: [(key: String, value: BuiltJSON)] = [
      ("type", .text("string")), ("pattern", .text(SchemaPattern.placeholder)),
    ]
    let list: BuiltJSON = .map([
      ("type", .text("array")), ("items", .map(condition)), ("minItems", .number("1")),
    ])
    let made: [(key: String, value: BuiltJSON)] = [
      ("type", .text("object")), ("additionalProperties", .boolean(false)),
      ("properties", .map([("any", list), ("all", list), ("not", .map(condition))])),
      ("minProperties", .number("1")),
    ]
    return .map([
      (
        "anyOf",
        .list([.map([("type", .text("boolean"))]), .map(flag), .map(compared), .map(made)])
      )
    ])
  }

  /// A value, and the matchers that it has to pass.
  private var compared: [(key: String, value: BuiltJSON)] {
    let value = FieldDescription(
      Field<Never>("value", "any value", .anything, "What the matchers look at.") { _, _, _ in })
    return map([value] + MatcherFields.descriptions) + [("required", .texts(["value"]))]
  }
}
