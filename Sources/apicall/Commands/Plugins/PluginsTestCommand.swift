import APICallBase
import APICallExternal
import APICallPluginKit
import APICallSystem
import ArgumentParser
import YAMLTree

/// The command `apicall plugins test`.
struct PluginsTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test",
    abstract: "Play the transcripts of a plugin, and tell in which lines it differs.",
    usage: "apicall plugins test <plugin> [<transcript> ...] [--conformance] [--write]",
    discussion: """
      The plugin is one that is installed, or a folder. It exits with 9 where the plugin does not do \
      what it should.
      """)

  @Argument(help: "The plugin's name, or its folder.")
  var plugin: String

  @Argument(help: "Transcripts. Default: tests/*.transcript in the plugin's folder.")
  var transcripts: [String] = []

  @Flag(help: "Ask of the plugin what apicall asks of every one of its roles.")
  var conformance = false

  @Flag(help: "With --conformance: store a secret of a name of its own, read it, and remove it.")
  var write = false

  func run() throws {
    guard !write || conformance else {
      throw Failure(
        .usage, "--write is for --conformance", hint: "add --conformance, or leave it out")
    }
    _ = Signals.install()
    let finding = try TriedPlugin(plugin, PluginShelf()).finding
    StandardStreams.report(finding.remarks.map { "apicall: note: \($0.line)\n" }.joined())
    guard let plugin = finding.plugin else { return }
    var trial = PluginTrial(plugin, folder: finding.folder)
    try trial.play(transcripts, isOptional: conformance)
    if conformance { try trial.conform(writes: write) }
    try trial.finish()
  }
}

/// The plugin that a command tries: one that is installed, or that of a folder.
struct TriedPlugin {
  let finding: PluginFinding

  /// Finds it.
  ///
  /// - Parameters:
  ///   - operand: its name, or its folder: a path with a slash, or a folder of the working directory
  ///     where nothing of that name is installed.
  ///   - shelf: what is installed.
  /// - Throws: a ``Failure`` where there is none, or one that cannot be run.
  init(_ operand: String, _ shelf: PluginShelf) throws(Failure) {
    let isPath = operand.contains("/") || operand == "." || operand == ".."
    let manifest = FilePath.join(operand, PluginManifest.fileName)
    if !isPath, let found = shelf.catalog.finding(named: operand) {
      finding = found
    } else if isPath || shelf.files.status(of: manifest) != nil {
      finding = PluginFolder(operand, files: shelf.files).read()
    } else if shelf.builtins.contains(where: { $0.name == operand }) {
      throw Failure(.usage, "'\(operand)' is built in, and tested with apicall itself")
    } else {
      throw shelf.unknown(operand)
    }
    if let failure = finding.failure { throw failure }
  }
}
