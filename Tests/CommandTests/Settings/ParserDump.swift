import Foundation

/// The commands and options as ArgumentParser knows them: what `--experimental-dump-help` prints.
struct ParserDump: Decodable {
  struct Command: Decodable {
    var commandName: String
    var arguments: [Argument]?
    var subcommands: [Command]?

    /// The command and those below it.
    var all: [Command] { [self] + (subcommands ?? []).flatMap(\.all) }
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String
    }
    var kind: String
    var names: [Name]?

    /// The names with their dashes.
    var spellings: [String] {
      (names ?? []).map { $0.kind == "short" ? "-\($0.name)" : "--\($0.name)" }
    }
  }

  var command: Command

  /// What the program prints.
  static func read() throws -> ParserDump {
    let run = try CommandRun("--experimental-dump-help")
    return try JSONDecoder().decode(ParserDump.self, from: Data(run.output.utf8))
  }

  /// The names of a subcommand's options or flags; of the root's for an empty name.
  ///
  /// One below another is both names with a blank between: `secrets set`.
  func names(of name: String, kind: String) throws -> Set<String> {
    var found = command
    for word in name.split(separator: " ") {
      guard let inner = found.subcommands?.first(where: { $0.commandName == word }) else {
        throw SetupError("there is no command '\(name)'")
      }
      found = inner
    }
    return Set((found.arguments ?? []).filter { $0.kind == kind }.flatMap(\.spellings))
  }

  /// The long names of all options and flags of all commands.
  var longNames: Set<String> {
    return Set(
      command.all.flatMap { $0.arguments ?? [] }.flatMap(\.spellings).filter { $0.hasPrefix("--") })
  }
}
