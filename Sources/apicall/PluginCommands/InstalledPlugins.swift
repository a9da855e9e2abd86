import APICallBase
import APICallContracts
import APICallExternal
import APICallModel
import APICallPluginKit
import APICallSafety
import APICallSystem

/// The installed plugins and the built-in components, for the commands about plugins.
struct InstalledPlugins {
  let files: any FileSystem
  let catalog: PluginCatalog
  let builtins: [BuiltinRole]

  /// Finds the plugins of the folders that the environment sets.
  init() {
    let environment = CommandEnvironment()
    files = environment.world.files
    catalog = PluginCatalog(files: files, variable: Program.environment)
    let registry = environment.registry
    builtins =
      registry.requesters.map { BuiltinRole(.requester, $0.name, $0.summary) }
      + registry.authTypes.map { BuiltinRole(.auth, $0.name, $0.summary) }
      + registry.decoders.map { BuiltinRole(.decoder, $0.name, $0.summary) }
      + registry.formatters.map { BuiltinRole(.formatter, $0.name, $0.summary) }
      + environment.secrets.nearSources.map { BuiltinRole(.secret, $0.name, $0.summary) }
  }

  /// The names in a role that a plugin cannot use.
  func builtinNames(of kind: PluginRole.Kind) -> [String] {
    builtins.filter { $0.kind == kind }.map(\.name)
  }

  /// The failure for the name of a plugin that does not exist.
  func unknown(_ name: String) -> Failure {
    let known = catalog.all().map(\.name) + builtins.map(\.name)
    return Failure(
      .usage, "there is no plugin '\(name)'",
      hint: Nearest.word(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "'apicall plugins list' lists them")
  }
}

/// A built-in component with the role of a plugin.
struct BuiltinRole {
  let kind: PluginRole.Kind
  let name: String
  let summary: String

  init(_ kind: PluginRole.Kind, _ name: String, _ summary: String) {
    self.kind = kind
    self.name = name
    self.summary = summary
  }
}
