import APICallBase
import APICallReading
import APICallSystem
import CommandOptions
import YAMLTree

extension Command {
  static var format: Command {
    Command(
      "apicall fmt",
      "Write files in their canonical form, and print the names of the files changed.",
      usage: "apicall fmt [--check] [<path> ...]",
      discussion: "The exit status is 66 if there is no file to write.",
      operands: [
        Operand(
          "paths",
          "Files, names or folders, or - for standard input (default: endpoints/ of this project).",
          .any, .files)
      ], settings: Format(),
      options: [
        .flag(
          "--check",
          "Change nothing, print the names of the files that would change, and exit with status 1 "
            + "if there are any."
        ) { $0.check = true },
        .fileRoot { $0.fileRoots.append($1) },
      ]
    ) { (format, paths) throws(Failure) in try format.perform(paths) }
  }
}

/// Writes files in their canonical form.
private struct Format {
  var check = false
  var fileRoots: [String] = []

  func perform(_ paths: [String]) throws(Failure) {
    if paths == ["-"] { return try formatInput() }
    let environment = CommandEnvironment(fileRoots: fileRoots)
    let files = try environment.library.files(in: paths)
    var changed: [String] = []
    var report = ProblemReport(on: files.map(\.path))
    for file in files {
      do throws(Failure) {
        let isTyped = paths.contains(file.path)
        if try format(file, isTyped: isTyped, environment) { changed.append(file.path) }
      } catch {
        report.add(error, of: file.path)
      }
      if report.addLimit(of: file.path) { break }
    }
    try Printing.print(lines: changed)
    try report.finish()
    if check, !changed.isEmpty { throw Failure(.other, []) }
  }

  /// Formats a file; true if that changes it.
  private func format(
    _ file: ListedFile, isTyped: Bool, _ environment: CommandEnvironment
  ) throws(Failure) -> Bool {
    try Check.check(file, environment)
    let source = try environment.library.source(of: file)
    let text = try SpecFormatter.format(source, isProject: EndpointLibrary.isProject(file.path))
    guard Array(text.utf8) != source.bytes else { return false }
    guard !check else { return true }
    try rethrowing(FileReplacement.replace(file.path, with: Array(text.utf8), isTyped: isTyped)) {
      (error: FileError) in Failure(.cannotCreate, "cannot write '\(file.path)': \(error.reason)")
    }
    return true
  }

  private func formatInput() throws(Failure) {
    let library = CommandEnvironment(fileRoots: fileRoots).library
    let input = try library.source(at: "/dev/stdin")
    let source = Source(name: "-", bytes: input.bytes)
    _ = try library.runnable(from: source)
    let text = try SpecFormatter.format(source, isProject: false)
    guard check else { return try Printing.print(text) }
    if Array(text.utf8) != source.bytes {
      try Printing.print("-\n")
      throw Failure(.other, [])
    }
  }
}
