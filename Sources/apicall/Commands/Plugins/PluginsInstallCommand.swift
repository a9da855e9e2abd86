import APICallCore
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

/// The command `apicall plugins link`.
struct PluginsLinkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Install a plugin as a link to its folder, while it is being written.",
    usage: "apicall plugins link <folder>")

  @Argument(help: "The folder that holds the plugin's plugin.json.")
  var folder: String

  func run() throws {
    let shelf = PluginShelf()
    let store = try PluginStore(shelf)
    let finding = try store.source(folder)
    let target = try store.link(finding)
    try Printing.print("linked: \(finding.title) to \(target)\n")
    StandardStreams.report(store.notes(on: finding))
  }
}

/// The command `apicall plugins remove`.
struct PluginsRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a plugin that was installed or linked.",
    usage: "apicall plugins remove <name>")

  @Argument(help: "The plugin's name.")
  var name: String

  func run() throws {
    let folder = try PluginStore(PluginShelf()).remove(name)
    try Printing.print("removed: \(folder)\n")
  }
}
