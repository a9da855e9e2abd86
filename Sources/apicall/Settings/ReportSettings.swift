import APICallBase
import APICallSystem
import CommandOptions

extension OptionSection<RunSettings> {
  static var reports: OptionSection {
    OptionSection(
      "REPORTS",
      [
        .flag(
          "--verbose", short: "-v",
          "Print the header fields of the request and the response, and the timings, on standard "
            + "error, with secrets masked."
        ) { $0.reports.isVerbose = true },
        .value(
          "--events", "file",
          "Write events to this file as they happen, as lines of JSON; see apicall-events(5).",
          .path
        ) { $0.reports.events = $1 },
        .report { $0.reports.results += $1 },
        .flag(
          "--no-warnings",
          "Do not warn of text that looks like a placeholder, of inputs that nothing uses, and of a "
            + "Content-Encoding that is ignored."
        ) { $0.reports.warns = false },
        .choice(
          "--progress", opposite: "--no-progress",
          "Show the progress of a long transfer even if the response goes to a pipe, or never."
        ) { $0.reports.showsProgress = $1 },
      ])
  }
}

/// What to report on a run while it lasts, as set on the command line.
struct ReportSettings {
  var isVerbose = false
  /// Whether warnings about the file, the inputs and content codings are reported.
  var warns = true
  /// The file for events; nil for none.
  var events: String?
  var results: [ResultReport] = []
  /// True for `--progress`, false for `--no-progress`; nil if neither is given.
  var showsProgress: Bool?

  /// Checks that no two files that a run writes are one, also beside `others`.
  func finish(
    saving: SavingSettings?, besides others: [(option: String, path: String)] = []
  ) throws(Failure) {
    var others = others
    if let events { others.append(("--events", events)) }
    others.append(saving.map { ("--output", $0.path) } ?? ("the response", "-"))
    try ResultReport.check(results, besides: others)
    guard let events else { return }
    guard !events.isEmpty else {
      throw Failure(
        .usage, "--events: '' is not a file", hint: "name one, as in --events run.jsonl")
    }
    // A program reads either the events or the response, and could not tell them apart.
    let isResponsePrinted = saving.map { EventFile.isStandardOutput($0.path) } ?? true
    guard !isResponsePrinted || !EventFile.isStandardOutput(events) else {
      throw Failure(
        .usage, "--events: '\(events)' is standard output, where the response goes",
        hint:
          "name a file, as in --events run.jsonl, or save the response to one: --output FILE")
    }
    if saving?.writes(events) == true {
      throw Failure(
        .usage, "--events: '\(events)' is written by --output as well",
        hint: "one would overwrite the other: name two files")
    }
  }
}
