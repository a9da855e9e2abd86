import APICallBase
import APICallContracts
import APICallPluginKit
import APICallSafety

/// A program to run as a filter, and its environment.
struct FilterOrder: Sendable {
  /// The exit status of a filter that cannot read its input: EX_DATAERR of BSD's sysexits.
  static let badInput: Int32 = 65

  /// The exit status of a filter that does not accept its options: EX_USAGE.
  static let badUsage: Int32 = 64

  let plugin: String
  let program: String
  private(set) var environment: PluginEnvironment
  let silence: Duration
  /// Receives each line of its standard error; nil if the lines are not reported.
  let report: (@Sendable (String) -> Void)?
  private let role: PluginRole.Kind

  init(
    _ provider: PluginProvider, as name: String, _ facts: ExchangeFacts, _ options: OptionValues,
    in context: PluginContext
  ) {
    plugin = provider.plugin.name
    program = provider.plugin.program
    role = provider.role.kind
    silence = provider.plugin.manifest.silence ?? PluginLimits.silence
    report = context.report(of: plugin)
    var environment = PluginEnvironment(of: provider.plugin.manifest, from: context.variable)
    environment["APICALL_PLUGIN_PROTOCOL"] = String(HostProtocol.version)
    environment["APICALL_ROLE"] = role.rawValue
    environment["APICALL_NAME"] = name
    // A program that starts with the request cannot know them, and gets neither if it starts later.
    if provider.role.start == .response {
      environment["APICALL_CONTENT_TYPE"] = facts.contentType
      environment["APICALL_STATUS"] = facts.status.map { String($0) }
    }
    environment["APICALL_METHOD"] = facts.method
    environment["APICALL_TTY"] = "0"
    environment["APICALL_COLOR"] = "0"
    for option in provider.plugin.manifest.options {
      environment[option.variable] = options[option.name]?.revealed
    }
    self.environment = environment
  }

  /// Creates the order of a formatter, whose environment also describes the output.
  init(
    _ provider: PluginProvider, as name: String, _ settings: FormatSettings,
    in context: PluginContext
  ) {
    self.init(provider, as: name, settings.exchange, settings.options, in: context)
    environment["APICALL_TTY"] = settings.isTerminal ? "1" : "0"
    environment["APICALL_COLOR"] = settings.showsStyles ? "1" : "0"
    environment["APICALL_COLUMNS"] = settings.columns.map { String($0) }
  }

  /// Returns the error, with the exit status of a wrong command line.
  func complaint(_ words: String?) -> DeliveryError {
    var failure = PluginProblem(plugin, words ?? "it does not accept its options")
    failure.status = .usage
    return .plugin(failure)
  }

  /// Returns the error, which depends on the role.
  func refusal(_ words: String?) -> DeliveryError {
    let reason = words ?? "no reason given"
    return role == .decoder
      ? .malformed("'\(plugin)' reports: \(reason)")
      : .unsuitable("the format '\(plugin)' reports: \(reason)")
  }
}
