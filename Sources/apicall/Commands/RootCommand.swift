import APICallBase
import ArgumentParser

/// The tree of commands, as ArgumentParser reads and explains it.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apicall",
    abstract: "Makes HTTP calls that are described in YAML files.",
    discussion: """
      Each file is one call, or a script of several. The answer goes to standard output and \
      nothing else does; the exit status says how it went. See apicall(1) and apicall-spec(5).
      """,
    subcommands: [
      RunCommand.self, ShowCommand.self, CheckCommand.self, FormatCommand.self, ListCommand.self,
      ServeCommand.self, TrustCommand.self, SecretsCommand.self, SessionCommand.self,
      PluginsCommand.self, SchemaCommand.self, CompletionCommand.self,
    ])

  static let versionHelp = "Print the versions of apicall and its libraries."

  @Flag(name: .customLong("version"), help: ArgumentHelp(stringLiteral: versionHelp))
  var isVersion = false

  func run() throws {
    if isVersion { return try VersionCommand().run() }
    throw CleanExit.helpRequest(self)
  }

  private static let known = configuration.subcommands.compactMap { $0.configuration.commandName }

  /// Tells whether a word is a command.
  static func has(_ word: String) -> Bool { known.contains(word) }

  /// The command that words begin with, and the command of that.
  static func commands(in words: [String]) -> [String] {
    var found: [String] = []
    var commands = configuration.subcommands
    for word in words {
      guard let type = commands.first(where: { $0.configuration.commandName == word }) else {
        break
      }
      found.append(word)
      commands = type.configuration.subcommands
    }
    return found
  }

  /// Refuses a first word that is no command, and a second one that is none of the first:
  /// ArgumentParser does not say which one is near.
  static func refuseUnknown(_ words: ArraySlice<String>) throws {
    guard let word = words.first, word != "help" else { return }
    if has(word) { return try refuseUnknown(words.dropFirst().first, of: word) }
    let hint =
      word.hasSuffix(".yaml")
      ? "did you mean 'apicall run \(ShellWord.path(word))'?"
      : Nearest.hint(for: word, among: known, noun: "commands")
    throw Failure(.usage, "unknown command '\(word)'", hint: hint)
  }

  private static func refuseUnknown(_ word: String?, of command: String) throws {
    guard let word, !word.hasPrefix("-"), word != "help" else { return }
    let type = configuration.subcommands.first { $0.configuration.commandName == command }
    let known = type?.configuration.subcommands.compactMap { $0.configuration.commandName } ?? []
    guard !known.isEmpty, !known.contains(word) else { return }
    throw Failure(
      .usage, "unknown command '\(command) \(word)'",
      hint: Nearest.hint(for: word, among: known, noun: "commands"))
  }
}
