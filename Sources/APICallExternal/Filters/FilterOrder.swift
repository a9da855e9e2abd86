import APICallBase
import APICallHTTP
import APICallPluginKit

/// What to run as a filter, and what it is told.
struct FilterOrder: Sendable {
  /// The exit status of a filter that says that its input is not what it reads: EX_DATAERR of BSD's
  /// sysexits.
  static let badInput: Int32 = 65

  /// The exit status of a filter that cannot do anything with its options: EX_USAGE.
  static let badUsage: Int32 = 64

  /// The plugin's name.
  let plugin: String
  /// The absolute path of its program.
  let program: String
  /// All that is in its environment.
  private(set) var environment: PluginEnvironment
  /// How long it may be silent.
  let silence: Duration
  /// Takes each line of its standard error as it comes, if anybody wants them.
  let report: (@Sendable (String) -> Void)?
  /// What it is used as.
  private let role: PluginRole.Kind

  /// Puts an order together.
  ///
  /// - Parameters:
  ///   - provider: the plugin and its role.
  ///   - name: the name by which it was asked for.
  ///   - facts: what it is told of the exchange.
  ///   - options: the values of its options.
  ///   - surroundings: what it is run in.
  init(
    _ provider: PluginProvider, as name: String, _ facts: ExchangeFacts, _ options: OptionValues,
    in surroundings: PluginSurroundings
  ) {
    plugin = provider.plugin.name
    program = provider.plugin.program
    role = provider.role.kind
    silence = provider.plugin.manifest.silence ?? PluginLimits.silence
    report = surroundings.report(of: plugin)
    var environment = PluginEnvironment(of: provider.plugin.manifest, from: surroundings.variable)
    environment["APICALL_PLUGIN_PROTOCOL"] = String(HostProtocol.version)
    environment["APICALL_ROLE"] = role.rawValue
    environment["APICALL_NAME"] = name
    environment["APICALL_CONTENT_TYPE"] = facts.contentType
    environment["APICALL_STATUS"] = facts.status.map { String($0) }
    environment["APICALL_METHOD"] = facts.method
    environment["APICALL_TTY"] = "0"
    environment["APICALL_COLOR"] = "0"
    for option in provider.plugin.manifest.options {
      environment[option.variable] = options[option.name]?.revealed
    }
    self.environment = environment
  }

  /// Puts the order of a formatter together, which is told of the output, too.
  init(
    _ provider: PluginProvider, as name: String, _ settings: FormatSettings,
    in surroundings: PluginSurroundings
  ) {
    self.init(provider, as: name, settings.exchange, settings.options, in: surroundings)
    environment["APICALL_TTY"] = settings.isTerminal ? "1" : "0"
    environment["APICALL_COLOR"] = settings.showsStyles ? "1" : "0"
    environment["APICALL_COLUMNS"] = settings.columns.map { String($0) }
  }

  /// What is thrown where the filter says that its options are of no use.
  ///
  /// - Parameter words: the last line that it wrote on standard error.
  /// - Returns: the error, which ends as a wrong command line does.
  func complaint(_ words: String?) -> DeliveryError {
    var failure = PluginFailure(plugin, words ?? "it does not take its options")
    failure.status = .usage
    return .plugin(failure)
  }

  /// What is thrown where the filter says that its input is not what it reads.
  ///
  /// - Parameter words: the last line that it wrote on standard error.
  /// - Returns: the error, by the role.
  func refusal(_ words: String?) -> DeliveryError {
    let reason = words ?? "it does not say why"
    return role == .decoder
      ? .malformed("'\(plugin)' says: \(reason)")
      : .unsuitable("the format '\(plugin)' says: \(reason)")
  }
}
