import JSONText

extension SpecSchema {
  /// What a schema says of a map with fields of its own.
  func map(_ fields: [FieldDescription]) -> [(key: String, value: BuiltJSON)] {
    let properties = fields.map { field in
      let about: [(key: String, value: BuiltJSON)] = [
        ("title", .text(field.takes)), ("description", .text(field.summary)),
      ]
      return (key: field.name, value: schema(of: field.shape, adding: about))
    }
    return [
      ("type", .text("object")), ("additionalProperties", .boolean(false)),
      ("properties", .map(properties)),
    ] + slots(of: fields)
  }

  /// What a schema says of a value.
  ///
  /// - Parameters:
  ///   - shape: what the value may be.
  ///   - words: what stands before it, such as a description.
  /// - Returns: the schema.
  private func schema(
    of shape: FieldShape, adding words: [(key: String, value: BuiltJSON)] = []
  ) -> BuiltJSON {
    .map(words + rules(of: shape))
  }

  private func rules(of shape: FieldShape) -> [(key: String, value: BuiltJSON)] {
    switch shape {
    case .text, .template, .regularExpression, .path: [("type", .texts(Self.textTypes))]
    case .textMatching(let pattern): [("type", .text("string")), ("pattern", .text(pattern))]
    case .mediaType: [("type", .text("string")), ("pattern", .text(SchemaPattern.mediaType))]
    case .decimal: [("type", .text("number"))]
    case .words(let words): [("enum", .texts(words))]
    case .formatter: choice(of: .formatter)
    case .decoder: choice(of: .decoder)
    case .requester: choice(of: .requester)
    case .auth: auth
    case .matchers: matchers
    case .matcherMap: matcherMap
    case .bodyExpectation: bodyExpectation
    case .condition: condition
    case .boolean: [("type", .text("boolean"))]
    case .number(let isWhole, let range): number(isWhole: isWhole, range)
    case .status: status
    case .duration:
      [("type", .text("string")), ("pattern", .text(SchemaPattern.duration))]
    case .size: size
    case .anything: []
    case .fields(let fields): map(fields())
    case .endpoint:
      map(EndpointFields.descriptions.filter { !SpecReading.ownFields.contains($0.name) })
    case .inlineEndpoint: [("$ref", .text("#/definitions/\(Self.endpointName)"))]
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

  private func number(
    isWhole: Bool, _ range: ClosedRange<Double>
  ) -> [(key: String, value: BuiltJSON)] {
    var rules: [(key: String, value: BuiltJSON)] = [
      ("type", .text(isWhole ? "integer" : "number"))
    ]
    if let minimum = digits(of: range.lowerBound) { rules.append(("minimum", minimum)) }
    if let maximum = digits(of: range.upperBound) { rules.append(("maximum", maximum)) }
    return rules
  }

  /// A limit as JSON writes it; nil for one that limits nothing.
  private func digits(of limit: Double) -> BuiltJSON? {
    guard limit.isFinite, limit.magnitude < 0x1p53 else { return nil }
    return .number(Int(exactly: limit).map(String.init) ?? limit.description)
  }

  private var size: [(key: String, value: BuiltJSON)] {
    let octets = number(isWhole: true, 1 ... .infinity)
    let text: [(key: String, value: BuiltJSON)] = [
      ("type", .text("string")), ("pattern", .text(SchemaPattern.size)),
    ]
    return [("anyOf", .list([.map(octets), .map(text)]))]
  }

  private var status: [(key: String, value: BuiltJSON)] {
    let code = number(isWhole: true, 100...599)
    let text: [(key: String, value: BuiltJSON)] = [
      ("type", .text("string")), ("pattern", .text(SchemaPattern.status)),
    ]
    return [("anyOf", .list([.map(code), .map(text)]))]
  }

  /// What the keys of a map have to be.
  private func names(_ keys: FieldShape.Keys) -> [(key: String, value: BuiltJSON)] {
    let rules: [(key: String, value: BuiltJSON)]
    switch keys {
    case .any: return []
    case .identifiers: rules = [("pattern", .text(SchemaPattern.identifier))]
    case .inputs: rules = identifier(but: SpecReading.reservedNames)
    case .outputs: rules = identifier(but: SpecReading.reservedOutputNames)
    case .paths: rules = [("pattern", .text(SchemaPattern.jsonPath))]
    case .headers: rules = [("pattern", .text(SchemaPattern.headerName))]
    case .requestHeaders: rules = headers(but: SpecReading.framingFields)
    case .partHeaders: rules = headers(but: SpecReading.partFraming.keys.sorted())
    }
    return [("propertyNames", .map(rules))]
  }

  private func headers(but framing: [String]) -> [(key: String, value: BuiltJSON)] {
    let refused = SchemaPattern.anyCase(of: framing)
    return [
      ("pattern", .text(SchemaPattern.headerName)), ("not", .map([("pattern", .text(refused))])),
    ]
  }

  private func identifier(but reserved: [String]) -> [(key: String, value: BuiltJSON)] {
    [
      ("pattern", .text(SchemaPattern.identifier)),
      ("not", .map([("enum", .texts(reserved))])),
    ]
  }

  /// Any one of several shapes; those that are no more than a type share one rule.
  private func either(_ shapes: [FieldShape]) -> [(key: String, value: BuiltJSON)] {
    var types: [String] = []
    var others: [BuiltJSON] = []
    for rules in shapes.map(rules) {
      guard rules.count == 1, let only = rules.first, only.key == "type" else {
        others.append(.map(rules))
        continue
      }
      // Each type stands once in a list of types.
      for type in only.value.texts where !types.contains(type) { types.append(type) }
    }
    let type: BuiltJSON = types.count == 1 ? .text(types[0]) : .texts(types)
    guard !others.isEmpty else { return [("type", type)] }
    let plain: [BuiltJSON] = types.isEmpty ? [] : [.map([("type", type)])]
    return [("anyOf", .list(plain + others))]
  }
}
