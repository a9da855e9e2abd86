import APICallBase
import APICallModel
import APICallReading
import APICallRequests
import APICallScripts
import APICallSystem
import APICallTesting
import CommandOptions
import YAMLTree

extension Command {
  static var check: Command {
    Command(
      "apicall check", "Check files and report all errors; send nothing.",
      usage: "apicall check [<path> ...]",
      operands: [
        Operand(
          "paths",
          "Files, names or folders (default: endpoints/ of this project, or all of it without one).",
          .any, .files)
      ], settings: [String](),
      // The report of the errors reads --color itself.
      options: [.fileRoot { $0.append($1) }, .color { _, _ in }]
    ) { (fileRoots, paths) throws(Failure) in
      try Check(paths: paths, fileRoots: fileRoots).perform()
    }
  }
}

/// Checks files.
struct Check {
  let paths: [String]
  let fileRoots: [String]

  func perform() throws(Failure) {
    let environment = CommandEnvironment(fileRoots: fileRoots)
    let files = try environment.library.files(
      in: paths.isEmpty ? environment.library.foldersOfCheck() : paths)
    var report = ProblemReport(on: files.map(\.path))
    var unused = UnusedNames()
    var unescaped: [Message] = []
    var doubtful: [Message] = []
    // Project files first: an error in one is not reported for its endpoints.
    let isProject = { (file: ListedFile) in EndpointLibrary.isProject(file.path) }
    for file in files.filter(isProject) + files.filter({ !isProject($0) }) {
      var found: Runnable?
      do throws(Failure) {
        try Self.check(file, environment) {
          unused.add($0)
          unescaped += $0.unescapedMarkup
          doubtful += $0.doubtfulTexts + $0.endpoints.flatMap { $0.auth?.warnings ?? [] }
          found = $0
        }
      } catch {
        report.add(error, of: file.path)
      }
      do throws(Failure) {
        try RecordingSearch.search(
          besides: file.path, found, in: environment.library.root(of: file))
      } catch {
        report.add(error, of: file.path)
      }
      if report.addLimit(of: file.path) { break }
    }
    StandardStreams.report(
      unused.warnings + unescaped + doubtful.withoutRepetitions,
      color: ColorChoice(in: ProgramArguments.all))
    try report.finish()
    try Printing.print(lines: [
      files.count == 1 ? "\(files[0].path): ok" : "\(files.count) files: ok"
    ])
  }

  static func check(
    _ file: ListedFile, _ environment: CommandEnvironment,
    noting note: (Runnable) -> Void = { _ in }
  ) throws(Failure) {
    guard !EndpointLibrary.isProject(file.path) else {
      return try environment.library.checkProject(at: file.path)
    }
    let runnable = try environment.library.runnable(file)
    note(runnable)
    try check(runnable, environment)
  }

  private static func check(_ runnable: Runnable, _ environment: CommandEnvironment) throws(Failure)
  {
    let endpoints = runnable.endpoints
    let builder = CallBuilder(world: environment.world, destination: Destination())
    for endpoint in endpoints {
      StandardStreams.report(ClearTextNote.text(of: endpoint, by: builder.director(for: endpoint)))
    }
    try Foresight.check(
      runnable,
      with: CallResources(
        registry: environment.registry, world: environment.world, secrets: environment.secrets))
    if case .endpoint(let endpoint) = runnable {
      _ = try ExampleIndex(
        endpoint, director: builder.director(for: endpoint), world: environment.world)
    }
  }

}

extension Runnable {
  /// The warnings about bodies that are written in the file itself.
  fileprivate var unescapedMarkup: [Message] {
    endpoints.filter { $0.source === head.source }.compactMap(\.unescapedMarkup)
  }
}

/// The inputs and lets of checked files that are declared but not used.
private struct UnusedNames {
  private var found: [(file: String, name: String, kind: String, mark: Mark)] = []
  /// The names that files use from the files they extend.
  private var inherited: [String: Set<String>] = [:]

  mutating func add(_ runnable: Runnable) {
    let head = runnable.head
    for (name, kind, mark) in runnable.unusedNames { found.append((head.file, name, kind, mark)) }
    guard !head.bases.isEmpty else { return }
    let used = head.usedNames
    for base in head.bases { inherited[base, default: []].formUnion(used) }
  }

  /// A warning for each name that is not used in its file or in a file that extends it.
  var warnings: [Message] {
    found.filter { inherited[$0.file]?.contains($0.name) != true }.map { _, name, kind, mark in
      Message("the \(kind) '\(name)' is not used", at: mark).reported(as: .warning)
    }
  }
}
