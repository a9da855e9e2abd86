import JSONText

/// The options of a plugin.
extension ManifestReader {
  mutating func options(in object: Object) -> [PluginOption] {
    guard let items = elements("options", in: object) else { return [] }
    var options: [PluginOption] = []
    var names: Set<String> = []
    var variables: Set<String> = []
    for item in items {
      guard item.kind == .object else {
        refuse("options", item, takes: "a list of objects")
        continue
      }
      guard let option = option(item) else { continue }
      let place = item["name"]?.range ?? item.range
      if !names.insert(option.name).inserted {
        report(.repeatedOption(option.name, variable: nil), at: place)
      } else if !variables.insert(option.variable).inserted {
        report(.repeatedOption(option.name, variable: option.variable), at: place)
      }
      options.append(option)
    }
    return options
  }

  private mutating func option(_ value: JSONNode) -> PluginOption? {
    let object = object(value, .option, known: ManifestMembers.option)
    let name = name("name", in: object, .option, isNeeded: true, of: .option)
    var option = PluginOption(name ?? "")
    let words = PluginOption.Kind.allCases.map(\.rawValue)
    option.kind =
      word("type", in: object, among: words).flatMap(PluginOption.Kind.init) ?? .string
    option.isRequired = flag("required", in: object)
    option.isSecret = flag("secret", in: object)
    option.summary = line("help", in: object) ?? ""
    option.choices =
      elements("enum", in: object)?.compactMap { self.value(of: option, $0) } ?? []
    if let choices = object["enum"], choices.kind == .array, choices.count == 0 {
      report(.empty(member: "enum"), at: choices.range)
    }
    if let value = object["default"], !value.isNull {
      option.defaultValue = self.value(of: option, value)
      if let given = option.defaultValue, !option.choices.isEmpty, !option.choices.contains(given) {
        let known = option.choices
        report(.unknownWord(Self.excerpt(given), member: "default", known: known), at: value.range)
      }
      if option.isRequired { report(.needlessDefault(option.name), at: value.range) }
    }
    return name == nil ? nil : option
  }

  /// The text of a value; nil if the option does not accept it.
  private mutating func value(of option: PluginOption, _ value: JSONNode) -> String? {
    switch option.kind {
    case .string where value.kind == .string: if let text = value.string { return text }
    case .integer where value.number?.integer != nil: return value.text
    case .number where value.kind == .number: return value.text
    case .boolean where value.kind == .boolean: return value.text
    default: break
    }
    report(.wrongDefault(Self.described(value), takes: option.kind.words), at: value.range)
    return nil
  }

  /// Reports secret options of a plugin that has a filter role.
  mutating func checkSecrets(of manifest: PluginManifest, in object: Object) {
    guard manifest.roles.contains(where: { $0.kind.isFilter }) else { return }
    guard let options = object["options"] else { return }
    for item in options.elements {
      guard let secret = item["secret"], secret.boolean == true else { continue }
      report(.secretOfFilter(Self.excerpt(item["name"]?.string ?? "")), at: secret.range)
    }
  }
}

extension PluginOption {
  /// The environment variable in which a filter gets the value: `APICALL_OPT_LINE_WIDTH` for
  /// `line-width`.
  public var variable: String {
    "APICALL_OPT_" + String(name.uppercased().map { $0 == "-" ? "_" : $0 })
  }
}

extension PluginOption.Kind {
  /// The type in words: `a whole number`.
  public var words: String {
    switch self {
    case .string: "text"
    case .integer: "a whole number"
    case .number: "a number"
    case .boolean: "true or false"
    }
  }
}
