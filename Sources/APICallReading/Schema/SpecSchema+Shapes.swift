import APICallContracts
import APICallModel
import JSONText

extension SpecSchema {
  func map(_ fields: [FieldDescription]) -> Rules {
    let properties = fields.map { field in
      let about: Rules = [
        ("title", .text(field.takes)), ("description", .text(field.summary)),
      ]
      return (key: field.name, value: schema(of: field.shape, adding: about))
    }
    return [
      ("type", .text("object")), ("additionalProperties", .boolean(false)),
      ("properties", .map(properties)),
    ] + slots(of: fields)
  }

  private func schema(of shape: FieldShape, adding words: Rules = []) -> BuiltJSON {
    .map(words + rules(of: shape))
  }

  private func rules(of shape: FieldShape) -> Rules {
    switch shape {
    case .text, .template, .regularExpression, .path: [("type", .texts(Self.textTypes))]
    case .textMatching(let pattern): text(pattern)
    case .mediaType: text(SchemaPattern.mediaType)
    case .decimal: [("type", .text("number"))]
    case .words(let words): [("enum", .texts(words))]
    case .choice(let role): choice(of: role)
    case .auth: auth
    case .matchers: matchers
    case .matcherMap: matcherMap
    case .bodyExpectation: bodyExpectation
    case .condition: condition
    case .boolean: [("type", .text("boolean"))]
    case .number(let isWhole, let range): number(isWhole: isWhole, range)
    case .status: status
    case .duration: text(SchemaPattern.duration)
    case .size: size
    case .anything: []
    case .fields(let fields): map(fields())
    case .endpoint:
      map(EndpointFields.descriptions.filter { !SpecReading.ownFields.contains($0.name) })
    case .inlineEndpoint: Self.reference(to: Self.endpointName)
    case .inlineFile: Self.file
    case .map(let shape, named: _, let keys):
      [("type", .text("object"))] + names(keys) + [("additionalProperties", schema(of: shape))]
    case .list(let shape, let isNeeded):
      [("type", .text("array")), ("items", schema(of: shape))]
        + (isNeeded ? [("minItems", .number("1"))] : [])
    case .nothing: [("type", .text("null"))]
    case .either(let shapes): either(shapes)
    }
  }

  /// The types of a text without quotes: `summary: 12` is the text 12.
  static let textTypes = ["string", "number", "boolean"]

  private func number(isWhole: Bool, _ range: ClosedRange<Double>) -> Rules {
    var rules: Rules = [("type", .text(isWhole ? "integer" : "number"))]
    if let minimum = digits(of: range.lowerBound) { rules.append(("minimum", minimum)) }
    if let maximum = digits(of: range.upperBound) { rules.append(("maximum", maximum)) }
    return rules
  }

  /// A limit in the syntax of JSON; nil for an infinite one.
  private func digits(of limit: Double) -> BuiltJSON? {
    guard limit.isFinite, limit.magnitude < 0x1p53 else { return nil }
    return .number(Int(exactly: limit).map(String.init) ?? limit.description)
  }

  private var size: Rules {
    let bytes = number(isWhole: true, 1 ... .infinity)
    return [("anyOf", .list([.map(bytes), .map(text(SchemaPattern.size))]))]
  }

  private var status: Rules {
    let code = number(isWhole: true, 100...599)
    return [("anyOf", .list([.map(code), .map(text(SchemaPattern.status))]))]
  }

  private func names(_ keys: FieldShape.Keys) -> Rules {
    let rules: Rules
    switch keys {
    case .any: return []
    case .identifiers: rules = [("pattern", .text(SchemaPattern.identifier))]
    case .inputs: rules = identifier(but: SpecReading.reservedNames)
    case .outputs: rules = identifier(but: SpecReading.reservedOutputNames)
    case .paths: rules = [("pattern", .text(SchemaPattern.jsonPath))]
    case .streamEnds: rules = [("pattern", .text(SchemaPattern.streamEnd))]
    case .receivedFields: rules = [("pattern", .text(SchemaPattern.receivedField))]
    case .headers: rules = [("pattern", .text(SchemaPattern.headerName))]
    case .requestHeaders: rules = headers(but: SpecReading.framingFields)
    case .partHeaders: rules = headers(but: SpecReading.partFraming.keys.sorted())
    }
    return [("propertyNames", .map(rules))]
  }

  private func headers(but framing: [String]) -> Rules {
    let refused = SchemaPattern.anyCase(of: framing)
    return [
      ("pattern", .text(SchemaPattern.headerName)), ("not", .map([("pattern", .text(refused))])),
    ]
  }

  private func identifier(but reserved: [String]) -> Rules {
    [("pattern", .text(SchemaPattern.identifier)), ("not", .map([("enum", .texts(reserved))]))]
  }

  /// The schema of one of several shapes; shapes that are only types share one rule.
  private func either(_ shapes: [FieldShape]) -> Rules {
    var types: [String] = []
    var others: [BuiltJSON] = []
    for rules in shapes.map(rules) {
      guard rules.count == 1, let only = rules.first, only.key == "type" else {
        others.append(.map(rules))
        continue
      }
      // A list of types contains each type once.
      for type in only.value.texts where !types.contains(type) { types.append(type) }
    }
    let type: BuiltJSON = types.count == 1 ? .text(types[0]) : .texts(types)
    guard !others.isEmpty else { return [("type", type)] }
    let plain: [BuiltJSON] = types.isEmpty ? [] : [.map([("type", type)])]
    return [("anyOf", .list(plain + others))]
  }

  /// The schema of `auth`: the name of a type that does not require options, or a map with a type
  /// and its options.
  var auth: Rules {
    let types = registry.authTypes
    let words = types.filter { $0.requiredOptions.isEmpty }.map { $0.name }
    let none = map(of: AuthDeclaration.none, summary: "No authorisation.", [])
    let maps = types.map { map(of: $0.name, summary: $0.summary, $0.options) }
    let names: BuiltJSON = .map([("enum", .texts(words + [AuthDeclaration.none]))])
    return [("anyOf", .list([names] + maps + [none]))]
  }

  private func map(of type: String, summary: String, _ options: [RoleOption]) -> BuiltJSON {
    let type: BuiltJSON = .map([("enum", .texts([type]))])
    let properties = options.map { (key: $0.name, value: property(of: $0)) }
    let needed = ["type"] + options.filter(\.isRequired).map(\.name)
    return .map([
      ("type", .text("object")), ("description", .text(summary)),
      ("additionalProperties", .boolean(false)),
      ("properties", .map([(key: "type", value: type)] + properties)),
      ("required", .texts(needed)),
    ])
  }

  private func property(of option: RoleOption) -> BuiltJSON {
    let rule: Rules
    switch option.kind {
    case .template, .secret, .text: rule = [("type", .texts(Self.textTypes))]
    case .integer: rule = [("type", .texts(["integer", "string"]))]
    case .number: rule = [("type", .texts(["number", "string"]))]
    case .boolean: rule = [("type", .texts(["boolean", "string"]))]
    case .words(let words): rule = [("enum", .texts(words))]
    case .delimiter: rule = text(SchemaPattern.delimiter)
    case .url: rule = [("type", .text("string"))]
    case .names, .list: rule = Self.names
    case .map:
      rule = [
        ("type", .text("object")),
        ("additionalProperties", .map([("type", .texts(Self.textTypes))])),
      ]
    case .name: rule = text(SchemaPattern.headerName)
    }
    return .map([("description", .text(option.summary))] + rule)
  }

  /// The schema of a choice by name: a built-in or installed name, or a map with the name and its
  /// options.
  func choice(of role: Role) -> Rules {
    let name: BuiltJSON = .map([("enum", .texts(registry.names(of: role)))])
    let text: BuiltJSON = .map([("type", .texts(Self.textTypes))])
    let option: BuiltJSON =
      role == .decoder ? .map([("anyOf", .list([text, .map(Self.names)]))]) : text
    let map: BuiltJSON = .map([
      ("type", .text("object")), ("properties", .map([(key: "type", value: name)])),
      ("required", .texts(["type"])), ("additionalProperties", option),
    ])
    return [("anyOf", .list([name, map] + (role == .decoder ? [charset] : [])))]
  }

  private static let names: Rules = [
    ("type", .texts(["string", "array"])), ("items", .map([("type", .texts(textTypes))])),
  ]

  private var charset: BuiltJSON {
    let names = Charset.allCases.map(\.rawValue)
    let name = DecodeSettings.charsetOption.name
    return .map([
      ("type", .text("object")),
      ("properties", .map([(key: name, value: .map([("enum", .texts(names))]))])),
      ("required", .texts([name])), ("additionalProperties", .boolean(false)),
    ])
  }
}
