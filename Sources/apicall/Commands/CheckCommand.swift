import APICallCore
import APICallSystem
import ArgumentParser

/// The command `apicall check`.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check files without sending anything, and say all that is wrong with them.",
    usage: "apicall check [<path> ...]")

  @Argument(help: "Files, names or folders. Default: endpoints/ of this project.")
  var paths: [String] = []

  @OptionGroup var files: FileOptions

  func run() throws { try Check(paths: paths, fileRoots: files.fileRoot).perform() }
}

/// Checks files.
struct Check {
  let paths: [String]
  var fileRoots: [String] = []

  func perform() throws(Failure) {
    let workbench = Workbench(fileRoots: fileRoots)
    var files: [String] = []
    if paths.isEmpty { files = try workbench.library.paths(in: nil) }
    for path in paths { files += try workbench.library.paths(in: path) }
    var problems: [Diagnostic] = []
    var status = ExitStatus.success
    for file in files {
      do {
        try check(file, workbench)
      } catch {
        if status == .success { status = error.status }
        problems += error.diagnostics
      }
    }
    guard status == .success else { throw Failure(status, problems) }
    try Printing.print(files.count == 1 ? "\(files[0]): ok\n" : "\(files.count) files: ok\n")
  }

  /// Reads a file and builds the requests of its examples, wherever they would go.
  private func check(_ file: String, _ workbench: Workbench) throws(Failure) {
    let endpoint = try workbench.library.endpoint(at: file)
    let problems = endpoint.fileProblems(in: workbench.world)
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    let builder = CallBuilder(world: workbench.world, destination: Destination())
    _ = try ExampleBook(
      endpoint, director: builder.director(for: endpoint), world: workbench.world)
  }
}
