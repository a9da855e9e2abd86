import APICallBase
import APICallExternal
import APICallHTTP
import APICallPluginKit
import APICallSpec
import APICallSystem

/// What the commands for plugins work with: those that are installed, and what is built in.
struct InstalledPlugins {
  let files: any FileSystem
  let catalog: PluginCatalog
  let builtins: [BuiltinRole]

  /// Looks where the environment says.
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

  /// The names of a role that no plugin can take.
  func builtinNames(of kind: PluginRole.Kind) -> [String] {
    builtins.filter { $0.kind == kind }.map(\.name)
  }

  /// The failure of a command that was given a name that no plugin has.
  func unknown(_ name: String) -> Failure {
    let known = catalog.all().map(\.name) + builtins.map(\.name)
    return Failure(
      .usage, "there is no plugin '\(name)'",
      hint: Nearest.word(to: name, among: known).map { "did you mean '\($0)'?" }
        ?? "'apicall plugins list' shows those that there are")
  }
}

/// Something that is built in and does what a plugin can do.
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
