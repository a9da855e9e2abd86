import APICallBase
import APICallSystem
import CommandOptions

extension OptionSection<RunSettings> {
  /// What is told of a run while it lasts.
  static var reports: OptionSection {
    OptionSection(
      "REPORTS",
      [
        .flag(
          "--verbose", short: "-v",
          "Show the header fields of the request and the answer, and where the time went, on "
            + "standard error, secrets masked."
        ) { $0.reports.isVerbose = true },
        .value(
          "--events", "file",
          "Write what happens to a file while it does, as lines of JSON: apicall-events(5).", .path
        ) { $0.reports.events = $1 },
        .choice(
          "--progress", opposite: "--no-progress",
          "Show how far a long transfer has come, also where a pipe takes the answer; or never."
        ) { $0.reports.showsProgress = $1 },
      ])
  }
}

/// What is to be told of a run while it lasts, as the command line says it.
struct ReportSettings {
  /// Whether the header fields and times are shown.
  var isVerbose = false
  /// Where events are written to; nil where nobody wants them.
  var events: String?
  /// What `--progress` and `--no-progress` say; nil where neither is given.
  var showsProgress: Bool?

  /// Checks the file of the events.
  ///
  /// - Parameter saving: the file that the answer goes to in place of standard output, if it does.
  /// - Throws: a ``Failure`` with exit status 64.
  func finish(saving: SavingSettings?) throws(Failure) {
    guard let events else { return }
    guard !events.isEmpty else {
      throw Failure(
        .usage, "--events: '' is not a file", hint: "name one, as in --events run.jsonl")
    }
    // Programs read one or the other, and each would find both.
    let isAnswerPrinted = saving.map { EventFile.isStandardOutput($0.path) } ?? true
    guard !isAnswerPrinted || !EventFile.isStandardOutput(events) else {
      throw Failure(
        .usage, "--events: '\(events)' is standard output, where the answer goes",
        hint:
          "name a file, as in --events run.jsonl, or have the answer written to one: --output FILE")
    }
    if saving?.writes(events) == true {
      throw Failure(
        .usage, "--events: '\(events)' is written by --output as well",
        hint: "one would write over the other: name two files")
    }
  }
}
