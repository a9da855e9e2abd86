import APICallExternal
import APICallSystem
import ArgumentParser

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
