import JSONText

extension SpecSchema {
  /// What a schema says of what is chosen by name: the name of what is built in or installed, or a
  /// map with that and what is set of it.
  func choice(of role: Role) -> [(key: String, value: BuiltJSON)] {
    let name: BuiltJSON = .map([("enum", .texts(vocabulary.names(of: role)))])
    let option: BuiltJSON = .map([("type", .texts(Self.textTypes))])
    let map: BuiltJSON = .map([
      ("type", .text("object")), ("properties", .map([(key: "type", value: name)])),
      ("required", .texts(["type"])), ("additionalProperties", option),
    ])
    return [("anyOf", .list([name, map]))]
  }
}
