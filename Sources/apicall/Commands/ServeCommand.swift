import APICallBase
import APICallSystem
import CommandOptions

extension Command {
  static var serve: Command {
    Command(
      "apicall serve", "Respond to requests on this machine from the examples of endpoints.",
      usage: "apicall serve [<path>] [--port <port>]",
      discussion: """
        When it is ready, it prints one line with its URL, for 'apicall run --mock'. It listens \
        only on this machine. The exit status is 66 if there is no endpoint.
        """,
      operands: [
        Operand(
          "path", "A file, name or folder (default: endpoints/ of this project).", .upToOne,
          .files)
      ],
      settings: [String](),
      options: [
        .value(
          "--port", "port",
          "Listen on this port at 127.0.0.1; with 0, the system picks a free port (default 0)."
        ) { $0 += ["--port", $1] },
        .fileRoot { $0 += ["--file-root", $1] },
      ]
    ) { (options, operands) throws(Failure) in try serve(options + operands) }
  }

  /// Becomes apicall-serve: the server is a separate program, so that this one stays small.
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
      hint: "install it with apicall, in the same folder or in libexec/apicall")
  }
}
