import APICallBase
import APICallScripts
import APICallSystem
import CommandOptions

extension Command {
  static var session: Command {
    Command(
      "apicall session", "List, show and remove what calls left for those that need them.",
      usage: "apicall session <subcommand>",
      discussion: """
        A session keeps the outputs of calls that others need, such as the token of a login, so \
        that they are not made anew each time. Each project has one, and --session NAME names \
        others.
        """,
      subcommands: [listSessions, showSession, clearSession])
  }

  private static var listSessions: Command {
    Command(
      "apicall session list", "List sessions: name or project, entries, age and expiry.",
      usage: "apicall session list [--json]",
      settings: false, options: [.json]
    ) { (isJSON, _) throws(Failure) in
      try SessionInventory(world: .system(), isJSON: isJSON).print()
    }
  }

  private static var showSession: Command {
    Command(
      "apicall session show", "Show what a session keeps; secret outputs are masked.",
      usage: "apicall session show [--session <name>] [--json]",
      settings: (name: String?.none, isJSON: false),
      options: [
        .session { $0.name = $1 },
        .flag(
          "--json",
          "Print one JSON object a line instead, without the values of secret outputs."
        ) { $0.isJSON = true },
      ]
    ) { (settings, _) throws(Failure) in try show(settings.name, isJSON: settings.isJSON) }
  }

  private static var clearSession: Command {
    Command(
      "apicall session clear", "Remove what a session keeps.",
      usage: """
        apicall session clear [<spec> ...] [--session <name>]
               apicall session clear --all
        """,
      discussion: "A session that cannot be read is removed, too.",
      operands: [
        Operand("spec", "Files or names of calls whose outputs go. Default: all.", .any, .files)
      ],
      settings: (name: String?.none, isOfAll: false),
      options: [
        .session { $0.name = $1 },
        .flag("--all", "Remove the sessions of all projects, and those that have names.") {
          $0.isOfAll = true
        },
      ]
    ) { (settings, specs) throws(Failure) in
      guard settings.isOfAll else { return try clear(settings.name, specs) }
      guard specs.isEmpty, settings.name == nil else {
        throw Failure(.usage, "--all goes with neither files nor --session")
      }
      try clear(nil, nil)
    }
  }

  private static func show(_ name: String?, isJSON: Bool) throws(Failure) {
    let world = World.system()
    let session = try SessionChoice(world: world).session(named: name)
    let (records, problem) = try session.contents()
    let listing = SessionListing(records, files: world.files, now: world.now())
    try Printing.print(isJSON ? listing.json : listing.text)
    if let problem { throw problem }
    guard records.isEmpty, let name else { return }
    let known = (try? SessionFolder().sessions().filter(\.isThere).compactMap(\.name.name)) ?? []
    throw Failure(
      .noInput, "there is no session '\(name)'",
      hint: Nearest.hint(for: name, among: known, noun: "sessions"))
  }

  /// Removes entries of a session; all of all sessions where no specs are named, not even none.
  private static func clear(_ name: String?, _ specs: [String]?) throws(Failure) {
    let environment = CommandEnvironment()
    let world = environment.world
    let clearing = SessionClearing(library: environment.library, world: world)
    guard specs == nil else {
      let files = try SessionChoice(world: world).files(
        named: name, in: world.files.workingDirectory)
      return try clearing.clear(files, specs ?? [])
    }
    // One that cannot be removed keeps none of the others.
    var first: Failure?
    for files in try SessionFolder().sessions() {
      do throws(Failure) { try clearing.clear(files, []) } catch { first = first ?? error }
    }
    if let first { throw first }
  }
}

extension Option {
  /// Which session is meant.
  fileprivate static func session(
    _ apply: @escaping (inout Settings, String) -> Void
  ) -> Option {
    .value(
      "--session", "name", "A session of that name, not that of this project.", .session, apply)
  }
}
