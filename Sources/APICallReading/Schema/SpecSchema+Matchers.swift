import JSONText

extension SpecSchema {
  /// The name of the definition of matchers, which may be nested.
  private static let matchersName = "matchers"

  var definitions: Rules {
    let map = map(MatcherFields.descriptions) + [("minProperties", .number("1"))]
    return [(Self.matchersName, .map(map))]
  }

  var matcherMap: Rules {
    [("$ref", .text("#/definitions/\(Self.matchersName)"))]
  }

  private static let values = ["string", "number", "boolean", "null", "array"]

  var matchers: Rules {
    [("anyOf", .list([.map([("type", .texts(Self.values))]), .map(matcherMap)]))]
  }

  var bodyExpectation: Rules {
    let paths: BuiltJSON = .map([(SchemaPattern.jsonPath, .map(matchers))])
    let fields = map(MatcherFields.descriptions)
    let body = fields.filter { $0.key != "patternProperties" } + [("patternProperties", paths)]
    return [("anyOf", .list([.map([("type", .text("string"))]), .map(body)]))]
  }

  static let conditionName = "condition"

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

  private var compared: Rules {
    let value = FieldDescription(
      name: "value", takes: "any value", shape: .anything,
      summary: "The value that the matchers check.")
    return map([value] + MatcherFields.descriptions) + [("required", .texts(["value"]))]
  }
}
