import APICallSpec
import APICallBase
import APICallSystem
import ArgumentParser

/// The command `apicall list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List endpoints and scripts, with their summaries.",
    usage: "apicall list [<path>] [--json]")

  @Argument(help: "A file, a name or a folder. Default: endpoints/ of this project.")
  var path: String?

  @Flag(help: "Print one JSON object a line instead, with the inputs of each.")
  var json = false

  @OptionGroup var files: FileOptions

  func run() throws {
    let library = Workbench(fileRoots: files.fileRoot).library
    var rows: [EndpointSummary] = []
    var broken: [String] = []
    for path in try library.paths(in: path) {
      if let runnable = try? library.runnable(at: path) {
        rows.append(EndpointSummary(runnable, name: library.name(of: path)))
      } else {
        broken.append(path)
      }
    }
    let lines =
      json ? rows.map(\.json) : TextColumns.lines(rows.map(\.cells)).map { "\($0)\n" }
    try Printing.print(lines.joined())
    guard broken.isEmpty else {
      throw Failure(
        .badInput, "not listed, because of errors: \(broken.joined(separator: ", "))",
        hint: "'apicall check \(ShellWord.path(broken[0]))' says what is wrong")
    }
  }
}
