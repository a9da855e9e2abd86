import APICallBase
import APICallReading
import APICallText
import CommandOptions

extension Command {
  static var list: Command {
    Command(
      "apicall list", "List endpoints and scripts, one per line, with their summaries.",
      usage: "apicall list [<path>] [--json]",
      discussion: "The exit status is 66 if there is no endpoint and no script.",
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
      var unread: [Message] = []
      for file in try library.paths(in: operands.first) {
        do throws(Failure) {
          rows.append(
            EndpointSummary(try library.runnable(file), name: library.name(of: file.path)))
        } catch {
          if error.status == .noInput {
            unread += error.diagnostics
          } else {
            broken.append(file.path)
          }
        }
      }
      let lines =
        settings.isJSON ? rows.map(\.json) : TextColumns.lines(rows.map(\.cells)).map { "\($0)\n" }
      try Printing.print(lines.joined())
      guard broken.isEmpty else {
        unread.append(
          Message(
            "not listed because of errors: \(broken.joined(separator: ", "))",
            hint: "'apicall check \(ShellWord.path(broken[0]))' reports the errors"))
        throw Failure(.badInput, unread)
      }
      guard unread.isEmpty else { throw Failure(.noInput, unread) }
    }
  }
}
