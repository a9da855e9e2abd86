import APICallBase
import CommandOptions

extension Command {
  static var importing: Command {
    Command(
      "apicall import",
      "Write requests of other notations as files, such as command lines of curl.",
      usage: """
        apicall import [curl] <file> ... [--into <dir>]
               apicall import [curl] [--into <dir>] -- curl <argument> ...
        """,
      discussion: """
        Nothing is executed or sent. Credentials do not come into a file: they become stored \
        secrets and secret inputs, and the commands that store them are printed. What a file \
        cannot express is a comment in it and a note on standard error. See apicall-import(1).
        """,
      operands: [
        Operand(
          "source", "The format, then files with command lines, or - for standard input.", .any,
          .path)
      ], settings: Import(),
      options: [
        .value("--into", "dir", "Write a file for each request to this folder.", .path) {
          $0.folder = $1
        },
        .flag("--overwrite", "Replace files of the same names.") { $0.overwrites = true },
        .flag("--dry-run", "Print the names of the files, and write nothing.") { $0.isDry = true },
        .flag("--strict", "Exit with status 65 if anything of a request would be lost.") {
          $0.isStrict = true
        },
        .flag("--all-headers", "Keep header fields of browsers, and cookies as a secret input.") {
          $0.keepsAllHeaders = true
        },
        .value("--report", "file", "Write a line of JSON for each request to this file.", .path) {
          $0.reportPath = $1
        },
      ]
    ) { (importing, operands) throws(Failure) in try importing.perform(operands) }
  }
}
