import APICallBase
import APICallReading
import APICallScripts
import APICallSystem
import CommandOptions

extension Command {
  static var session: Command {
    Command(
      "apicall session", "List, show and remove the outputs kept for other calls.",
      usage: "apicall session <subcommand>",
      discussion: """
        A session keeps the outputs of calls that other calls need, such as the token of a login, \
        so that these calls are not repeated every time. Each project has a session; --session \
        NAME uses another one.
        """,
      subcommands: [listSessions, showSession, clearSession])
  }

  private static var listSessions: Command {
    Command(
      "apicall session list", "List the sessions that have entries, one per line.",
      usage: "apicall session list [--json]", settings: false, options: [.json]
    ) { (isJSON, _) throws(Failure) in
      try SessionInventory.printSessions(in: .system(), isJSON: isJSON)
    }
  }

  private static var showSession: Command {
    Command(
      "apicall session show", "Show the entries of a session, with secret outputs masked.",
      usage: "apicall session show [--session <name>] [--json]",
      settings: (name: String?.none, isJSON: false),
      options: [
        .session { $0.name = $1 },
        .flag(
          "--json",
          "Print one JSON object per line instead, without the values of secret outputs."
        ) { $0.isJSON = true },
      ]
    ) { (settings, _) throws(Failure) in try show(settings.name, isJSON: settings.isJSON) }
  }

  private static var clearSession: Command {
    Command(
      "apicall session clear", "Remove all entries of a session, or only those of the given calls.",
      usage: """
        apicall session clear [<spec> ...] [--session <name>]
               apicall session clear --all
        """,
      discussion: "Without operands, this also removes entries that cannot be read.",
      operands: [
        Operand("spec", "Files or names of calls (default: all).", .any, .files)
      ],
      settings: (name: String?.none, isOfAll: false),
      options: [
        .session { $0.name = $1 },
        .flag("--all", "Remove all sessions: those of all projects, and those with a name.") {
          $0.isOfAll = true
        },
      ]
    ) { (settings, specs) throws(Failure) in
      guard settings.isOfAll else { return try clear(settings.name, specs) }
      guard specs.isEmpty, settings.name == nil else {
        throw Failure(.usage, "--all cannot be combined with files or --session")
      }
      try clearAll(of: .outputs)
    }
  }

  private static func show(_ name: String?, isJSON: Bool) throws(Failure) {
    let world = World.system()
    let files = try SessionFiles(named: name, above: world.files.workingDirectory, in: world)
    try show(Session(files, in: world), in: world, isJSON: isJSON) { () throws(Failure) in
      guard let name else { return }
      let known = (try? SessionFolder().sessions().filter(\.isThere).compactMap(\.name.name)) ?? []
      throw Failure(
        .noInput, "there is no session '\(name)'",
        hint: Nearest.hint(for: name, among: known, noun: "sessions"))
    }
  }

  /// Prints what is kept, and then throws what cannot be read; `empty` is called if there is nothing.
  static func show(
    _ session: Session, in world: World, isJSON: Bool, empty: () throws(Failure) -> Void
  ) throws(Failure) {
    let (records, problem) = try session.contents()
    let listing = SessionListing(records, files: world.files, now: world.now())
    try Printing.print(isJSON ? listing.json : listing.text)
    if let problem { throw problem }
    if records.isEmpty { try empty() }
  }

  /// Removes the entries of a session: those of the given specs, or all.
  private static func clear(_ name: String?, _ specs: [String]) throws(Failure) {
    let environment = CommandEnvironment()
    try each(specs, in: environment) { (specs, folder) throws(Failure) in
      try clear(SessionFiles(named: name, above: folder, in: environment.world), specs, environment)
    }
  }

  /// Removes what all projects keep; what cannot be removed does not keep the others from being
  /// removed.
  static func clearAll(of contents: SessionName.Contents) throws(Failure) {
    let environment = CommandEnvironment()
    var first: Failure?
    for files in try SessionFolder(of: contents).sessions() {
      do throws(Failure) { try clear(files, [], environment) } catch { first = first ?? error }
    }
    if let first { throw first }
  }

  private static func clear(
    _ files: SessionFiles, _ specs: [String], _ environment: CommandEnvironment
  ) throws(Failure) {
    try clear(Session(files, in: environment.world), specs, environment) { () throws(Failure) in
      try files.removeRest()
    }
  }

  /// Clears for each spec in the project of its file, or for none in that of the working directory.
  ///
  /// Throws the first failure after all specs.
  static func each(
    _ specs: [String], in environment: CommandEnvironment,
    _ clear: ([String], _ folder: String) throws(Failure) -> Void
  ) throws(Failure) {
    let files = environment.world.files
    if specs.isEmpty { return try clear([], files.workingDirectory) }
    var first: Failure?
    for spec in specs {
      let path = (try? environment.library.path(of: spec)) ?? spec
      let folder = FilePath.folder(
        of: FilePath.normalized(FilePath.join(files.workingDirectory, path)))
      do throws(Failure) { try clear([spec], folder) } catch { first = first ?? error }
    }
    if let first { throw first }
  }

  /// Removes the entries of the given specs, or all; in a `stateFile` of the user, a spec is
  /// known by the way to it from there.
  static func clear(
    _ session: Session, _ specs: [String], _ environment: CommandEnvironment,
    besides stateFile: String? = nil, removingRest: () throws(Failure) -> [String]
  ) throws(Failure) {
    let (records, problem) = try session.contents()
    var paths = try paths(of: specs, in: records, environment)
    if let stateFile {
      paths = paths.map { path in
        Array(
          StateKeeper.way(
            to: String(decoding: path, as: UTF8.self), from: stateFile, in: environment.world.files
          ).utf8)
      }
    }
    for record in records where specs.isEmpty || paths.contains(Array(record.spec.utf8)) {
      try session.remove(record)
      try Printing.print(lines: ["removed: \(record.title(in: environment.world.files))"])
    }
    guard specs.isEmpty else {
      if let problem { throw problem }
      return
    }
    for path in try removingRest() {
      try Printing.print(lines: ["removed: \(path), which could not be read"])
    }
  }

  /// The canonical paths of specs, as bytes; a removed file may still have entries.
  private static func paths(
    of specs: [String], in records: [SessionRecord], _ environment: CommandEnvironment
  ) throws(Failure) -> [[UInt8]] {
    let files = environment.world.files
    return try specs.map { spec throws(Failure) in
      let written = FilePath.normalized(FilePath.join(files.workingDirectory, spec))
      if records.contains(where: { $0.spec.utf8.elementsEqual(written.utf8) }) {
        return Array(written.utf8)
      }
      let path = try environment.library.path(of: spec)
      return Array((files.canonicalPath(of: path) ?? path).utf8)
    }
  }
}

extension Option {
  fileprivate static func session(_ apply: @escaping (inout Settings, String) -> Void) -> Option {
    .value(
      "--session", "name", "Use the session of this name (default: the project's).", .session,
      apply)
  }
}
