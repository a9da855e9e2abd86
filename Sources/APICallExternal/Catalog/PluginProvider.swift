import APICallContracts
package import APICallPluginKit
import APICallSafety
package import Glibc

/// A plugin and one of its roles.
package struct PluginProvider: Sendable {
  package let plugin: InstalledPlugin
  package let role: PluginRole

  var defaults: OptionValues {
    var values = OptionValues()
    for option in plugin.manifest.options {
      values[option.name] = option.defaultValue.map { ProtectedText($0) }
    }
    return values
  }

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
  package var variable: @Sendable (String) -> String?
  /// Receives each line that a plugin writes to standard error, with the plugin's name; nil if the
  /// lines are not reported.
  package var reporter: (@Sendable (_ plugin: String, _ line: String) -> Void)?
  /// Waits until one of the pipes of plugins can be read or written, or until the time is over.
  ///
  /// Throws if the caller gives up meanwhile: a signal arrived, or the task was cancelled. Without
  /// another way, it blocks the thread.
  package var wait: @Sendable ([pollfd], Duration) async throws(CancellationError) -> Void = {
    (descriptors, time) throws(CancellationError) in
    guard DescriptorWaiter.block(on: descriptors, for: time) else { throw CancellationError() }
  }

  package init(variable: @escaping @Sendable (String) -> String?) { self.variable = variable }

  func report(of plugin: String) -> (@Sendable (String) -> Void)? {
    guard let reporter else { return nil }
    return { reporter(plugin, $0) }
  }
}
