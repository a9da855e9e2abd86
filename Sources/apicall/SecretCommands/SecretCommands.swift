import APICallBase
import APICallSafety
import APICallSystem
import APICallText
import CommandOptions
import JSONText

extension Command {
  static var secrets: Command {
    Command(
      "apicall secrets",
      "Store, list and remove secrets.",
      usage: "apicall secrets <subcommand>",
      discussion: """
        A file uses a stored secret as <secret.NAME>. The secret is sent only to the origins that \
        it was stored for.
        """,
      subcommands: [setSecret, allowSecret, grantSecret, listSecrets, removeSecret])
  }

  private static var setSecret: Command {
    Command(
      "apicall secrets set", "Store a secret for one or more origins.",
      usage: "apicall secrets set <name> [-] --origin <origin> ... [--source <source>]",
      discussion: """
        The command asks for the value on the terminal; with -, it reads it from standard input.
        """,
      operands: [
        named, Operand("-", "Read the value from standard input.", .upToOne),
      ],
      settings: Keeping(),
      options: [
        .origin(
          "Allow requests to this origin, scheme://host[:port], to use the secret. May be repeated."
        ), .source("file"),
      ]
    ) { (keeping, operands) throws(Failure) in
      _ = Signals.install()
      try CommandEnvironment().secrets.set(
        operands[0], input: operands.dropFirst().first, for: keeping.origins, in: keeping.source)
    }
  }

  private static var allowSecret: Command {
    Command(
      "apicall secrets allow", "Allow a stored secret to go to more origins.",
      usage: "apicall secrets allow <name> --origin <origin> ... [--source <source>]",
      discussion: """
        Values made from the secret, such as the token of a login, may go there as well. The \
        command does not ask for the value again.
        """,
      operands: [named],
      settings: Keeping(),
      options: [
        .origin("Add this origin, scheme://host[:port]. May be repeated."),
        .source("the first that has it"),
      ]
    ) { (keeping, operands) throws(Failure) in
      try CommandEnvironment().secrets.allow(operands[0], for: keeping.origins, in: keeping.source)
    }
  }

  private static var listSecrets: Command {
    Command(
      "apicall secrets list", "List secrets, one per line, with name, source and origins.",
      usage: "apicall secrets list [--json]", settings: false, options: [.json]
    ) { (isJSON, _) throws(Failure) in try list(CommandEnvironment().secrets, isJSON: isJSON) }
  }

  /// Prints the secrets of all sources that can list them, in the order of the lookup.
  private static func list(_ store: SecretStore, isJSON: Bool) throws(Failure) {
    let sources = try SecretProblem.asFailure { () throws(SecretProblem) in try store.sources() }
    var rows: [(source: String, listing: SecretListing)] = []
    var failure: Failure?
    for source in sources {
      do throws(SecretProblem) {
        rows += try source.list().sorted { $0.name < $1.name }.map { (source.name, $0) }
      } catch {
        failure = failure ?? error.failure
      }
    }
    let lines =
      isJSON
      ? rows.map { source, listing in
        BuiltJSON.map([
          ("name", .text(listing.name)), ("source", .text(source)),
          ("origins", .texts(listing.origins)),
        ]).compact
      }
      : TextColumns.lines(
        rows.map { [$0.listing.name, $0.source, $0.listing.origins.joined(separator: " ")] })
    try Printing.print(lines.map { "\($0)\n" }.joined())
    if let failure { throw failure }
  }

  private static var removeSecret: Command {
    Command(
      "apicall secrets remove", "Remove a secret.",
      usage: "apicall secrets remove <name> [--source <source>]",
      operands: [Operand("name", "The name of the secret.", .one, .secret)], settings: Keeping(),
      options: [.source("the first that has it and can be written to")]
    ) { (keeping, operands) throws(Failure) in
      try CommandEnvironment().secrets.remove(operands[0], from: keeping.source)
    }
  }

  private static var named: Operand {
    Operand("name", "The name of the secret, as in <secret.NAME>.", .one, .secret)
  }
}

/// The origins of a secret, and the source that keeps it.
private struct Keeping {
  var origins: [String] = []
  var source: String?
}

extension Option<Keeping> {
  fileprivate static func origin(_ help: String) -> Option {
    .value("--origin", "origin", help, .origin) { $0.origins.append($1) }
  }

  fileprivate static func source(_ usual: String) -> Option {
    .value("--source", "source", "Use the secret in this source (default: \(usual)).", .source) {
      $0.source = $1
    }
  }
}
