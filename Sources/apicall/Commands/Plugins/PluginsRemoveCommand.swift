import APICallExternal
import APICallSystem
import ArgumentParser

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
