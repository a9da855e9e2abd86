import APICallBase
import APICallHTTP
import APICallPluginKit
import JSONText

extension Conversation {
  /// Greets the program, and hears what it speaks.
  ///
  /// - Parameters:
  ///   - role: what it is used as.
  ///   - name: the name by which it was asked for.
  ///   - options: the values of its options.
  /// - Throws: ``ConversationEnd`` where it does not speak this version of the protocol.
  func greet(
    as role: PluginRole.Kind, named name: String, _ options: OptionValues
  ) async throws(ConversationEnd) {
    try say(greeting(as: role, named: name, options))
    try check(try await next(within: greetingLimit, of: nil))
  }

  /// The same, with the thread that asks.
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
        // What is not of its kind was refused before.
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
          ("host", .text("apicall/\(APICall.version)")), ("role", .text(role.rawValue)),
          ("name", .text(name)), ("features", .texts(HostProtocol.features)),
          ("interactive", .boolean(false)), ("options", .map(values)),
        ])
      )
    ]
  }

  private func check(_ answer: Frame) throws(ConversationEnd) {
    if let error = answer["error"] {
      throw note(failure("it refused the greeting: \(PluginError(error).message)"))
    }
    guard let version = answer["hello"]?["protocol"].flatMap({ Int($0.text) }) else {
      throw note(failure("its first frame is no greeting"))
    }
    guard version == HostProtocol.version else {
      throw note(
        failure("it speaks protocol \(version), and was asked for \(HostProtocol.version)"))
    }
  }
}
