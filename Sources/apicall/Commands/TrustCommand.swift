import APICallBase
import APICallSafety
import APICallSystem
import APICallText
import CommandOptions

extension Command {
  static var trust: Command {
    Command(
      "apicall trust", "Trust the files in a folder and in the folders below it.",
      usage: "apicall trust [<folder>] [--list] [--remove <folder>]",
      discussion: """
        Files in a trusted folder can use every stored secret, read environment variables, if an \
        input has 'env', and the netrc file, and save anywhere. They can send parts of a response \
        that are not secret to other origins than those of the stored secrets in its request, and \
        store outputs as secrets without a question. For other files, 'apicall secrets grant' \
        allows single secrets, --allow-env single variables, and --into a folder to save in.
        """,
      operands: [
        Operand("folder", "The folder (default: the working directory).", .upToOne, .path)
      ], settings: (lists: false, removed: String?.none),
      options: [
        .flag("--list", "Print the trusted folders, one per line.") { $0.lists = true },
        .value("--remove", "folder", "Stop trusting a folder.", .path) { $0.removed = $1 },
      ]
    ) { (settings, operands) throws(Failure) in
      guard [!operands.isEmpty, settings.lists, settings.removed != nil].filter({ $0 }).count < 2
      else { throw Failure(.usage, "a folder, --list and --remove cannot be combined") }
      let trust = TrustChange(files: SystemFiles())
      if settings.lists {
        return try Printing.print(lines: TrustFile.folders().paths)
      }
      if let folder = settings.removed { return try trust.remove(folder) }
      try trust.add(operands.first ?? ".")
    }
  }
}

/// Adds folders to the trusted folders, and removes them.
struct TrustChange {
  let files: any FileSystem

  func add(_ operand: String) throws(Failure) {
    let path = try path(
      of: operand, for: "be trusted", or: "trust the folder of one of your own projects"
    ) { "'apicall trust \($0)' trusts its folder" }
    try TrustFile.update { $0.insert(path) }
    try Printing.print(lines: ["trusted: \(path)"])
  }

  /// Finds a folder that no other user can write to.
  ///
  /// Returns its canonical path.
  func path(
    of operand: String, for purpose: String, or advice: String, remedy: (String) -> String
  ) throws(Failure) -> String {
    guard let path = files.canonicalPath(of: operand), let status = files.status(of: path) else {
      throw Failure(.noInput, "folder '\(operand)' does not exist")
    }
    guard status.kind == .folder else {
      throw Failure(
        .noInput, "'\(operand)' is not a folder",
        hint: remedy(ShellWord.path(FilePath.folder(of: operand))))
    }
    // A user who can write to the folder could send any variable anywhere.
    let fault = status.faultAsTrustedFolder
    guard fault == nil, path != "/" else {
      let reason = fault?.words(for: operand) ?? "all files are below it"
      throw Failure(
        .noPermission, "'\(operand)' cannot \(purpose): \(reason)",
        hint: fault?.remedy(for: operand, owning: advice) ?? advice)
    }
    // A path that is not UTF-8 has replacement characters, as another such path would.
    guard !path.contains("\n"), !path.contains("\u{FFFD}") else {
      throw Failure(.usage, "the name of '\(operand)' contains a line break, or is not UTF-8")
    }
    return path
  }

  /// The canonical path of a folder, as it was when the folder existed.
  func path(ofOld operand: String) -> String {
    files.canonicalPath(of: operand)
      ?? FilePath.normalized(FilePath.join(files.workingDirectory, operand))
  }

  func remove(_ operand: String) throws(Failure) {
    let path = path(ofOld: operand)
    let folders = try TrustFile.folders()
    guard folders.paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) else {
      throw Failure(
        .usage, "'\(operand)' is not one of the trusted folders",
        hint: folders.path(covering: path).map { "it is trusted because it is below \($0)" }
          ?? "'apicall trust --list' lists them")
    }
    try TrustFile.update { _ = $0.remove(path) }
    try Printing.print(lines: ["no longer trusted: \(path)"])
  }
}
