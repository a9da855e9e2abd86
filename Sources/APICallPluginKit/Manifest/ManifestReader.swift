import JSONText

/// Reads a manifest member by member, and continues after a problem.
struct ManifestReader {
  static let mostProblems = 100
  private static let deepest = 64

  private(set) var problems: [ManifestProblem] = []
  private(set) var remarks: [ManifestProblem] = []

  /// Reads a file.
  ///
  /// Returns the members that could be read. The manifest is valid if there are no problems. Nil if
  /// the file is not a JSON object.
  mutating func read(_ bytes: [UInt8]) -> PluginManifest? {
    guard bytes.count <= PluginManifest.longestFile else {
      report(.tooLong(limit: PluginManifest.longestFile), at: 0..<0)
      return nil
    }
    let root: JSONNode
    do {
      root = try JSONDocument(bytes, maxDepth: Self.deepest).root
    } catch {
      let offset = min(error.offset, bytes.count)
      report(.notJSON(reason: error.message), at: offset..<offset)
      return nil
    }
    guard root.kind == .object else {
      report(.wrongType(member: nil, takes: "an object", got: Self.described(root)), at: root.range)
      return nil
    }
    return manifest(root)
  }

  private mutating func manifest(_ root: JSONNode) -> PluginManifest {
    let object = object(root, .manifest, known: ManifestMembers.manifest)
    checkSchema(object)
    var manifest = PluginManifest(
      name: name("name", in: object, .plugin, isNeeded: true) ?? "",
      program: program(in: object) ?? "", roles: [])
    manifest.roles = roles(in: object, pluginName: manifest.name)
    manifest.version = line("version", in: object) ?? ""
    manifest.summary = line("description", in: object) ?? ""
    manifest.protocols = protocols(in: object)
    manifest.requiredFeatures = lines("requires_features", in: object)
    manifest.options = options(in: object)
    checkSecrets(of: manifest, in: object)
    manifest.environment = variables(in: object)
    manifest.hosts = names("hosts", in: object, .host) ?? []
    if let hosts = object["hosts"], !manifest.roles.isEmpty,
      !manifest.roles.contains(where: { $0.kind == .auth })
    {
      report(.uselessHosts, at: hosts.range)
    }
    manifest.silence = wholeNumber("timeout_ms", in: object, 1...600_000).map { .milliseconds($0) }
    manifest.manualPage = name("man", in: object, .page)
    manifest.license = line("license", in: object)
    manifest.homepage = line("homepage", in: object)
    return manifest
  }

  private mutating func checkSchema(_ object: Object) {
    guard let schema = object["schema"] else { return }
    guard schema.kind == .number else {
      return refuse("schema", schema, takes: "the number 1")
    }
    if schema.number?.integer != 1 { report(.unknownSchema(schema.text), at: schema.range) }
  }

  private mutating func program(in object: Object) -> String? {
    guard let value = needed("exec", in: object), let path = line("exec", in: object) else {
      return nil
    }
    guard path.utf8.first != UInt8(ascii: "/") else {
      report(.absoluteProgram(path), at: value.range)
      return nil
    }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let names = parts.map { String(decoding: $0, as: UTF8.self) }
    guard !names.contains(".."), let last = names.last, last != ".", !last.isEmpty else {
      report(.programOutside(path), at: value.range)
      return nil
    }
    return path
  }

  private mutating func protocols(in object: Object) -> [Int] {
    guard let value = object["protocol"] else { return [1] }
    guard value.kind == .array else {
      refuse("protocol", value, takes: "a list of whole numbers")
      return [1]
    }
    var versions: [Int] = []
    for element in value.elements {
      guard let version = element.number?.integer, version > 0 else {
        refuse("protocol", element, takes: "a list of whole numbers from 1")
        continue
      }
      versions.append(version)
    }
    if value.count == 0 { report(.empty(member: "protocol"), at: value.range) }
    return versions
  }

  private mutating func variables(in object: Object) -> [String] {
    let names = names("environment", in: object, .variable) ?? []
    guard let value = object["environment"] else { return [] }
    for element in value.elements {
      if let name = element.string, name.hasPrefix("APICALL_") {
        report(.notName(name, member: "environment", .reservedVariable), at: element.range)
      }
    }
    return names
  }

  mutating func report(_ kind: ManifestProblem.Kind, at range: Range<Int>) {
    if problems.count < Self.mostProblems { problems.append(ManifestProblem(kind, at: range)) }
  }

  /// Adds a note about a member that has no effect.
  mutating func remark(_ kind: ManifestProblem.Kind, at range: Range<Int>) {
    if remarks.count < Self.mostProblems { remarks.append(ManifestProblem(kind, at: range)) }
  }

  /// Adds a problem for a member whose value has the wrong type.
  mutating func refuse(_ member: String, _ value: JSONNode, takes: String) {
    report(
      .wrongType(member: member, takes: takes, got: Self.described(value)), at: value.range)
  }
}
