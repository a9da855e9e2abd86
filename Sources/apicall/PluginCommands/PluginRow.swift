import APICallBase
import APICallExternal
import APICallPluginKit
import JSONText

/// A row of `apicall plugins list`.
struct PluginRow {
  /// Whether a plugin can be used, and if not, why.
  enum State: String {
    case installed
    case builtin = "built in"
    case broken
    /// Another plugin of the same name is found first.
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
