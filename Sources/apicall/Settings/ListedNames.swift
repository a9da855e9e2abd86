import APICallSpec
import APICallHTTP
import APICallPlugins

/// The names that an option may take, as its help lists them.
enum ListedNames {
  static var formatters: String { list(Builtins.formatters.map { $0.name }) }
  static var decoders: String { list(Builtins.decoders.map { $0.name }) }
  static var requesters: String { list(Workbench().registry.requesters.map(\.name)) }
  static var mishaps: String { list(Mishap.names) }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
