import APICallBase
import APICallSystem
import CommandOptions

extension Command {
  static var trust: Command {
    Command(
      "apicall trust", "Let the files below a folder use variables, netrc and responses.",
      usage: "apicall trust [<folder>] [--list] [--remove <folder>]",
      discussion: """
        Files below a trusted folder read variables of the environment, where an input has 'env', \
        and the netrc file. Parts of responses that are not secret may leave the origins of the \
        stored secrets that were sent for them. Outputs are stored as secrets. Elsewhere, --allow-env names single variables.
        """,
      operands: [
        Operand("folder", "The folder. Default: the working directory.", .upToOne, .path)
      ],
      settings: (lists: false, removed: String?.none),
      options: [
        .flag("--list", "Print the trusted folders, one a line.") { $0.lists = true },
        .value("--remove", "folder", "Trust a folder no longer.", .path) { $0.removed = $1 },
      ]
    ) { (settings, operands) throws(Failure) in
      guard
        [!operands.isEmpty, settings.lists, settings.removed != nil].filter({ $0 }).count < 2
      else { throw Failure(.usage, "a folder, --list and --remove do not go together") }
      let trust = Trust(files: SystemFiles())
      if settings.lists {
        return try Printing.print(TrustFile.folders().paths.map { "\($0)\n" }.joined())
      }
      if let folder = settings.removed { return try trust.remove(folder) }
      try trust.add(operands.first ?? ".")
    }
  }
}

/// Adds folders to those that are trusted, and takes them out.
struct Trust {
  let files: any FileSystem

  func add(_ operand: String) throws(Failure) {
    guard let path = files.canonicalPath(of: operand), let status = files.status(of: path) else {
      throw Failure(.noInput, "there is no folder '\(operand)'")
    }
    guard status.kind == .folder else {
      throw Failure(
        .noInput, "'\(operand)' is no folder",
        hint:
          "'apicall trust \(ShellWord.path(FilePath.folder(of: operand)))' trusts the one it lies in"
      )
    }
    // Whoever may write to it could have any variable sent anywhere.
    let fault = status.faultAsTrustedFolder
    guard fault == nil, path != "/" else {
      let reason = fault?.words(for: operand) ?? "all files are below it"
      let advice = "trust the folder of a project of your own"
      throw Failure(
        .noPermission, "'\(operand)' cannot be trusted: \(reason)",
        hint: fault?.remedy(for: operand, owning: advice) ?? advice)
    }
    // What is no UTF-8 has become replacement characters, and so would another path.
    guard !path.contains("\n"), !path.contains("\u{FFFD}") else {
      throw Failure(.usage, "the name of '\(operand)' holds a line break, or is not UTF-8")
    }
    try TrustFile.update { $0.insert(path) }
    try Printing.print("trusted: \(path)\n")
  }

  func remove(_ operand: String) throws(Failure) {
    // The folder may be gone.
    let path =
      files.canonicalPath(of: operand)
      ?? FilePath.normalized(FilePath.join(files.workingDirectory, operand))
    let folders = try TrustFile.folders()
    guard folders.paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) else {
      throw Failure(
        .usage, "'\(operand)' is not among the trusted folders",
        hint: folders.path(covering: path).map { "it is trusted as it lies below \($0)" }
          ?? "'apicall trust --list' shows them")
    }
    try TrustFile.update { _ = $0.remove(path) }
    try Printing.print("no longer trusted: \(path)\n")
  }
}
