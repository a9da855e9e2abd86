import APICallBase
import APICallSystem
import CommandOptions

extension Command {
  static var secrets: Command {
    Command(
      "apicall secrets",
      "Store secrets for the hosts that may get them, list and remove them.",
      usage: "apicall secrets <subcommand>",
      discussion: """
        A file uses a stored secret as <secret.NAME>. It goes to the origins it was stored for, \
        and nowhere else.
        """,
      subcommands: [setSecret, allowSecret, listSecrets, removeSecret])
  }

  private static var setSecret: Command {
    Command(
      "apicall secrets set", "Store a secret for the origins that may get it.",
      usage: "apicall secrets set <name> [-] --origin <origin> ... [--source <source>]",
      discussion: """
        The value is asked for on the terminal; with -, it is read from standard input.
        """,
      operands: [
        named, Operand("-", "-, for a value from standard input.", .upToOne),
      ],
      settings: Keeping(),
      options: [
        .origin("Who may get it, as scheme://host[:port]; may be repeated."), .source("file"),
      ]
    ) { (keeping, operands) throws(Failure) in
      _ = Signals.install()
      try SecretKeeping(shelf: CommandEnvironment().secrets, caller: SystemCaller()).set(
        operands[0], input: operands.dropFirst().first, for: keeping.origins, in: keeping.source)
    }
  }

  private static var allowSecret: Command {
    Command(
      "apicall secrets allow", "Let a stored secret go to one more origin.",
      usage: "apicall secrets allow <name> --origin <origin> ... [--source <source>]",
      discussion: """
        What is made with the secret, such as the token of a login, may go there as well. The \
        value is not asked for again.
        """,
      operands: [named],
      settings: Keeping(),
      options: [
        .origin("Who may get it, too, as scheme://host[:port]; may be repeated."),
        .source("the first source that has it"),
      ]
    ) { (keeping, operands) throws(Failure) in
      try SecretWidening(shelf: CommandEnvironment().secrets).allow(
        operands[0], for: keeping.origins, in: keeping.source)
    }
  }

  private static var listSecrets: Command {
    Command(
      "apicall secrets list", "List secrets: name, source and origins, never values.",
      usage: "apicall secrets list [--json]",
      settings: false, options: [.json]
    ) { (isJSON, _) throws(Failure) in
      try SecretInventory(shelf: CommandEnvironment().secrets, isJSON: isJSON).print()
    }
  }

  private static var removeSecret: Command {
    Command(
      "apicall secrets remove", "Remove a secret.",
      usage: "apicall secrets remove <name> [--source <source>]",
      operands: [Operand("name", "The name.", .one, .secret)],
      settings: Keeping(),
      options: [.source("the first source that has it and can let it go")]
    ) { (keeping, operands) throws(Failure) in
      try SecretRemoval(shelf: CommandEnvironment().secrets).remove(
        operands[0], from: keeping.source)
    }
  }

  private static var named: Operand {
    Operand("name", "The name, as in <secret.NAME>.", .one, .secret)
  }
}

/// Who may get a secret, and where it is kept.
private struct Keeping {
  var origins: [String] = []
  var source: String?
}

extension Option<Keeping> {
  fileprivate static func origin(_ help: String) -> Option {
    .value("--origin", "origin", help) { $0.origins.append($1) }
  }

  fileprivate static func source(_ usual: String) -> Option {
    .value("--source", "source", "Where it is kept. Default: \(usual).", .source) {
      $0.source = $1
    }
  }
}
