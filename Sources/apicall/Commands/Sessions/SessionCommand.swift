import ArgumentParser

/// The command `apicall session`.
struct SessionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "session",
    abstract: "List, show and remove what calls left for those that need them.",
    discussion: """
      A session keeps the outputs of calls that others need, such as the token of a login, so that \
      they are not made anew each time. Each project has one, and --session NAME names others.
      """,
    subcommands: [
      SessionListCommand.self, SessionShowCommand.self, SessionClearCommand.self,
    ])
}
