import ArgumentParser

/// The command `apicall plugins`.
struct PluginsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins",
    abstract: "List, install, write and test plugins: programs in any language.",
    discussion: """
      A plugin adds a requester, an auth type, a decoder, a formatter or a source of secrets: see \
      apicall-plugins(7).
      """,
    subcommands: [
      PluginsListCommand.self, PluginsShowCommand.self, PluginsInstallCommand.self,
      PluginsLinkCommand.self, PluginsRemoveCommand.self, PluginsDoctorCommand.self,
      PluginsNewCommand.self, PluginsTestCommand.self,
    ])
}
