import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallReading
import APICallRequests
import APICallRun
import APICallSafety
import APICallScripts
import APICallSystem
import APICallText
import CommandOptions
import JSONText

extension Command {
  static var state: Command {
    Command(
      "apicall state", "List, show, set and remove what files keep between runs.",
      usage: "apicall state <subcommand>",
      discussion: """
        A file with 'state' keeps values from one run to the next. They are in a folder of the \
        user, or in the file that --state names.
        """,
      subcommands: [listStates, showState, setState, clearState])
  }

  private static var listStates: Command {
    Command(
      "apicall state list", "List the projects whose files keep a state, one per line.",
      usage: "apicall state list [--json]", settings: false, options: [.json]
    ) { (isJSON, _) throws(Failure) in
      try SessionInventory.printSessions(in: .system(), isJSON: isJSON, of: .state)
    }
  }

  private static var showState: Command {
    Command(
      "apicall state show", "Show the kept values of the project, with secrets masked.",
      usage: "apicall state show [--state <file>] [--json]",
      settings: (file: String?.none, isJSON: false),
      options: [
        .state { $0.file = $1 },
        .flag("--json", "Print one JSON object per line instead, without secret values.") {
          $0.isJSON = true
        },
      ]
    ) { (settings, _) throws(Failure) in
      let world = World.system()
      try show(
        KeptStates(settings.file, in: world).session, in: world, isJSON: settings.isJSON
      ) {}
    }
  }

  private static var setState: Command {
    Command(
      "apicall state set", "Set kept values of a file, such as the start of the next run.",
      usage: """
        apicall state set <file> <name=value> ... [--state <file>] [--profile <name>]
                          [--host <url>] [--mock <url>]
        """,
      discussion: """
        A name is a kept value or an input, such as those under 'per'. A kept value is JSON, or \
        else text.
        """,
      operands: [
        Operand(
          "file-and-values", "The file, and values as name=value or name:=JSON.", .any, .calls)
      ],
      settings: (file: String?.none, run: RunSettings()),
      options: [
        .state { $0.file = $1 },
        .value("--profile", "name", "Set the state of this profile.", .profile) {
          $0.run.destination.profile = Destination.Profile($1)
        },
        .value("--host", "url", "Set the state of runs with this --host.") {
          (settings, text) throws(Failure) in
          settings.run.destination.host = try HostAddress(text, option: "--host")
        },
        .value("--mock", "url", "Set the state of runs with this --mock.") {
          (settings, text) throws(Failure) in
          settings.run.destination.mock = try HostAddress.mock(text)
        },
      ]
    ) { (settings, operands) throws(Failure) in
      var run = settings.run
      try run.finish(operands)
      try set(run, in: settings.file)
    }
  }

  private static var clearState: Command {
    Command(
      "apicall state clear", "Remove the state of a project, or only that of the given files.",
      usage: """
        apicall state clear [<spec> ...] [--state <file>]
               apicall state clear --all
        """,
      discussion: "Their next run begins with the first values.",
      operands: [Operand("spec", "Files or names of calls (default: all).", .any, .files)],
      settings: (file: String?.none, isOfAll: false),
      options: [
        .state { $0.file = $1 },
        .flag("--all", "Remove the states of all projects.") { $0.isOfAll = true },
      ]
    ) { (settings, specs) throws(Failure) in
      let environment = CommandEnvironment()
      if let file = settings.file, specs.isEmpty, !settings.isOfAll { return try remove(file) }
      guard settings.isOfAll else {
        return try each(specs, in: environment) { (specs, folder) throws(Failure) in
          let states = try KeptStates(settings.file, above: folder, in: environment.world)
          try clear(states.session, states.folder, specs, environment)
        }
      }
      guard specs.isEmpty, settings.file == nil else {
        throw Failure(.usage, "--all cannot be combined with files or --state")
      }
      try clearAll(of: .state)
    }
  }

  private static func set(_ settings: RunSettings, in file: String?) throws(Failure) {
    let environment = CommandEnvironment(settings)
    let world = environment.world
    guard settings.endpoints.count == 1 else {
      throw Failure(.usage, "name one file", hint: "as in 'apicall state set sync.yaml last=42'")
    }
    let runnable = try environment.runnable(settings.endpoints[0])
    let head = runnable.head
    guard let declaration = head.state, let first = declaration.keptNames.first else {
      throw Failure(
        .badInput, "'\(head.file)' keeps nothing for the next run", hint: "name a file with 'state'"
      )
    }
    let names = declaration.keptNames
    let known = names + head.inputs.map(\.name)
    for input in settings.inputs where !known.contains(input.name) {
      throw Failure(
        .usage, "'\(head.file)' keeps no value '\(input.name)'",
        hint: Nearest.hint(for: input.name, among: known, noun: "names"))
    }
    let given = settings.inputs.filter { names.contains($0.name) }
    guard !given.isEmpty else {
      throw Failure(.usage, "no value is given", hint: "as in '\(first)=42'")
    }
    let (inputs, address) = try place(of: runnable, declaration, given: settings, environment)
    let states = try KeptStates(
      file, above: FilePath.folder(of: environment.library.path(of: settings.endpoints[0])),
      in: world)
    let (key, parts) = try StateKeeper.key(
      of: head, declaration, in: inputs, from: address, besides: file, with: environment.resources()
    )
    let values = try given.map { input throws(Failure) in
      let json = try json(of: input)
      if input.name == SinceRule.value, let since = declaration.since {
        try check(json, of: since, as: input.text, world)
      }
      return SessionOutput(input.name, json: json, isSecret: false)
    }
    try states.session.change(key, to: values, besides: parts)
  }

  /// The value of an assignment: JSON, or otherwise a text.
  private static func json(of input: InputResolver.Assignment) throws(Failure) -> [UInt8] {
    let json = Array(input.text.utf8)
    let isJSON = (try? JSONDocument(json)) != nil
    switch input.form {
    case .literal: return isJSON ? json : Value.text(input.text).jsonText
    case .json where isJSON: return json
    case .json, .file:
      throw Failure(
        .usage,
        "'\(input.name)\(input.form.rawValue)\(input.text)' "
          + (input.form == .file ? "names a file" : "is not JSON"),
        hint: "'\(input.name)=VALUE' sets a text, or what is JSON")
    }
  }

  /// Checks that a list can begin with a value: it is of the kind of the field, and not to come.
  private static func check(
    _ json: [UInt8], of since: SinceRule, as text: String, _ world: World
  ) throws(Failure) {
    let value = (try? JSONDocument(json)).flatMap {
      OrderValue($0.root, countingTime: since.countsTime)
    }
    guard let value, since.lag.map({ value.minus($0) != nil }) ?? true,
      !value.isText || since.isAscending
    else {
      throw Failure(
        .badInput, "'since' cannot begin with '\(text)'",
        hint:
          "write a value of '\(since.field.map { "\($0)" } ?? "field")', such as a time or a number"
      )
    }
    guard let time = value.time, world.now().isBefore(time) else { return }
    throw Failure(
      .badInput, "'since' cannot begin with '\(text)', which is to come",
      hint: "everything until then would be left out")
  }

  /// The inputs that choose the state of a file, and the host whose state it is.
  private static func place(
    of runnable: Runnable, _ declaration: StateDeclaration, given settings: RunSettings,
    _ environment: CommandEnvironment
  ) throws(Failure) -> (inputs: Scope, address: HostAddress?) {
    let per = runnable.head.stateInputs
    let names = declaration.keptNames
    let world = environment.world
    // Only those that choose the state, and those that the host is made of, are needed.
    let needed = runnable.head.with { parts in
      for index in parts.inputs.indices where !per.contains(parts.inputs[index].name) {
        parts.inputs[index].isRequired = false
      }
    }
    let inputs = try InputResolver(needed, from: settings.sources)
      .scope(from: settings.inputs.filter { !names.contains($0.name) }, in: world)
    var address: HostAddress?
    if case .endpoint(let endpoint) = runnable {
      var builder = CallBuilder(world: world, destination: settings.destination)
      builder.sources = settings.sources
      address = settings.destination.address(
        of: endpoint, by: builder.director(for: endpoint), in: inputs)
      guard address != nil else {
        throw Failure(
          .badInput, "'\(endpoint.file)' has a state for each host, and its host is not known",
          hint: "give the inputs that the host is made of, as for a run")
      }
    }
    return (inputs, address)
  }

  /// Removes a file of the user, whether it can be read or not.
  private static func remove(_ path: String) throws(Failure) {
    let files = StateFiles(at: path, digests: World.system().digests)
    guard let lock = try files.lock("") else {
      throw Failure(
        .incomplete, "a run is using the state in '\(path)'",
        hint: "remove it when that run has ended")
    }
    defer { lock.release() }
    try files.removeAll()
    try Printing.print(lines: ["removed: \(path)"])
  }

  private static func clear(
    _ session: Session, _ folder: SessionFiles?, _ specs: [String],
    _ environment: CommandEnvironment
  ) throws(Failure) {
    try clear(
      session, specs, environment, besides: session.storage.name.file,
      removingRest: { () throws(Failure) in try folder?.removeRest() ?? [] })
  }
}

/// Where the states of a project are kept, or those in a file of the user.
private struct KeptStates {
  let session: Session
  /// The folder; nil for a file.
  let folder: SessionFiles?

  init(_ file: String?, above place: String? = nil, in world: World) throws(Failure) {
    if let file {
      session = Session(StateFiles(at: file, digests: world.digests), in: world)
      folder = nil
    } else {
      let files = try SessionFiles(
        named: nil, above: place ?? world.files.workingDirectory, in: world, of: .state)
      session = Session(files, in: world)
      folder = files
    }
  }
}

extension Option {
  fileprivate static func state(_ apply: @escaping (inout Settings, String) -> Void) -> Option {
    .value(
      "--state", "file", "The file in which runs keep their state (default: the project's folder).",
      .path, apply)
  }
}
