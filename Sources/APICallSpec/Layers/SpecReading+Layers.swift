import YAMLTree

extension SpecReading {
  /// Puts together all that an endpoint is made of: the project's defaults and its profile, the
  /// files that it extends, its own, and what the command line sets.
  ///
  /// - Parameters:
  ///   - tree: the endpoint's own tree.
  ///   - source: its file.
  ///   - context: what else there is.
  /// - Returns: the merged tree; the endpoint's own as it is where there is nothing else.
  mutating func layered(_ tree: Node, of source: Source, in context: ReadingContext) -> Node {
    guard tree.entries != nil, tree.entry("extends") != nil || context.hasLayers else {
      return tree
    }
    let chain = LayerChain(tree, of: source, in: context.fileRoot, &self)
    var layers = chain.layers.reversed().map { $0 }
    if let project = context.project?.layer(for: context.profile) {
      removableHeaders = context.project?.headerNames ?? []
      hasRemovableAuth = context.project?.profiles.contains { $0.auth != nil } ?? false
      layers.insert(project, at: 0)
    }
    var merged = layers[0]
    for layer in layers.dropFirst() { merged = layer.merged(onto: merged) }
    if let step = context.step { merged = step.spreadingRaw().merged(onto: merged) }
    return set(context.overrides, in: merged)
  }

  /// Reads the path of a file; nil, with a problem, where the value is none.
  mutating func path(_ entry: Node.Entry) -> String? {
    guard let scalar = entry.value.scalar, scalar.kind != .null else {
      refuse(
        entry, takes: "the path of a file",
        hint: entry.value.items == nil ? nil : "one file; that one may extend another")
      return nil
    }
    return scalar.text
  }
}

extension Project {
  /// What the project says for all its endpoints: the profile's header fields and its auth over the
  /// defaults.
  fileprivate func layer(for profile: Profile?) -> Node? {
    let fields = [profile?.headers, profile?.auth].compactMap { $0 }
    guard let first = fields.first else { return defaults }
    let node = Node(.mapping(fields), at: first.value.mark)
    return defaults.map { node.merged(onto: $0) } ?? node
  }

  /// The header fields that an endpoint may remove, though the profile of the moment has none of
  /// that name: those of all profiles, in lower case.
  fileprivate var headerNames: [String] {
    profiles.flatMap { $0.headers?.value.entries ?? [] }.map { $0.key.lowercased() }
  }
}
