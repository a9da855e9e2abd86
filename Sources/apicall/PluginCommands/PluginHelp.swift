import APICallBase
import APICallExternal
import APICallPluginKit
import CommandOptions

/// The help of a plugin, in the layout of the help of commands.
enum PluginHelp {
  static func text(of plugin: InstalledPlugin) -> String {
    let manifest = plugin.manifest
    var help = HelpText()
    let version = manifest.version.isEmpty ? "" : " \(manifest.version)"
    help.paragraph(
      "\(manifest.name)\(version)" + (manifest.summary.isEmpty ? "" : ": \(manifest.summary)"))
    help.heading("ROLES:")
    for role in manifest.roles {
      help.entry(
        role.kind.rawValue, [role.names.map { "'\($0)'" }.joined(separator: ", ")] + facts(of: role)
      )
    }
    help.section(
      "OPTIONS:", manifest.options.map { ($0.name, [$0.summary, facts(of: $0)]) })
    help.heading("DATA IT RECEIVES:")
    if !manifest.environment.isEmpty {
      help.entry("environment", [manifest.environment.joined(separator: " ")])
    }
    if !manifest.hosts.isEmpty { help.entry("hosts", [manifest.hosts.joined(separator: " ")]) }
    help.entry("protocol", [manifest.protocols.map { "\($0)" }.joined(separator: ", ")])
    if !manifest.requiredFeatures.isEmpty {
      help.entry("features", [manifest.requiredFeatures.joined(separator: " ")])
    }
    if let silence = manifest.silence {
      let milliseconds = Int((silence / .milliseconds(1)).rounded())
      help.entry("silence", ["at most \(milliseconds) ms"])
    }
    help.heading("FILES:")
    help.entry("folder", [plugin.folder])
    help.entry("program", [plugin.program])
    if let page = manifest.manualPage {
      help.entry("manual", ["man \(FilePath.join(plugin.folder, page))"])
    }
    if let homepage = manifest.homepage { help.entry("homepage", [homepage]) }
    if let license = manifest.license { help.entry("license", [license]) }
    return help.text
  }

  private static func facts(of role: PluginRole) -> [String] {
    var facts: [String] = []
    if !role.accepts.isEmpty { facts.append("accepts \(role.accepts.joined(separator: ", "))") }
    if let produces = role.produces { facts.append("produces \(produces)") }
    if let layout = role.layout { facts.append("layout \(layout)") }
    if !role.needs.isEmpty {
      facts.append("receives \(role.needs.map(\.rawValue).joined(separator: ", "))")
    }
    if role.kind == .requester { facts.append("sends \(role.schemes.joined(separator: ", "))") }
    if role.start == .request { facts.append("started with the request") }
    if role.lifetime == .run { facts.append("one process for all calls of a run") }
    return facts
  }

  private static func facts(of option: PluginOption) -> String {
    var facts = [option.kind.words]
    if !option.choices.isEmpty { facts = ["one of \(option.choices.joined(separator: ", "))"] }
    if let value = option.defaultValue { facts.append("default \(value)") }
    if option.isRequired { facts.append("required") }
    if option.isSecret { facts.append("secret") }
    return facts.joined(separator: "; ")
  }
}
