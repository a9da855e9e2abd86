import APICallContracts
import APICallPluginKit
import APICallSafety

/// A plugin and one of its roles.
struct PluginProvider: Sendable {
  let plugin: InstalledPlugin
  let role: PluginRole

  /// The default values of its options.
  var defaults: OptionValues {
    var values = OptionValues()
    for option in plugin.manifest.options {
      values[option.name] = option.defaultValue.map { ProtectedText($0) }
    }
    return values
  }

  /// The declarations of its options, for checks and help.
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

/// The environment that plugins are run in, and the receiver of their standard error.
package struct PluginContext: Sendable {
  /// Looks up an environment variable of the user.
  package var variable: @Sendable (String) -> String?
  /// Receives each line that a plugin writes to standard error, with the plugin's name; nil if the
  /// lines are not reported.
  package var reporter: (@Sendable (_ plugin: String, _ line: String) -> Void)?
  /// Waits for the frames of plugins.
  package var waiter = DescriptorWaiter.blocking

  package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  /// The receiver of one plugin's lines.
  func report(of plugin: String) -> (@Sendable (String) -> Void)? {
    guard let reporter else { return nil }
    return { reporter(plugin, $0) }
  }
}
