import APICallBase
import APICallModel
import APICallTesting
import CommandOptions

extension Command {
  static var test: Command {
    Command(
      "apicall test", "Test files by their examples and recordings.",
      usage: "apicall test [<path> ...] [<options>]",
      discussion: """
        A case is an example with 'with', or a script named *.test.yaml. Its recording responds, \
        or else the examples; only --record, --live and --drift send requests. The report goes to \
        standard error.
        """,
      operands: [
        Operand(
          "paths",
          "Files, names or folders, or single cases as FILE::NAME (default: the working directory).",
          .any, .files)
      ], settings: TestSettings(), sections: [.selection, .judging],
      options: [
        .value(
          "--profile", "name",
          "Use this profile from apicall.yaml (default: APICALL_PROFILE, else its 'profile').",
          .profile
        ) { $0.profile = Destination.Profile($1) },
        .report { $0.reports += $1 },
        .fileRoot { $0.fileRoots.append($1) },
        .color { $0.color = $1 },
      ],
      advice: { option in
        HabitTable.hint(
          forOptionOfTest: option,
          isOfRun: Command.run.forms.contains { $0.names.contains(option) })
      }
    ) { (settings, operands) throws(Failure) in
      var settings = settings
      try settings.finish(operands)
      try TestSession.run(settings)
    }
  }
}

extension OptionSection<TestSettings> {
  static var selection: OptionSection {
    OptionSection(
      "SELECTION",
      [
        .value(
          "--filter", short: "-k", "text",
          "Run only cases whose name FILE::NAME contains this text. May be repeated: any one of "
            + "them."
        ) { $0.filter.texts.append($1) },
        .value(
          "--tag", "tags",
          "Run only cases with one of these tags, separated by commas; '!slow' leaves out those "
            + "with the tag. May be repeated."
        ) { (settings, text) throws(Failure) in try settings.filter.add(tags: text) },
        .flag("--failed", "Run only the cases that failed the last time in this folder.") {
          $0.runsFailed = true
        },
        .flag("--allow-none", "Succeed even if there is no case to run.") { $0.allowsNone = true },
      ])
  }

  static var judging: OptionSection {
    OptionSection(
      "RUNNING",
      [
        .value(
          "--jobs", short: "-j", "number",
          "Run up to this many cases in parallel (1 to 256, default 1).", isJoinable: true
        ) { (settings, text) throws(Failure) in
          settings.jobs = try wholeNumber(text, of: "--jobs", 1...256, hint: "as in --jobs 8")
        },
        .value(
          "--record", "which",
          "Send the requests to their servers, record the responses of cases that pass, and replay "
            + "them: all, or missing for cases without a recording (default all).",
          .words { ["all", "missing"] }, usual: "all"
        ) { (settings, text) throws(Failure) in
          guard ["all", "missing"].contains(text) else {
            throw Failure(
              .usage, "--record: '\(text)' is not 'all' or 'missing'",
              hint: "write --record, --record=all or --record=missing")
          }
          try settings.set(.record(onlyMissing: text == "missing"), by: "--record")
        },
        .flag("--live", "Send the requests to their servers, and write nothing.") {
          (settings) throws(Failure) in try settings.set(.live, by: "--live")
        },
        .flag(
          "--drift",
          "Send the requests, and compare status, media type and the shape of JSON with the "
            + "recording, or else with the example. Write nothing."
        ) { (settings) throws(Failure) in try settings.set(.drift, by: "--drift") },
        .flag("--strict", "With --drift, fail for what is new or null, too.") {
          $0.isStrict = true
        },
        .flag(
          "--allow-write",
          "Send requests that may change something also with --drift, and also if 'guard' in "
            + "apicall.yaml does not list their method."
        ) { $0.allowsWrites = true },
        .value(
          "--retries", "number",
          "Run a case that was sent and failed again, up to this many times (0 to 10, default 0). "
            + "A case that passes then is flaky, which is a success."
        ) { (settings, text) throws(Failure) in
          settings.retries = try wholeNumber(
            text, of: "--retries", 0...10, hint: "as in --retries 2")
        },
        .flag("--fail-on-flaky", "Fail if a case is flaky.") { $0.failsOnFlaky = true },
        .value(
          "--max-failures", "number",
          "Begin no further case after this many failures (1 to 100000, default: no limit)."
        ) { (settings, text) throws(Failure) in
          settings.mostFailures = try wholeNumber(
            text, of: "--max-failures", 1...100_000, hint: "as in --max-failures 1")
        },
        .flag(
          "--uncovered",
          "Fail if an endpoint in the folders that are searched has no case, and no script that is "
            + "a test calls it."
        ) { $0.findsUncovered = true },
        .detour { $0.detours.append($1) },
        .flag(
          "--update",
          "Accept the output of the cases: write their golden files where there is one, or where "
            + "'golden' is true, or where the case is named as FILE::NAME."
        ) { $0.updates = true },
        .flag(
          "--prune", "Remove folders of recordings and golden files that no case uses."
        ) { $0.prunes = true },
      ])
  }
}
