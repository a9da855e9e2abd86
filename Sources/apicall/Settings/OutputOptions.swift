import ArgumentParser

/// What is printed of an answer, in which form, and where.
struct OutputOptions: ScannedOptions {
  @Option(
    help: ArgumentHelp(
      "Print what a JSONPath leads to in the answer's body, or in each value of a stream. "
        + "Default: the file's 'select'.",
      valueName: "jsonpath"))
  var select: String?

  @Option(
    help: ArgumentHelp(
      "Print a part of the answer in place of its body: one of the file's outputs, status or "
        + "headers.NAME. May be repeated, or take several with commas between.",
      valueName: "part"))
  var print: [String] = []

  @Flag(
    help: ArgumentHelp(
      "Print one JSON value with request, response, outputs, timings and error, also where the "
        + "call fails."))
  var envelope = false

  @Option(
    help: ArgumentHelp(
      "The formatter: \(ListedNames.formatters). Default: the file's 'format', else the octets "
        + "as they came, and JSON indented on a terminal.",
      valueName: "name"))
  var format: String?

  @Flag(help: "The same as --format json.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print what an expression of jq makes of the answer: the same as --format jq --opt "
        + "jq.expr=EXPR, by the plugin of that name.",
      valueName: "expr"))
  var jq: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Save what would be printed in this file, once all of it has come and is right; in a folder, "
        + "under the name that the answer has.",
      valueName: "file"))
  var output: String?

  @Flag(
    name: [.customShort("C"), .long],
    help: "Go on with what an earlier run left of the file of --output, and leave what came.")
  var `continue` = false

  @OptionGroup var colors: ColorOptions

  func add(to scanned: inout ArgumentScanner.Scanned) {
    scanned.add("--select", select)
    scanned.add("--print", each: print)
    scanned.add("--envelope", flag: envelope)
    scanned.add("--format", format)
    scanned.add("--json", flag: json)
    scanned.add("--jq", jq)
    scanned.add("--output", output)
    scanned.add("--continue", flag: `continue`)
    colors.add(to: &scanned)
  }
}
