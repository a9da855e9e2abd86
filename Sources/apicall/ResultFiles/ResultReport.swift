import APICallBase
import APICallReports
import APICallSystem

/// A report of results that the command line asks for: `--report junit=results.xml`.
struct ResultReport {
  /// Where a report goes.
  enum Place: Hashable {
    case file(String)
    case standardOutput
    case standardError
    /// The end of the file for the summary of a job of GitHub Actions.
    case jobSummary(String)
  }

  let kind: ReportKind
  let place: Place

  /// The variable with the file for the summary of a job of GitHub Actions.
  private static let summaryVariable = "GITHUB_STEP_SUMMARY"
  /// The word for what the surroundings can show.
  static let auto = "auto"

  /// Reads the value of an option.
  ///
  /// Returns the reports; for `auto` those that GitHub Actions shows, and none elsewhere.
  static func read(_ text: String) throws(Failure) -> [ResultReport] {
    if text == auto {
      guard Program.environment("GITHUB_ACTIONS") == "true" else { return [] }
      var reports = [ResultReport(kind: .github, place: .standardError)]
      if let path = Program.environment(summaryVariable), !path.isEmpty {
        reports.append(ResultReport(kind: .summary, place: .jobSummary(path)))
      }
      return reports
    }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let kind = try ReportKind(named: String(parts[0]))
    guard parts.count == 2 else { return [ResultReport(kind: kind, place: try usual(of: kind))] }
    guard !parts[1].isEmpty else {
      throw Failure(
        .usage, "--report: '\(text)' names no file",
        hint: "write --report \(kind.rawValue)=FILE; - is standard output")
    }
    let path = String(parts[1])
    let place: Place = EventFile.isStandardOutput(path) ? .standardOutput : .file(path)
    return [ResultReport(kind: kind, place: place)]
  }

  private static func usual(of kind: ReportKind) throws(Failure) -> Place {
    switch kind {
    // GitHub Actions reads both, and the response goes to standard output.
    case .text, .github: return .standardError
    case .summary:
      guard let path = Program.environment(summaryVariable), !path.isEmpty else {
        throw Failure(
          .usage, "--report summary: the variable \(summaryVariable) is not set",
          hint: "outside of GitHub Actions, name a file: --report summary=FILE")
      }
      return .jobSummary(path)
    default:
      throw Failure(
        .usage, "--report \(kind.rawValue) needs a file",
        hint: "write --report \(kind.rawValue)=FILE; - is standard output")
    }
  }

  static func check(
    _ reports: [ResultReport], besides others: [(option: String, path: String)] = []
  ) throws(Failure) {
    var known: [(name: String, place: String)] = others.map {
      ($0.option, EventFile.isStandardOutput($0.path) ? "-" : canonical($0.path))
    }
    var options: [String: String] = [:]
    for (option, place) in known where !["-", "/dev/", "/proc/"].contains(where: place.hasPrefix) {
      guard let other = options.updateValue(option, forKey: place) else { continue }
      throw Failure(
        .usage, "\(other) and \(option) name the same file, '\(FilePath.name(of: place))'",
        hint: "one would overwrite the other: name two files")
    }
    for report in reports {
      let place: String
      switch report.place {
      case .standardOutput: place = "-"
      case .standardError: place = "/dev/stderr"
      case .file(let path), .jobSummary(let path):
        try OutputFiles.check(path)
        place = canonical(path)
        guard SystemFiles().status(of: path)?.kind != .folder else {
          throw Failure(
            .cannotCreate, "cannot write a report to '\(path)': it is a folder",
            hint: "name a file in it")
        }
      }
      let name = "--report \(report.kind.rawValue)"
      if let other = known.first(where: { $0.place == place }) {
        throw Failure(
          .usage, "\(other.name) and \(name) go to the same place",
          hint: "one would overwrite the other: name two files")
      }
      known.append((name, place))
    }
  }

  /// A path that is the same for all names of a file.
  private static func canonical(_ path: String) -> String {
    let files = SystemFiles()
    if let whole = files.canonicalPath(of: path) { return whole }
    let folder = FilePath.folder(of: path)
    return FilePath.join(files.canonicalPath(of: folder) ?? folder, FilePath.name(of: path))
  }
}
