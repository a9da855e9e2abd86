import ArgumentParser

/// The command `apicall secrets`.
struct SecretsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "secrets",
    abstract: "Store secrets for the hosts that may get them, list and remove them.",
    discussion: """
      A file uses a stored secret as <secret.NAME>. It goes to the origins it was stored for, and \
      nowhere else.
      """,
    subcommands: [
      SecretsSetCommand.self, SecretsAllowCommand.self, SecretsListCommand.self,
      SecretsRemoveCommand.self,
    ])
}
