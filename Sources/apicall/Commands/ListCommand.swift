import APICallCore
import APICallSystem
import ArgumentParser

/// The command `apicall list`.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List endpoints: name, method, path and summary.",
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
      if let endpoint = try? library.endpoint(at: path) {
        rows.append(EndpointSummary(endpoint, name: library.name(of: path)))
      } else {
        broken.append(path)
      }
    }
    try Printing.print(json ? rows.map(\.json).joined() : Self.table(rows.map(\.cells)))
    guard broken.isEmpty else {
      throw Failure(
        .badInput, "not listed, because of errors: \(broken.joined(separator: ", "))",
        hint: "'apicall check \(broken[0])' says what is wrong")
    }
  }

  /// Columns, two spaces apart.
  private static func table(_ rows: [[String]]) -> String {
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let padding = column == 3 ? 0 : widths[column] - cell.count + 2
        line += cell + String(repeating: " ", count: padding)
      }
      while line.hasSuffix(" ") { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}
