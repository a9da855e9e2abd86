import APICallBase
import APICallLanguage
import APICallModel
import APICallScripts

/// Whether a run continues results of the same files only.
enum Resumption: String, CaseIterable { case same, changed }

/// What to do about rows whose request may have taken effect.
enum UnknownRows: String, CaseIterable { case skip, `repeat` }

/// The rows of a run, and what is kept of them, as set on the command line.
struct RowsSettings {
  /// The file of the rows; nil for those of the script.
  var path: String?
  var part: RowsPart?
  var results: String?
  /// The column that names a row; nil for none.
  var key: String?
  var resume: Resumption?
  var unknown: UnknownRows?
  var grace: Duration?
  /// The exit status if all rows are done and some failed; nil for 10.
  var exit: Int32?
  var rate: Loop.Rate?
  var rateFile: String?
  /// The plugin that keeps the rate; nil for none.
  var limiter: String?

  /// The rows that are given by `--rows`; nil if there are none.
  var file: RowRun.File? {
    path.map { RowRun.File(path: $0, isCSV: $0.lowercased().hasSuffix(".csv")) }
  }

  var areUsed: Bool { path != nil || part != nil || results != nil }

  func check(_ settings: RunSettings) throws(Failure) {
    let needs: [(isGiven: Bool, option: String)] = [
      (resume != nil, "--resume"), (unknown != nil, "--unknown"), (grace != nil, "--grace"),
      (exit != nil, "--exit-final"), (key != nil, "--row-key"),
    ]
    if results == nil, let option = needs.first(where: \.isGiven)?.option {
      throw Failure(
        .usage, "\(option) needs --results",
        hint: "name the file of the results, as in "
          + "--results out.ndjson")
    }
    if key != nil, path == nil {
      throw Failure(.usage, "--row-key needs --rows", hint: "a script names its rows with 'key'")
    }
    if rateFile != nil, limiter != nil {
      throw .combined(
        "--limiter", "--rate-file", hint: "a plugin shares the rate in place of a file")
    }
    if path == ScriptSpec.standardInput, part != nil {
      throw Failure(
        .usage, "--part cannot cut standard input", hint: "name a file with --rows")
    }
    if results == ScriptSpec.standardInput, resume != nil {
      throw Failure(
        .usage, "--resume needs results in a file, but --results is standard output",
        hint: "name a file with --results")
    }
    if path == ScriptSpec.standardInput, settings.given != nil {
      throw Failure(
        .usage, "standard input cannot have both the file and its rows",
        hint: "name a file for one of them")
    }
    guard areUsed else { return }
    if settings.endpoints.count > 1 {
      throw Failure(
        .usage, "--rows and --results are for one file, but \(settings.endpoints.count) are run",
        hint: "a script calls several files for each row")
    }
    guard let results else { return }
    let output = settings.output
    let others: [(isGiven: Bool, option: String, hint: String)] = [
      (settings.first != nil, "--first", "to try a file, leave out --results"),
      (output.saving != nil, "--output", "the results have the values of the rows"),
      (output.isEnvelope, "--envelope", "the results have the values of the rows"),
      (
        !output.prints.isEmpty, "--print",
        "the results have the outputs that the file declares"
      ),
      (settings.recording != nil, "--record or --replay", "leave out one of the two"),
      (
        results == ScriptSpec.standardInput && settings.reports.events == "-", "--events -",
        "name a file for one of them"
      ),
    ]
    if let other = others.first(where: \.isGiven) {
      throw .combined("--results", other.option, hint: other.hint)
    }
  }
}
