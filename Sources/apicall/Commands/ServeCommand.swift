import APICallBase
import APICallSystem
import ArgumentParser

/// The command `apicall serve`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answer calls on this machine from the examples of endpoints.",
    usage: "apicall serve [<path>] [--port <port>]",
    discussion: """
      Prints one line with its URL when it is ready, to be given to 'apicall run --mock'. \
      It listens on this machine alone.
      """)

  @Argument(help: "A file, a name or a folder. Default: endpoints/ of this project.")
  var path: String?

  @Option(help: "The port to listen on, at 127.0.0.1; with 0 the system picks a free one.")
  var port: UInt16 = 0

  @OptionGroup var files: FileOptions

  /// Becomes apicall-serve: the server is a program of its own, so that this one stays small.
  func run() throws {
    let name = "apicall-serve"
    let folder = Program.folder ?? "."
    var reason = "no such file"
    for place in [folder, "\(folder)/../libexec/apicall"] {
      let path = "\(place)/\(name)"
      guard SystemFiles().status(of: path)?.kind == .file else { continue }
      let roots = files.fileRoot.flatMap { ["--file-root", $0] }
      reason = Program.become(
        path, [name] + (self.path.map { [$0] } ?? []) + ["--port", "\(port)"] + roots)
    }
    throw Failure(
      .noInput, "cannot start \(name): \(reason)",
      hint: "it is installed with apicall, beside it or in libexec/apicall")
  }
}
