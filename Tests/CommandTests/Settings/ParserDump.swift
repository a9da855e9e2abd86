import Foundation

/// The commands and options as ArgumentParser knows them: what `--experimental-dump-help` prints.
struct ParserDump: Decodable {
  struct Command: Decodable {
    var commandName: String
    var arguments: [Argument]?
    var subcommands: [Command]?
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
  func names(of name: String, kind: String) throws -> Set<String> {
    let all = [command] + (command.subcommands ?? [])
    guard let found = name.isEmpty ? command : all.first(where: { $0.commandName == name }) else {
      throw SetupError("there is no command '\(name)'")
    }
    return Set((found.arguments ?? []).filter { $0.kind == kind }.flatMap(\.spellings))
  }

  /// The long names of all options and flags of all commands.
  var longNames: Set<String> {
    let all = [command] + (command.subcommands ?? [])
    return Set(
      all.flatMap { $0.arguments ?? [] }.flatMap(\.spellings).filter { $0.hasPrefix("--") })
  }
}
