import APICallBase
import APICallContracts
import APICallExternal
import APICallModel
import APICallPluginKit
import APICallSafety
import APICallSystem
import JSONText

/// The installed plugins and the built-in components, for the commands about plugins.
struct InstalledPlugins {
  let files: any FileSystem
  let catalog: PluginCatalog
  let builtins: [BuiltinRole]

  init() {
    let environment = CommandEnvironment()
    files = environment.world.files
    catalog = PluginCatalog(files: files, variable: Program.environment)
    let registry = environment.registry
    builtins =
      registry.requesters.map { BuiltinRole(kind: .requester, name: $0.name, summary: $0.summary) }
      + registry.authTypes.map { BuiltinRole(kind: .auth, name: $0.name, summary: $0.summary) }
      + registry.decoders.map { BuiltinRole(kind: .decoder, name: $0.name, summary: $0.summary) }
      + registry.formatters.map {
        BuiltinRole(kind: .formatter, name: $0.name, summary: $0.summary)
      }
      + environment.secrets.nearSources.map {
        BuiltinRole(kind: .secret, name: $0.name, summary: $0.summary)
      }
  }

  func builtinNames(of kind: PluginRole.Kind) -> [String] {
    builtins.filter { $0.kind == kind }.map(\.name)
  }

  /// Finds the plugin that a command tests: an installed one, or the one in a folder.
  func plugin(toTest operand: String) throws(Failure) -> PluginFinding {
    let isPath = operand.contains("/") || operand == "." || operand == ".."
    let manifest = FilePath.join(operand, PluginManifest.fileName)
    let finding: PluginFinding
    if !isPath, let found = catalog.finding(named: operand) {
      finding = found
    } else if isPath || files.status(of: manifest) != nil {
      finding = PluginFolder(operand, files: files).read()
    } else if builtins.contains(where: { $0.name == operand }) {
      throw Failure(.usage, "'\(operand)' is built in and is tested with apicall itself")
    } else {
      throw unknown(operand)
    }
    if let failure = finding.failure { throw failure }
    return finding
  }

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
}

/// A row of `apicall plugins list`.
struct PluginRow {
  /// Whether a plugin can be used, and if not, why.
  enum State: String {
    case installed
    case builtin = "built in"
    case broken
    case shadowed
  }

  private let name: String
  private let version: String
  private let state: State
  private let roles: [PluginRole]
  private let folder: String?
  private let summary: String
  /// The problem with it; nil for none.
  private let problem: String?

  init(_ finding: PluginFinding) {
    name = finding.name
    version = finding.manifest?.version ?? ""
    state = finding.isShadowed ? .shadowed : finding.plugin == nil ? .broken : .installed
    roles = finding.roles
    folder = finding.folder
    summary = finding.manifest?.summary ?? ""
    problem = finding.failure?.diagnostics.first?.message
  }

  init(_ builtin: BuiltinRole) {
    name = builtin.name
    version = ""
    state = .builtin
    roles = [PluginRole(builtin.kind, names: [builtin.name])]
    folder = nil
    summary = builtin.summary
    problem = nil
  }

  var cells: [String] {
    var kinds: [String] = []
    for role in roles where !kinds.contains(role.kind.rawValue) { kinds.append(role.kind.rawValue) }
    let text: String =
      switch state {
      case .installed, .builtin: summary
      case .broken: "broken: \(problem ?? "")"
      case .shadowed: "shadowed by the one above"
      }
    return [name, version, kinds.joined(separator: ", "), folder ?? "built in", text]
  }

  var json: String {
    BuiltJSON.map([
      ("name", .text(name)), ("version", .text(version)), ("state", .text(state.rawValue)),
      (
        "roles",
        .list(
          roles.map { role in
            .map([("role", .text(role.kind.rawValue)), ("names", .texts(role.names))])
          })
      ),
      ("description", .text(summary)), ("folder", BuiltJSON(folder)),
      ("problem", BuiltJSON(problem)),
    ]).compact
  }
}
