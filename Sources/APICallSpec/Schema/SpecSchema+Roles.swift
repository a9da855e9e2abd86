import APICallHTTP
import JSONText

extension SpecSchema {
  /// What a schema says of `auth`: the name of a type that can do without options, or a map with the
  /// options of one.
  var auth: [(key: String, value: BuiltJSON)] {
    let types = registry.authTypes
    let words = types.filter { $0.requiredOptions.isEmpty }.map { $0.name }
    let none = map(of: AuthDeclaration.none, summary: "No authorisation.", [])
    let maps = types.map { map(of: $0.name, summary: $0.summary, $0.options) }
    let names: BuiltJSON = .map([("enum", .texts(words + [AuthDeclaration.none]))])
    return [("anyOf", .list([names] + maps + [none]))]
  }

  private func map(
    of type: String, summary: String, _ options: [RoleOption]
  ) -> BuiltJSON {
    let properties = options.map { option in
      (key: option.name, value: property(of: option))
    }
    let needed = ["type"] + options.filter(\.isRequired).map(\.name)
    return .map([
      ("type", .text("object")), ("description", .text(summary)),
      ("additionalProperties", .boolean(false)),
      (
        "properties",
        .map([(key: "type", value: .map([("enum", .texts([type]))]))] + properties)
      ),
      ("required", .texts(needed)),
    ])
  }

  private func property(of option: RoleOption) -> BuiltJSON {
    let rule: [(key: String, value: BuiltJSON)]
    switch option.kind {
    case .template, .secret, .text: rule = [("type", .texts(Self.textTypes))]
    case .integer: rule = [("type", .texts(["integer", "string"]))]
    case .number: rule = [("type", .texts(["number", "string"]))]
    case .boolean: rule = [("type", .texts(["boolean", "string"]))]
    case .words(let words): rule = [("enum", .texts(words))]
    case .name:
      rule = [("type", .text("string")), ("pattern", .text(SchemaPattern.headerName))]
    }
    return .map([("description", .text(option.summary))] + rule)
  }

  /// What a schema says of what is chosen by name: the name of what is built in or installed, or a
  /// map with that and what is set of it.
  func choice(of role: Role) -> [(key: String, value: BuiltJSON)] {
    let name: BuiltJSON = .map([("enum", .texts(registry.names(of: role)))])
    let option: BuiltJSON = .map([("type", .texts(Self.textTypes))])
    let map: BuiltJSON = .map([
      ("type", .text("object")), ("properties", .map([(key: "type", value: name)])),
      ("required", .texts(["type"])), ("additionalProperties", option),
    ])
    return [("anyOf", .list([name, map]))]
  }
}
