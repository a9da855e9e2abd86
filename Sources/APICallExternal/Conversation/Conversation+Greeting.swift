import APICallBase
import APICallContracts
import APICallPluginKit
import APICallSafety
import JSONText

extension Conversation {
  /// Greets the plugin, which has to answer.
  ///
  /// Throws ``ConversationEnd`` if it does not support this version of the protocol.
  func greet(
    as role: PluginRole.Kind, named name: String, _ options: OptionValues
  ) async throws(ConversationEnd) {
    try say(greeting(as: role, named: name, options))
    try check(try await next(within: greetingLimit, of: nil))
  }

  /// Greets the program on the calling thread, which waits.
  func greetBlocking(
    as role: PluginRole.Kind, named name: String, _ options: OptionValues
  ) throws(ConversationEnd) {
    try say(greeting(as: role, named: name, options))
    try check(try nextBlocking(within: greetingLimit, of: nil))
  }

  private var greetingLimit: Duration {
    min(PluginLimits.greeting, plugin.manifest.silence ?? PluginLimits.greeting)
  }

  private func greeting(
    as role: PluginRole.Kind, named name: String, _ options: OptionValues
  ) -> [(key: String, value: BuiltJSON)] {
    let values = plugin.manifest.options.compactMap {
      option -> (key: String, value: BuiltJSON)? in
      guard let value = options[option.name]?.revealed else { return nil }
      let json: BuiltJSON =
        switch option.kind {
        case .string: .text(value)
        // Values of another kind were rejected before.
        case .integer, .number: .number(value)
        case .boolean: .boolean(value == "true")
        }
      return (option.name, json)
    }
    return [
      (
        "hello",
        .map([
          ("protocols", .list([BuiltJSON(HostProtocol.version)])),
          ("host", .text("apicall/\(Release.version)")), ("role", .text(role.rawValue)),
          ("name", .text(name)), ("features", .texts(HostProtocol.features)),
          ("interactive", .boolean(false)), ("options", .map(values)),
        ])
      )
    ]
  }

  private func check(_ answer: Frame) throws(ConversationEnd) {
    if let error = answer["error"] {
      throw note(failure("it rejected the greeting: \(PluginError(error).message)"))
    }
    guard let version = answer["hello"]?["protocol"].flatMap({ Int($0.text) }) else {
      throw note(failure("its first frame is not a greeting"))
    }
    guard version == HostProtocol.version else {
      throw note(
        failure("it chose protocol \(version) instead of \(HostProtocol.version)"))
    }
  }
}
