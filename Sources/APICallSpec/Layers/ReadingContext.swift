package import APICallBase
import Synchronization
package import YAMLTree

/// What an endpoint is read with besides its own text.
package struct ReadingContext: Sendable {
  /// The project it belongs to.
  package var project: Project?
  /// The profile of the project that is in use.
  package var profile: Project.Profile?
  /// What confines the paths in it; nil if it was not read from a disk, and can extend nothing.
  package var fileRoot: FileRoot?
  /// What the command line sets.
  package var overrides = Overrides()
  /// Finds what the file calls besides; nil if it can call nothing.
  package var finder: CalleeFinder?
  /// What a step of a script says in place of the file's own fields, and over them.
  package var step: Node?
  /// The names that placeholders written by the script may use; empty for what is run by itself.
  package var around = NamesAround()
  /// How many files are called, by it and by those that it calls.
  var called = CalledFiles()

  package init() {}

  /// Whether there is anything to merge the file with.
  var hasLayers: Bool {
    project?.defaults != nil || profile?.headers != nil || profile?.auth != nil
      || !overrides.isEmpty || step != nil
  }
}

/// Finds and reads what a file calls, by its path or its name, by where that is written, and by
/// what the file is read with; nil if nothing is to be called.
package typealias CalleeFinder =
  @Sendable (String, Mark, ReadingContext) throws(Failure) -> Callee?

/// How many files a script, or what a file needs, may have read: those that call one another ten at a
/// time soon are more than there is time for.
package final class CalledFiles: Sendable {
  /// The most of them, each counted as often as it is called.
  static let most = 1000

  private let count = Atomic(0)

  init() {}

  /// Counts one more.
  ///
  /// - Returns: whether it may be read.
  func take() -> Bool { count.add(1, ordering: .relaxed).newValue <= Self.most }
}

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
    guard tree.entries != nil, tree.entry("extends") != nil || context.hasLayers
    else { return tree }
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
