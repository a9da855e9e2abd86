import APICallBase
import APICallContracts
import APICallModel
import APICallPlugins
import APICallResponses
import CommandOptions

extension OptionSection<RunSettings> {
  static var output: OptionSection {
    OptionSection(
      "OUTPUT",
      [
        .value(
          "--select", "jsonpath",
          "Print only the values that a JSONPath selects in the response body, or in each value of "
            + "a stream (default: the file's 'select')."
        ) { $0.output.selection = $1 },
        .value(
          "--print", "part",
          "Print a part of the response instead of its body: one of the file's outputs, status or "
            + "headers.NAME. May be repeated, or take several separated by commas.",
          .parts
        ) {
          $0.output.prints += $1.split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
        },
        .flag(
          "--envelope",
          "Print one JSON value with request, response, outputs, timings and error, even if the "
            + "call fails."
        ) { $0.output.isEnvelope = true },
        .value(
          "--format", "name",
          "Print the response with this formatter: "
            + "\(Builtins.formatters.map { $0.name }.joined(separator: ", ")), or one from a "
            + "plugin (default: the file's 'format', else the bytes as received, with JSON "
            + "indented on a terminal).",
          .formatter
        ) { $0.output.format = $1 },
        .value(
          "--columns", "list",
          "Print only these members of each value, such as id,who=owner.login: as the columns of "
            + "csv, tsv and table, and as maps in other formats. May be repeated."
        ) { (settings, text) throws(Failure) in
          settings.output.columns = try Columns(option: text, after: settings.output.columns)
        },
        .flag("--json", "Same as --format json.") { $0.output.isJSON = true },
        .value(
          "--jq", "expr",
          "Print the result of applying a jq expression to the response; needs the plugin jq. Same "
            + "as --format jq --opt jq.expr=EXPR."
        ) { $0.output.expression = $1 },
        .value(
          "--output", short: "-o", "file",
          "Save the output in this file, once it is complete and the call has succeeded; in a "
            + "folder, under the name that comes with the response.",
          .path
        ) { $0.output.file = $1 },
        .value(
          "--into", "dir",
          "Save the files of a script's steps below this folder, except those whose whole path is "
            + "an input. A script that is not trusted saves only there.", .path
        ) { $0.output.into = $1 },
        .flag(
          "--continue", short: "-C",
          "Resume the download that an earlier run with --output left incomplete, and keep the "
            + "part received so far if this run fails."
        ) { $0.output.continues = true },
        .color { $0.output.color = $1 },
      ])
  }
}

/// What to print, and how, as set on the command line.
struct OutputSettings {
  /// The formatter; nil if none is named.
  var format: String?
  var isJSON = false
  /// The jq expression; jq is a formatter.
  var expression: String?
  var selection: String?
  /// The parts of each printed value; nil for all of it.
  var columns: Columns?
  var prints: [String] = []
  /// Whether everything about the call is printed as one JSON value.
  var isEnvelope = false
  /// The file to save to, and whether it resumes an incomplete download.
  var file: String?
  var continues = false
  /// The folder for the files that the steps of a script save; nil for the working directory.
  var into: String?
  /// Where the output is saved; nil for standard output.
  private(set) var saving: SavingSettings?
  var color = ColorChoice.automatic
  var isOfSeveral = false

  mutating func finish() throws(Failure) {
    saving = try SavingSettings(file, continues: continues)
    if isJSON { try name("json", by: "--json", "leave out one of the two") }
    if expression != nil {
      try name(
        "jq", by: "--jq",
        "--jq EXPR is --format jq with an expression: leave out one of the two")
    }
    if !prints.isEmpty, selection != nil {
      throw .combined(
        "--select", "--print",
        hint: "--select is for the body only: to print several parts, declare an output")
    }
    if columns != nil { try checkColumns() }
    if isEnvelope { try checkEnvelope() }
  }

  private mutating func name(
    _ name: String, by option: String, _ hint: String
  ) throws(Failure) {
    if let format, format != name {
      throw .combined(option, "--format \(format)", hint: hint)
    }
    format = name
  }

  private func checkColumns() throws(Failure) {
    if expression != nil {
      throw .combined(
        "--columns", "--jq",
        hint: "choose the members in the expression, such as {id, who: .owner.login}")
    }
    if continues {
      throw .combined(
        "--columns", "--continue",
        hint: "--continue saves the body as received: leave out one of the two")
    }
  }

  private func checkEnvelope() throws(Failure) {
    let whole = "the envelope contains the whole body: leave out one of the two"
    let others: [(isGiven: Bool, option: String, hint: String)] = [
      (
        !prints.isEmpty, "--print",
        "the envelope contains all outputs of the file, the status and the headers"
      ),
      (selection != nil, "--select", whole), (columns != nil, "--columns", whole),
      (
        saving != nil, "--output",
        "an envelope is printed even if the call fails: write > FILE instead of --output"
      ),
    ]
    if let other = others.first(where: \.isGiven) {
      throw .combined("--envelope", other.option, hint: other.hint)
    }
  }

  /// The request for an envelope; if there are several, each is one line.
  var envelope: OutputRequest {
    var asked = OutputRequest(
      format: format ?? (isOfSeveral ? StandardFormat.ndjson : nil), content: .envelope)
    asked.color = color
    return asked
  }

  func request(for endpoint: EndpointSpec) throws(Failure) -> OutputRequest {
    if isEnvelope { return envelope }
    let selections = try prints.map { name throws(Failure) in try Selection(name, of: endpoint) }
    var asked = OutputRequest(of: endpoint, format: format, parts: selections)
    asked.color = color
    if isOfSeveral {
      asked.file = endpoint.file
      // Several documents would not be one.
      if columns != nil { asked.format = asked.format ?? StandardFormat.ndjson }
    }
    asked.choose(columns)
    return try saving?.request(asked, of: endpoint) ?? asked
  }
}
