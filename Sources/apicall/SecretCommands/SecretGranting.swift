import APICallBase
import APICallHTTP
import APICallSystem
import CommandOptions

extension Command {
  static var grantSecret: Command {
    Command(
      "apicall secrets grant", "Let the files of a folder use a stored secret, without trust.",
      usage:
        "apicall secrets grant <name> [<folder>] [--methods <methods>] [--body] [--reach <origin> ...]\n"
        + "apicall secrets grant [<name> [<folder>]] --list|--remove",
      discussion: """
        Files in a folder that is not trusted may use a stored secret only after a grant. Then the \
        whole run sends only requests with these methods, and only to origins that every secret \
        in its files allows. A grant replaces the earlier one for the same folder and secret.
        """,
      operands: [
        Operand("name", "The name of the secret, as in <secret.NAME>.", .upToOne, .secret),
        Operand("folder", "The folder (default: the working directory).", .upToOne, .path),
      ],
      settings: SecretGranting(),
      options: [
        .value("--methods", "methods", "The methods of requests (default: GET,HEAD).") {
          (granting, text) throws(Failure) in
          granting.methods = try SecretGrant.methods(in: text, of: "--methods")
        },
        .flag("--body", "Allow the secret in URLs and bodies, too, not only in header fields.") {
          $0.allowsContent = true
        },
        .value(
          "--reach", "origin",
          "Let a run also reach this origin, scheme://host[:port], without the secret. May be "
            + "repeated."
        ) { $0.reach.append($1) },
        .flag("--list", "Print the grants, one per line.") { $0.lists = true },
        .flag("--remove", "Remove the grant.") { $0.removes = true },
      ]
    ) { (granting, operands) throws(Failure) in
      try granting.perform(operands, in: CommandEnvironment())
    }
  }
}

/// Grants stored secrets to the files of untrusted folders, and takes grants back.
private struct SecretGranting {
  var methods = SecretGrant.usualMethods
  var allowsContent = false
  var reach: [String] = []
  var lists = false
  var removes = false

  func perform(_ operands: [String], in environment: CommandEnvironment) throws(Failure) {
    if lists { return try list() }
    guard let name = operands.first else {
      throw Failure(
        .usage, "the name of a secret is missing", hint: "'apicall secrets list' lists them")
    }
    try SecretName.check(name)
    let folder = operands.dropFirst().first ?? "."
    if removes { return try remove(name, in: folder, environment.world.files) }
    try grant(name, in: folder, environment)
  }

  private func grant(
    _ name: String, in operand: String, _ environment: CommandEnvironment
  ) throws(Failure) {
    let path = try Trust(files: environment.world.files).path(
      of: operand, for: "be granted a secret")
    let found = try SecretProblem.asFailure { () throws(SecretProblem) in
      try environment.secrets.root(named: name)
    }
    guard let root = found else {
      throw Failure(
        .usage, "there is no secret '\(name)'",
        hint: "'apicall secrets set \(name) --origin ORIGIN' stores one")
    }
    let grant = SecretGrant(
      methods: methods, allowsContent: allowsContent, origins: root.secret.origins,
      reach: reach.isEmpty ? [] : try SecretKeeping.origins(reach, of: "--reach"))
    try GrantFile.update { $0.set(SecretGrants.Entry(name, in: path, grant)) }
    try Printing.print(lines: ["granted: \(name) to the files in \(path)"])
  }

  private func remove(
    _ name: String, in operand: String, _ files: any FileSystem
  ) throws(Failure) {
    let path = Trust(files: files).path(ofOld: operand)
    guard try GrantFile.grants().grant(of: name, in: path) != nil else {
      throw Failure(
        .usage, "the secret '\(name)' is not granted to '\(operand)'",
        hint: "'apicall secrets grant --list' lists the grants")
    }
    try GrantFile.update { _ = $0.remove(name, in: path) }
    try Printing.print(lines: ["no longer granted: \(name) to the files in \(path)"])
  }

  private func list() throws(Failure) {
    let lines = try GrantFile.grants().entries.map { entry in
      entry.fields.map { TerminalText.line($0) }.joined(separator: "\t") + "\n"
    }
    try Printing.print(lines.joined())
  }
}
