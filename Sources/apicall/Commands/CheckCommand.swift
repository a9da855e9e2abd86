import APICallBase
import APICallRun
import APICallSpec
import APICallSystem
import CommandOptions

extension Command {
  static var check: Command {
    Command(
      "apicall check", "Check files without sending anything, and say all that is wrong with them.",
      usage: "apicall check [<path> ...]",
      operands: [
        Operand(
          "paths", "Files, names or folders. Default: endpoints/ of this project.", .any, .files)
      ],
      settings: [String](),
      // The report of what is wrong finds the colour for itself.
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
    let workbench = Workbench(fileRoots: fileRoots)
    let files = try workbench.library.files(in: paths)
    var report = ProblemReport(on: files)
    // Project files first: what is wrong with one is not a fault of its endpoints.
    let isProject = EndpointLibrary.isProject
    for file in files.filter(isProject) + files.filter({ !isProject($0) }) {
      do throws(Failure) {
        try Self.check(file, workbench)
      } catch {
        report.add(error, of: file)
      }
    }
    try report.finish()
    try Printing.print(files.count == 1 ? "\(files[0]): ok\n" : "\(files.count) files: ok\n")
  }

  /// Reads a file and builds the requests of its examples, wherever they would go.
  static func check(_ file: String, _ workbench: Workbench) throws(Failure) {
    guard !EndpointLibrary.isProject(file) else {
      return try workbench.library.checkProject(at: file)
    }
    switch try workbench.library.runnable(at: file) {
    case .endpoint(let endpoint): try check(endpoint, workbench)
    case .script(let script):
      for endpoint in script.endpoints { try checkFiles(of: endpoint, workbench) }
    }
  }

  /// Checks what an endpoint needs besides its own text.
  private static func check(_ endpoint: Endpoint, _ workbench: Workbench) throws(Failure) {
    let director = try checkFiles(of: endpoint, workbench)
    _ = try ExampleBook(endpoint, director: director, world: workbench.world)
  }

  @discardableResult
  private static func checkFiles(
    of endpoint: Endpoint, _ workbench: Workbench
  ) throws(Failure) -> any RequestDirector {
    let problems = endpoint.fileProblems(in: workbench.world)
    guard problems.isEmpty else { throw Failure(.badInput, problems) }
    let builder = CallBuilder(world: workbench.world, destination: Destination())
    let director = builder.director(for: endpoint)
    StandardStreams.report(ClearTextNote.text(of: endpoint, by: director))
    return director
  }
}
