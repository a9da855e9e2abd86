import JSONText

/// The roles of a plugin.
extension ManifestReader {
  mutating func roles(in object: Object, pluginName: String) -> [PluginRole] {
    guard let value = needed("roles", in: object), let items = elements("roles", in: object) else {
      return []
    }
    if items.isEmpty { report(.empty(member: "roles"), at: value.range) }
    var roles: [PluginRole] = []
    var taken: [PluginRole.Kind: Set<String>] = [:]
    for item in items {
      guard item.kind == .object else {
        refuse("roles", item, takes: "a list of objects")
        continue
      }
      guard let role = role(item, pluginName: pluginName) else { continue }
      for name in role.names where !taken[role.kind, default: []].insert(name).inserted {
        report(.repeatedRole(role.kind, name: name), at: item["names"]?.range ?? item.range)
      }
      roles.append(role)
    }
    return roles
  }

  private mutating func role(_ value: JSONNode, pluginName: String) -> PluginRole? {
    var object = object(value, .role, known: ManifestMembers.roles)
    guard needed("role", in: object, of: .role) != nil,
      let kind = word("role", in: object, among: PluginRole.Kind.allCases.map(\.rawValue))
        .flatMap(PluginRole.Kind.init)
    else { return nil }
    let known = ManifestMembers.role + ManifestMembers.role(kind)
    for (name, value) in object.members where !known.contains(name) {
      report(.notForRole(member: name, kind, known: known), at: value.range)
    }
    object.members.removeAll { !known.contains($0.name) }
    if let mode = object["mode"], mode.string != kind.mode {
      switch mode.string {
      case "filter"?, "framed"?: report(.wrongMode(mode.string ?? "", kind), at: mode.range)
      default: _ = word("mode", mode, among: ["filter", "framed"])
      }
    }
    var role = PluginRole(kind, names: names("names", in: object, .role) ?? [pluginName])
    if role.names.isEmpty, let names = object["names"], names.kind == .array, names.count == 0 {
      report(.empty(member: "names"), at: names.range)
    }
    readRest(of: &role, in: object)
    return role
  }

  private mutating func readRest(of role: inout PluginRole, in object: Object) {
    role.accepts = names("accepts", in: object, .mediaType) ?? []
    role.produces =
      role.kind == .decoder
      ? word("produces", in: object, among: Self.produced)
      : name("produces", in: object, .mediaType)
    role.layout = word("layout", in: object, among: ["values", "document", "records"])
    let starts = PluginRole.Start.allCases.map(\.rawValue)
    role.start =
      word("start", in: object, among: starts).flatMap(PluginRole.Start.init) ?? .response
    let lifetimes = PluginRole.Lifetime.allCases.map(\.rawValue)
    role.lifetime =
      word("lifetime", in: object, among: lifetimes).flatMap(PluginRole.Lifetime.init) ?? .call
    let needs = PluginRole.Need.allCases.map(\.rawValue)
    role.needs = words("needs", in: object, among: needs)?.compactMap(PluginRole.Need.init) ?? []
    if let value = object["schemes"] {
      role.schemes = words("schemes", in: object, among: ["http", "https"]) ?? []
      if value.kind == .array, value.count == 0 {
        report(.empty(member: "schemes"), at: value.range)
      }
    }
  }

  /// The media types that a decoder can write.
  private static let produced = ["application/json", "application/x-ndjson", "text/plain"]
}
