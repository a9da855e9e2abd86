import APICallBase
import APICallSystem
import CommandOptions

extension Command {
  static var serve: Command {
    Command(
      "apicall serve", "Answer calls on this machine from the examples of endpoints.",
      usage: "apicall serve [<path>] [--port <port>]",
      discussion: """
        Prints one line with its URL when it is ready, to be given to 'apicall run --mock'. \
        It listens on this machine alone.
        """,
      operands: [
        Operand(
          "path", "A file, a name or a folder. Default: endpoints/ of this project.", .upToOne,
          .files)
      ],
      settings: [String](),
      options: [
        .value(
          "--port", "port",
          "The port to listen on, at 127.0.0.1; with 0 the system picks a free one. "
            + "(default: 0)"
        ) { $0 += ["--port", $1] },
        .fileRoot { $0 += ["--file-root", $1] },
      ]
    ) { (options, operands) throws(Failure) in try serve(options + operands) }
  }

  /// Becomes apicall-serve: the server is a program of its own, so that this one stays small.
  ///
  /// It checks the values of its options itself.
  private static func serve(_ words: [String]) throws(Failure) {
    let name = "apicall-serve"
    let folder = Program.folder ?? "."
    var reason = "no such file"
    for place in [folder, "\(folder)/../libexec/apicall"] {
      let path = "\(place)/\(name)"
      guard SystemFiles().status(of: path)?.kind == .file else { continue }
      reason = Program.become(path, [name] + words)
    }
    throw Failure(
      .noInput, "cannot start \(name): \(reason)",
      hint: "it is installed with apicall, beside it or in libexec/apicall")
  }
}
