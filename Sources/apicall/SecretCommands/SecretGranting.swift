import APICallBase
import APICallHTTP
import APICallReading
import APICallRequests
import APICallSafety
import APICallSystem
import APICallText
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
      ], settings: SecretGranting(),
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
            + "repeated.", .origin
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
    let limits = methods != SecretGrant.usualMethods || allowsContent || !reach.isEmpty
    guard !(lists && removes), !(lists || removes) || !limits else {
      throw Failure(
        .usage, "--list, --remove and the options of a grant cannot be combined",
        hint: "a grant with fewer limits, or more, replaces the earlier one")
    }
    if lists { return try list(operands, environment.world.files) }
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
    let files = environment.world.files
    let path = try TrustChange(files: files).path(
      of: operand, for: "be granted a secret", or: "choose the folder of one project"
    ) { "'apicall secrets grant \(name) \($0)' grants it to all files of that folder" }
    // The grant of a project is that of its root.
    if let root = ProjectReader(files: files).root(above: path), root != path {
      throw Failure(
        .usage, "the files in '\(operand)' belong to the project in '\(files.shown(root))'",
        hint: "'apicall secrets grant \(name) \(ShellWord.path(files.shown(root)))' is for the "
          + "whole project")
    }
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
      reach: reach.isEmpty ? [] : try SecretStore.origins(reach, of: "--reach"))
    try GrantFile.update { $0.set(SecretGrants.Entry(name, in: path, grant)) }
    let origins = SecretRefusal.list(root.origins.map(\.description))
    try Printing.print(
      lines: ["granted: \(name) to the files in \(path), for \(origins) in \(grant.words)"])
  }

  private func remove(_ name: String, in operand: String, _ files: any FileSystem) throws(Failure) {
    let path = TrustChange(files: files).path(ofOld: operand)
    guard try GrantFile.grants().grant(of: name, in: path) != nil else {
      throw Failure(
        .usage, "the secret '\(name)' is not granted to '\(operand)'",
        hint: "'apicall secrets grant --list' lists the grants")
    }
    try GrantFile.update { _ = $0.remove(name, in: path) }
    try Printing.print(lines: ["no longer granted: \(name) to the files in \(path)"])
  }

  private func list(_ operands: [String], _ files: any FileSystem) throws(Failure) {
    let folder = operands.dropFirst().first.map { TrustChange(files: files).path(ofOld: $0) }
    let entries = try GrantFile.grants().entries.filter { entry in
      operands.first.map { $0 == entry.secret } != false
        && folder.map { $0.utf8.elementsEqual(entry.folder.utf8) } != false
    }
    let lines = entries.map { entry in
      entry.fields.map { TerminalText.line($0) }.joined(separator: "\t") + "\n"
    }
    try Printing.print(lines.joined())
  }
}
