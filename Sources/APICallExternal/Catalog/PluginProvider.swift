import APICallBase
import APICallHTTP
import APICallPluginKit

/// A plugin, and one of the roles that it has.
struct PluginProvider: Sendable {
  let plugin: InstalledPlugin
  let role: PluginRole

  /// The values of its options where nobody sets any.
  var defaults: OptionValues {
    var values = OptionValues()
    for option in plugin.manifest.options {
      values[option.name] = option.defaultValue.map { ProtectedText($0) }
    }
    return values
  }

  /// Its options, as they are checked and shown.
  var options: [RoleOption] {
    plugin.manifest.options.map { option in
      let kind: RoleOption.Kind =
        if option.isSecret {
          .secret
        } else if !option.choices.isEmpty {
          .words(option.choices)
        } else {
          switch option.kind {
          case .string: role.kind == .auth ? .template : .text
          case .integer: .integer
          case .number: .number
          case .boolean: .boolean
          }
        }
      var declared = RoleOption(
        option.name, kind, option.summary, isRequired: option.isRequired)
      declared.defaultValue = option.defaultValue
      return declared
    }
  }
}

/// What plugins are run in: the user's environment, and who reads what they say.
package struct PluginSurroundings: Sendable {
  /// Looks up a variable of the user's environment.
  package var variable: @Sendable (String) -> String?
  /// Takes each line that a plugin writes on standard error, as it comes, with the plugin's name; nil
  /// where nobody wants them.
  package var reporter: (@Sendable (_ plugin: String, _ line: String) -> Void)?
  /// Waits for what plugins that speak frames say.
  package var waiter = DescriptorWaiter.blocking

  package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  /// Takes the lines of one plugin.
  func report(of plugin: String) -> (@Sendable (String) -> Void)? {
    guard let reporter else { return nil }
    return { reporter(plugin, $0) }
  }
}
