import APICallBase
import APICallSystem

/// What is to be told of a run while it lasts, as the command line says it.
struct ReportSettings {
  /// Whether the header fields and times are shown.
  var isVerbose = false
  /// Where events are written to; nil where nobody wants them.
  var events: String?
  /// What `--progress` and `--no-progress` say; nil where neither is given.
  var showsProgress: Bool?

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - scanned: the options.
  ///   - saving: the file that the answer goes to in place of standard output, if it does.
  /// - Throws: a ``Failure`` with exit status 64.
  init(_ scanned: ArgumentScanner.Scanned, saving: SavingSettings?) throws(Failure) {
    isVerbose = scanned.flags.contains("-v") || scanned.flags.contains("--verbose")
    showsProgress = scanned.flags.last { $0.hasSuffix("progress") }.map { $0 == "--progress" }
    events = scanned.values(of: "--events").last
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
