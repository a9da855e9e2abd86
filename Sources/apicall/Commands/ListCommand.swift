import APICallBase
import APICallSpec
import APICallSystem
import CommandOptions

extension Command {
  static var list: Command {
    Command(
      "apicall list", "List endpoints and scripts, one per line, with their summaries.",
      usage: "apicall list [<path>] [--json]",
      operands: [
        Operand(
          "path", "A file, name or folder (default: endpoints/ of this project).", .upToOne,
          .files)
      ],
      settings: (isJSON: false, fileRoots: [String]()),
      options: [
        .flag("--json", "Print one JSON object per line instead, with the inputs of each.") {
          $0.isJSON = true
        },
        .fileRoot { $0.fileRoots.append($1) },
      ]
    ) { (settings, operands) throws(Failure) in
      let library = CommandEnvironment(fileRoots: settings.fileRoots).library
      var rows: [EndpointSummary] = []
      var broken: [String] = []
      for path in try library.paths(in: operands.first) {
        if let runnable = try? library.runnable(at: path) {
          rows.append(EndpointSummary(runnable, name: library.name(of: path)))
        } else {
          broken.append(path)
        }
      }
      let lines =
        settings.isJSON ? rows.map(\.json) : TextColumns.lines(rows.map(\.cells)).map { "\($0)\n" }
      try Printing.print(lines.joined())
      guard broken.isEmpty else {
        throw Failure(
          .badInput, "not listed because of errors: \(broken.joined(separator: ", "))",
          hint: "'apicall check \(ShellWord.path(broken[0]))' reports the errors")
      }
    }
  }
}
