import APICallBase
import APICallExternal
import APICallPluginKit
import APICallPluginTools
import APICallSystem
import APICallText
import CommandOptions

extension Command {
  static var plugins: Command {
    Command(
      "apicall plugins", "List, install, write and test plugins.",
      usage: "apicall plugins <subcommand>",
      discussion: """
        A plugin is a program in any language that adds a requester, an auth type, a decoder, a \
        formatter or a source of secrets: see apicall-plugin(5).
        """,
      subcommands: [
        listPlugins, showPlugin, installPlugin, linkPlugin, removePlugin, checkPlugins, newPlugin,
        testPlugin,
      ])
  }

  private static var listPlugins: Command {
    Command(
      "apicall plugins list",
      "List plugins and built-in components: name, version, roles, folder and summary.",
      usage: "apicall plugins list [--json]", discussion: "No plugin is run.",
      settings: false, options: [.json]
    ) { (isJSON, _) throws(Failure) in
      let installed = InstalledPlugins()
      let rows =
        installed.catalog.all().map(PluginRow.init) + installed.builtins.map(PluginRow.init)
      let lines = isJSON ? rows.map(\.json) : TextColumns.lines(rows.map(\.cells))
      try Printing.print(lines.map { "\($0)\n" }.joined())
    }
  }

  private static var showPlugin: Command {
    Command(
      "apicall plugins show",
      "Show everything about one plugin: its roles, options and files, and the data it receives.",
      usage: "apicall plugins show <name>", operands: [named]
    ) { (operands) throws(Failure) in
      let (name, installed) = (operands[0], InstalledPlugins())
      if let plugin = try installed.catalog.plugin(named: name) {
        return try Printing.print(PluginHelp.text(of: plugin))
      }
      let builtins = installed.builtins.filter { $0.name == name }
      guard !builtins.isEmpty else { throw installed.unknown(name) }
      let lines = builtins.map { "\($0.name): \($0.kind.rawValue), built in\n\($0.summary)\n" }
      let pages = "apicall-responses(7), apicall-output(7), apicall-requests(7) and apicall-auth(7)"
      try Printing.print(lines.joined(separator: "\n") + "\nSee \(pages).\n")
    }
  }

  private static var installPlugin: Command {
    Command(
      "apicall plugins install", "Check the plugin in a folder and copy it to your own plugins.",
      usage: "apicall plugins install <folder> [--force]",
      discussion: """
        A plugin is a program that runs with all your permissions: install only plugins that you \
        trust. Names that begin with a dot are not copied.
        """,
      operands: [folder], settings: false,
      options: [.flag("--force", "Replace an installed plugin of the same name.") { $0 = true }]
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
      "Install a link to a plugin's folder instead of a copy, while you are writing it.",
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
      "Report on all plugin folders: the plugins in them, and what is wrong with each.",
      usage: "apicall plugins doctor",
      discussion: "No plugin is run. The exit status is 78 if a plugin cannot be used."
    ) { (_) throws(Failure) in
      let doctor = PluginDoctor(InstalledPlugins())
      try Printing.print(lines: doctor.report)
      let problems = doctor.problems
      guard problems.isEmpty else { throw Failure(.badConfiguration, problems) }
    }
  }

  private static var newPlugin: Command {
    Command(
      "apicall plugins new",
      "Create a folder with a small plugin and a transcript that it passes.",
      usage: "apicall plugins new <name> --role <role> [--lang <lang>]",
      operands: [Operand("name", "The plugin's name, and the name of the folder.")],
      settings: (role: PluginRole.Kind?.none, language: PluginSkeleton.Language.sh),
      options: [
        .word("--role", "role", "Set the role: requester, auth, decoder, formatter or secret.") {
          $0.role = $1
        },
        .word("--lang", "lang", "Set the language: sh, python or swift (default sh).") {
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
      "Play transcripts with a plugin and report the lines in which it differs.",
      usage: "apicall plugins test <plugin> [<transcript> ...] [--conformance] [--write]",
      discussion: """
        The plugin is an installed one, or a folder. The exit status is 9 if the plugin does not \
        behave as required.
        """,
      operands: [
        Operand("plugin", "The plugin's name, or its folder.", .one, .plugin),
        Operand(
          "transcripts", "Transcripts (default: tests/*.transcript in the plugin's folder).", .any,
          .path),
      ], settings: (conforms: false, writes: false),
      options: [
        .flag(
          "--conformance", "Also check what apicall requires of every plugin with the same roles."
        ) { $0.conforms = true },
        .flag(
          "--write",
          "With --conformance: also check that a secret is stored, returned and removed."
        ) { $0.writes = true },
      ]
    ) { (settings, operands) throws(Failure) in
      guard !settings.writes || settings.conforms else {
        throw Failure(
          .usage, "--write has no effect without --conformance",
          hint: "add --conformance, or leave out --write")
      }
      _ = Signals.install()
      let finding = try InstalledPlugins().plugin(toTest: operands[0])
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
    Operand("folder", "The folder that contains the plugin's plugin.json.", .one, .path)
  }
}
