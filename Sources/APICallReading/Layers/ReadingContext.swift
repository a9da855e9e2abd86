package import APICallBase
package import APICallModel
import Synchronization
package import YAMLTree

/// The context in which an endpoint is read.
package struct ReadingContext: Sendable {
  package var project: ProjectSpec?
  package var profile: ProjectSpec.Profile?
  /// The root that confines its paths; nil if the endpoint was not read from a disk and cannot
  /// extend a file.
  package var fileRoot: FileRoot?
  package var overrides = Overrides()
  /// Finds the called files; nil if the endpoint cannot call any.
  package var finder: CalleeFinder?
  /// The fields of a script's step that replace or extend the file's own fields.
  package var step: Node?
  /// The fields that a script sets for the calls that it contains.
  package var defaults: Node?
  /// The names that placeholders in the script may use; empty for a file that runs on its own.
  package var around = ScriptNames()
  /// The number of called files, including those called by called files.
  var called = CalledFiles()

  package init() {}

  var hasLayers: Bool {
    project?.defaults != nil || profile?.headers != nil || profile?.auth != nil
      || !overrides.isEmpty || step != nil || defaults != nil
  }
}

extension ReadingContext {
  /// The fields of a call that a step takes itself if it calls a script.
  private static let fieldsOfSteps = ["expect", "retry"]

  /// Checks that a step that calls a script changes nothing in it.
  ///
  /// The message begins with the clause, which says that a script is called.
  func checkStep(_ callsScript: String) throws(Failure) {
    guard let field = step?.entries?.first(where: { !Self.fieldsOfSteps.contains($0.key) })
    else { return }
    throw Failure(
      .badInput, "\(callsScript), which has no '\(field.key)'", at: field.keyMark,
      hint: "write it in the steps of that script")
  }
}

/// Finds and reads a called file by its path or name, the place of the call, and the context of the
/// calling file; nil if nothing has to be called.
package typealias CalleeFinder =
  @Sendable (String, Mark, ReadingContext) throws(Failure) -> Callee?

/// The number of files that a script or a need may read: files that each call ten others soon take
/// too long.
package final class CalledFiles: Sendable {
  /// The maximum number of files, each counted as often as it is called.
  static let most = 1000

  private let count = Atomic(0)

  init() {}

  /// Counts one more file.
  ///
  /// Returns whether it may be read.
  func take() -> Bool { count.add(1, ordering: .relaxed).newValue <= Self.most }
}

extension SpecReading {
  /// Merges all layers of an endpoint: the defaults of the project and of the script, the profile, the
  /// files that it extends, its own fields, and the command line.
  mutating func layered(_ tree: Node, of source: Source, in context: ReadingContext) -> Node {
    guard tree.entries != nil, tree.entry("extends") != nil || context.hasLayers
    else { return tree }
    let chain = LayerChain(tree, of: source, in: context.fileRoot, &self)
    var layers = chain.layers.reversed().map { $0 }
    if let defaults = context.defaults {
      let isElsewhere = layers.contains { $0.entry("url") != nil || $0.entry("host") != nil }
      layers.insert(isElsewhere ? defaults.withoutCredentials : defaults, at: 0)
    }
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

extension Node {
  /// The defaults of a script for a call to another host than theirs.
  fileprivate var withoutCredentials: Node {
    guard let entries, entry("host") != nil else { return self }
    var node = self
    node.content = .mapping(entries.filter { !["headers", "query", "auth"].contains($0.key) })
    return node
  }
}

extension ProjectSpec {
  /// The project's layer for all its endpoints: the profile's header fields and auth over the
  /// defaults.
  fileprivate func layer(for profile: Profile?) -> Node? {
    let fields = [profile?.headers, profile?.auth].compactMap { $0 }
    guard let first = fields.first else { return defaults }
    let node = Node(.mapping(fields), at: first.value.mark)
    return defaults.map { node.merged(onto: $0) } ?? node
  }

  /// The header fields that an endpoint may remove although the profile in use does not set them:
  /// those of all profiles, in lower case.
  fileprivate var headerNames: [String] {
    profiles.flatMap { $0.headers?.value.entries ?? [] }.map { $0.key.lowercased() }
  }
}
