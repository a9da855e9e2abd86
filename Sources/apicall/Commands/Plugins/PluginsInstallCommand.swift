import APICallExternal
import APICallSystem
import ArgumentParser

/// The command `apicall plugins install`.
struct PluginsInstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Check a plugin's folder and copy it to your own plugins.",
    usage: "apicall plugins install <folder> [--force]",
    discussion: """
      A plugin is a program that runs with all your rights: install what you trust. Names that \
      begin with a dot are not copied.
      """)

  @Argument(help: "The folder that holds the plugin's plugin.json.")
  var folder: String

  @Flag(help: "Replace a plugin of that name.")
  var force = false

  func run() throws {
    let shelf = PluginShelf()
    let store = try PluginStore(shelf)
    let finding = try store.source(folder)
    try store.install(finding, replaces: force)
    try Printing.print("installed: \(finding.title) in \(store.folder(of: finding.name))\n")
    StandardStreams.report(store.notes(on: finding))
  }
}
