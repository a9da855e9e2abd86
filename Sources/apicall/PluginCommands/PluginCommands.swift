import APICallBase
import APICallExternal
import APICallPluginKit
import APICallPluginTools
import APICallSystem
import CommandOptions

extension Command {
  static var plugins: Command {
    Command(
      "apicall plugins", "List, install, write and test plugins: programs in any language.",
      usage: "apicall plugins <subcommand>",
      discussion: """
        A plugin adds a requester, an auth type, a decoder, a formatter or a source of secrets: \
        see apicall-plugins(7).
        """,
      subcommands: [
        listPlugins, showPlugin, installPlugin, linkPlugin, removePlugin, checkPlugins, newPlugin,
        testPlugin,
      ])
  }

  private static var listPlugins: Command {
    Command(
      "apicall plugins list",
      "List plugins and what is built in: name, version, roles, folder and summary.",
      usage: "apicall plugins list [--json]", discussion: "It reads manifests and runs nothing.",
      settings: false, options: [.json]
    ) { (isJSON, _) throws(Failure) in
      let shelf = InstalledPlugins()
      let rows = shelf.catalog.all().map(PluginRow.init) + shelf.builtins.map(PluginRow.init)
      let lines = isJSON ? rows.map(\.json) : TextColumns.lines(rows.map(\.cells))
      try Printing.print(lines.map { "\($0)\n" }.joined())
    }
  }

  private static var showPlugin: Command {
    Command(
      "apicall plugins show",
      "Say all about one plugin: roles, options, what it is told, and where it is.",
      usage: "apicall plugins show <name>", operands: [named]
    ) { (operands) throws(Failure) in
      let (name, shelf) = (operands[0], InstalledPlugins())
      if let plugin = try shelf.catalog.plugin(named: name) {
        return try Printing.print(PluginHelp.text(of: plugin))
      }
      let builtins = shelf.builtins.filter { $0.name == name }
      guard !builtins.isEmpty else { throw shelf.unknown(name) }
      let lines = builtins.map { "\($0.name): \($0.kind.rawValue), built in\n\($0.summary)\n" }
      try Printing.print(lines.joined(separator: "\n") + "\nSee apicall(1) and apicall-spec(5).\n")
    }
  }

  private static var installPlugin: Command {
    Command(
      "apicall plugins install", "Check a plugin's folder and copy it to your own plugins.",
      usage: "apicall plugins install <folder> [--force]",
      discussion: """
        A plugin is a program that runs with all your rights: install what you trust. Names that \
        begin with a dot are not copied.
        """,
      operands: [folder], settings: false,
      options: [.flag("--force", "Replace a plugin of that name.") { $0 = true }]
    ) { (isForced, operands) throws(Failure) in
      let store = try PluginStore(InstalledPlugins())
      let finding = try store.source(operands[0])
      try store.install(finding, replaces: isForced)
      try Printing.print("installed: \(finding.title) in \(store.folder(of: finding.name))\n")
      StandardStreams.report(store.notes(on: finding))
    }
  }

  private static var linkPlugin: Command {
    Command(
      "apicall plugins link",
      "Install a plugin as a link to its folder, while it is being written.",
      usage: "apicall plugins link <folder>", operands: [folder]
    ) { (operands) throws(Failure) in
      let store = try PluginStore(InstalledPlugins())
      let finding = try store.source(operands[0])
      let target = try store.link(finding)
      try Printing.print("linked: \(finding.title) to \(target)\n")
      StandardStreams.report(store.notes(on: finding))
    }
  }

  private static var removePlugin: Command {
    Command(
      "apicall plugins remove", "Remove a plugin that was installed or linked.",
      usage: "apicall plugins remove <name>", operands: [named]
    ) { (operands) throws(Failure) in
      try Printing.print("removed: \(try PluginStore(InstalledPlugins()).remove(operands[0]))\n")
    }
  }

  private static var checkPlugins: Command {
    Command(
      "apicall plugins doctor",
      "Say what is wrong with the plugins that are installed, and which could be.",
      usage: "apicall plugins doctor",
      discussion: "It runs nothing, and exits with 78 where a plugin cannot be used."
    ) { (_) throws(Failure) in
      let doctor = PluginDoctor(InstalledPlugins())
      try Printing.print(doctor.report.map { "\($0)\n" }.joined())
      let problems = doctor.problems
      guard problems.isEmpty else { throw Failure(.badConfiguration, problems) }
    }
  }

  private static var newPlugin: Command {
    Command(
      "apicall plugins new", "Begin a plugin in a folder of its name, with a test that it passes.",
      usage: "apicall plugins new <name> --role <role> [--lang <lang>]",
      operands: [Operand("name", "The plugin's name.")],
      settings: (role: PluginRole.Kind?.none, language: PluginSkeleton.Language.sh),
      options: [
        .word("--role", "role", "What it is: requester, auth, decoder, formatter or secret.") {
          $0.role = $1
        },
        .word("--lang", "lang", "What it is written in: sh, python or swift. Default: sh.") {
          $0.language = $1
        },
      ]
    ) { (settings, operands) throws(Failure) in
      try PluginStart.make(operands[0], settings.role, in: settings.language)
    }
  }

  private static var testPlugin: Command {
    Command(
      "apicall plugins test",
      "Play the transcripts of a plugin, and tell in which lines it differs.",
      usage: "apicall plugins test <plugin> [<transcript> ...] [--conformance] [--write]",
      discussion: """
        The plugin is one that is installed, or a folder. It exits with 9 where the plugin does \
        not do what it should.
        """,
      operands: [
        Operand("plugin", "The plugin's name, or its folder.", .one, .plugin),
        Operand(
          "transcripts", "Transcripts. Default: tests/*.transcript in the plugin's folder.", .any,
          .path),
      ],
      settings: (conforms: false, writes: false),
      options: [
        .flag(
          "--conformance", "Ask of the plugin what apicall asks of every one of its roles."
        ) { $0.conforms = true },
        .flag(
          "--write",
          "With --conformance: store a secret of a name of its own, read it, and remove it."
        ) { $0.writes = true },
      ]
    ) { (settings, operands) throws(Failure) in
      guard !settings.writes || settings.conforms else {
        throw Failure(
          .usage, "--write is for --conformance", hint: "add --conformance, or leave it out")
      }
      _ = Signals.install()
      let finding = try TriedPlugin(operands[0], InstalledPlugins()).finding
      StandardStreams.report(finding.remarks.map { "apicall: note: \($0.line)\n" }.joined())
      guard let plugin = finding.plugin else { return }
      var trial = PluginTrial(plugin, folder: finding.folder)
      try trial.play(Array(operands.dropFirst()), isOptional: settings.conforms)
      if settings.conforms { try trial.conform(writes: settings.writes) }
      try trial.finish()
    }
  }

  private static var named: Operand { Operand("name", "The plugin's name.", .one, .plugin) }

  private static var folder: Operand {
    Operand("folder", "The folder that holds the plugin's plugin.json.", .one, .path)
  }
}
