import APICallBase
import APICallScripts
import APICallSystem
import APICallText
import CommandOptions
import JSONText

extension Command {
  static var results: Command {
    Command(
      "apicall results", "Sum up files of results, or print their rows in order.",
      usage: "apicall results <file> ... [--json | --html | --format <name>]",
      discussion: """
        'apicall run --results' writes such files. The exit status is 0 if all rows are done and \
        none failed, 10 if some failed, and 75 if rows are left.
        """,
      operands: [
        Operand("file", "Files of results, or folders with them.", .any, .path)
      ],
      settings: ResultsSettings(),
      options: [
        .flag("--json", "Print one JSON object instead.") { (settings) throws(Failure) in
          try settings.choose(.json, by: "--json")
        },
        .flag("--html", "Print a page that also shows rows and failures over time.") {
          (settings) throws(Failure) in try settings.choose(.html, by: "--html")
        },
        .value(
          "--format", "name",
          "Print the rows that are done, in the order of the source, as ndjson or csv.",
          .words { ResultsForm.allCases.map(\.rawValue) }
        ) { (settings, text) throws(Failure) in
          guard let form = ResultsForm(rawValue: text) else {
            throw Failure(
              .usage, "--format: '\(text)' is not ndjson or csv",
              hint: "for other forms, read the lines of ndjson")
          }
          try settings.choose(.rows(form), by: "--format")
        },
      ]
    ) { (settings, paths) throws(Failure) in try perform(settings, paths) }
  }

  private static func perform(
    _ settings: ResultsSettings, _ paths: [String]
  ) throws(Failure) {
    guard !paths.isEmpty else {
      throw Failure(.usage, "no file is given", hint: "name files of results, or their folder")
    }
    let files = World.system().files
    var summary = ResultsSummary()
    var merge = ResultsMerge()
    for group in try ResultsGroup.groups(of: paths, in: files) {
      try summary.add(
        group.paths, named: group.name, isFinished: group.isFinished, in: files,
        keeping: { (found, file) throws(Failure) in
          if case .rows = settings.output { merge.add(found, of: file) }
        }, keepingUnknown: { merge.add(unknown: $0) })
      if summary.partCount == nil { merge.endSource() }
    }
    switch settings.output {
    case .rows(let form): try merge.print(as: form, from: files)
    case .html:
      try Printing.print(summary.page(of: (["apicall results"] + paths).joined(separator: " ")))
    case .json: try Printing.print(summary.json + "\n")
    case .text: try Printing.print(summary.text)
    }
    if !summary.isComplete { throw Failure(.incomplete, []) }
    if summary.failed > 0 || summary.unknown > 0 { throw Failure(.rowsFailed, []) }
  }
}

/// The options of `apicall results`.
struct ResultsSettings {
  enum Output { case text, json, html, rows(ResultsForm) }

  private(set) var output = Output.text
  private var option: String?

  mutating func choose(_ output: Output, by option: String) throws(Failure) {
    if let other = self.option {
      throw Failure(
        .usage,
        other == option ? "\(option) is given twice" : "\(other) and \(option) exclude each other",
        hint: "call 'apicall results' once for each")
    }
    self.output = output
    self.option = option
  }
}

/// The files of one result.
private struct ResultsGroup {
  var name: String
  var paths: [String]
  var isFinished: Bool

  /// Finds the files that are meant, each once; a finished result replaces its attempts.
  static func groups(
    of paths: [String], in files: any FileSystem
  ) throws(Failure) -> [ResultsGroup] {
    var names: [String] = []
    for path in paths {
      if files.status(of: path)?.kind == .folder {
        let found: [String]
        do throws(FileError) { found = try files.names(in: path) } catch {
          throw Failure(reading: path, error)
        }
        let results = found.map { base(of: $0) }.filter { $0.hasSuffix(".ndjson") }
        guard !results.isEmpty else {
          throw Failure(
            .noInput, "the folder '\(path)' has no results",
            hint: "they have names that end in .ndjson; other files are named one by one")
        }
        names += results.map { FilePath.join(path, $0) }
      } else {
        names.append(base(of: path))
      }
    }
    var seen: Set<String> = []
    var groups: [ResultsGroup] = []
    for name in names where seen.insert(name).inserted {
      if files.status(of: name) != nil {
        groups.append(ResultsGroup(name: name, paths: [name], isFinished: true))
        continue
      }
      let attempts = (try? AttemptFile.attempts(at: name)) ?? []
      guard !attempts.isEmpty else { throw Failure(reading: name, .notFound) }
      groups.append(ResultsGroup(name: name, paths: attempts, isFinished: false))
    }
    return groups
  }

  /// The path of the results that an attempt is at.
  private static func base(of path: String) -> String {
    for mark in [".part-", ".old-"] {
      guard let range = path.range(ofLast: mark), path[range.upperBound...].utf8.count == 8 else {
        continue
      }
      return String(path[..<range.lowerBound])
    }
    return path
  }
}

extension String {
  fileprivate func range(ofLast text: String) -> Range<String.Index>? {
    ranges(of: text).last
  }
}
