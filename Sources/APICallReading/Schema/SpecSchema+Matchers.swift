import JSONText

extension SpecSchema {
  /// The name of the definition of matchers, which may be nested.
  private static let matchersName = "matchers"

  /// The definitions that all schemas refer to.
  var definitions: Rules {
    let map = map(MatcherFields.descriptions) + [("minProperties", .number("1"))]
    return [(Self.matchersName, .map(map))]
  }

  /// The schema of a map of matchers.
  var matcherMap: Rules {
    [("$ref", .text("#/definitions/\(Self.matchersName)"))]
  }

  private static let values = ["string", "number", "boolean", "null", "array"]

  /// The schema of a value to compare with, or of a map of matchers.
  var matchers: Rules {
    [("anyOf", .list([.map([("type", .texts(Self.values))]), .map(matcherMap)]))]
  }

  /// The schema of an expected body.
  var bodyExpectation: Rules {
    let paths: BuiltJSON = .map([(SchemaPattern.jsonPath, .map(matchers))])
    let fields = map(MatcherFields.descriptions)
    let body = fields.filter { $0.key != "patternProperties" } + [("patternProperties", paths)]
    return [("anyOf", .list([.map([("type", .text("string"))]), .map(body)]))]
  }

  /// The name of the definition of conditions, which may be nested.
  static let conditionName = "condition"

  /// The schema of a condition.
  var condition: Rules {
    [("$ref", .text("#/definitions/\(Self.conditionName)"))]
  }

  /// One placeholder, a boolean, a value with matchers, or conditions.
  var conditionDefinition: BuiltJSON {
    let flag = text(SchemaPattern.placeholder)
    let list: BuiltJSON = .map([
      ("type", .text("array")), ("items", .map(condition)), ("minItems", .number("1")),
    ])
    let made: Rules = [
      ("type", .text("object")), ("additionalProperties", .boolean(false)),
      ("properties", .map([("any", list), ("all", list), ("not", .map(condition))])),
      ("minProperties", .number("1")),
    ]
    let boolean: BuiltJSON = .map([("type", .text("boolean"))])
    return .map([("anyOf", .list([boolean, .map(flag), .map(compared), .map(made)]))])
  }

  /// A value with the matchers that it has to pass.
  private var compared: Rules {
    let value = FieldDescription(
      name: "value", takes: "any value", shape: .anything,
      summary: "The value that the matchers check.")
    return map([value] + MatcherFields.descriptions) + [("required", .texts(["value"]))]
  }
}
