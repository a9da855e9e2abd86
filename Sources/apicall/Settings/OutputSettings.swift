import APICallBase
import APICallHTTP
import APICallPlugins
import APICallRun
import APICallSpec
import CommandOptions

extension OptionSection<RunSettings> {
  /// What is printed of an answer, in which form, and where.
  static var output: OptionSection {
    OptionSection(
      "OUTPUT",
      [
        .value(
          "--select", "jsonpath",
          "Print what a JSONPath leads to in the answer's body, or in each value of a stream. "
            + "Default: the file's 'select'."
        ) { $0.output.selection = $1 },
        .value(
          "--print", "part",
          "Print a part of the answer in place of its body: one of the file's outputs, status or "
            + "headers.NAME. May be repeated, or take several with commas between.",
          .parts
        ) {
          $0.output.prints += $1.split(separator: ",", omittingEmptySubsequences: false)
            .map(String.init)
        },
        .flag(
          "--envelope",
          "Print one JSON value with request, response, outputs, timings and error, also where the "
            + "call fails."
        ) { $0.output.isEnvelope = true },
        .value(
          "--format", "name",
          "The formatter: \(Builtins.formatters.map { $0.name }.joined(separator: ", ")), or one of "
            + "a plugin: see 'apicall plugins list'. Default: the file's 'format', else the bytes "
            + "as they came, and JSON indented on a terminal.",
          .formatter
        ) { $0.output.format = $1 },
        .flag("--json", "The same as --format json.") { $0.output.isJSON = true },
        .value(
          "--jq", "expr",
          "Print what an expression of jq makes of the answer: the same as --format jq --opt "
            + "jq.expr=EXPR, by the plugin of that name."
        ) { $0.output.expression = $1 },
        .value(
          "--output", short: "-o", "file",
          "Save what would be printed in this file, once all of it has come and is right; in a "
            + "folder, under the name that the answer has.",
          .path
        ) { $0.output.file = $1 },
        .flag(
          "--continue", short: "-C",
          "Go on with what an earlier run left of the file of --output, and leave what came."
        ) { $0.output.continues = true },
        .color { $0.output.color = $1 },
      ])
  }
}

/// What is to be printed, and how, as the command line says it.
struct OutputSettings {
  /// The formatter; nil where none is named.
  var format: String?
  /// Whether that is json by an option of its own.
  var isJSON = false
  /// The expression of jq, which is a formatter, too.
  var expression: String?
  /// The JSONPath that leads to what is printed.
  var selection: String?
  /// The parts of the answer to print, by name.
  var prints: [String] = []
  /// Whether all there is to say of the run is printed, as one JSON value.
  var isEnvelope = false
  /// The file that is saved to, and whether it goes on with what an earlier run left.
  var file: String?
  var continues = false
  /// Where the output is saved; nil for standard output.
  private(set) var saving: SavingSettings?
  var color = ColorChoice.automatic
  /// Whether several files print one after the other.
  var isOfSeveral = false

  /// Checks what the options come to together.
  ///
  /// - Throws: a ``Failure`` with exit status 64.
  mutating func finish() throws(Failure) {
    saving = try SavingSettings(file, continues: continues)
    if isJSON { try name("json", by: "--json", "--json is --format json: give one of them") }
    if expression != nil {
      try name(
        "jq", by: "--jq", "--jq EXPR is --format jq with an expression: give one of them")
    }
    if !prints.isEmpty, selection != nil {
      throw Failure(
        .usage, "--select and --print do not go together",
        hint: "--select is about the body alone: declare an output to print beside others")
    }
    if isEnvelope { try checkEnvelope() }
  }

  /// Names the formatter by an option of its own.
  private mutating func name(
    _ name: String, by option: String, _ hint: String
  ) throws(Failure) {
    if let format, format != name {
      throw Failure(.usage, "\(option) and --format \(format) do not go together", hint: hint)
    }
    format = name
  }

  private func checkEnvelope() throws(Failure) {
    if !prints.isEmpty {
      throw Failure(
        .usage, "--envelope and --print do not go together",
        hint: "all outputs of the file are in the envelope, and so are the status and the headers")
    }
    if selection != nil {
      throw Failure(
        .usage, "--envelope and --select do not go together",
        hint: "the whole body is in the envelope: take from it what you need")
    }
    if saving != nil {
      throw Failure(
        .usage, "--envelope and --output do not go together",
        hint: "an envelope is printed also where the call fails: write > FILE in place of --output")
    }
  }

  /// The envelope as it is asked for; of several, each is a line.
  var envelope: OutputRequest {
    var asked = OutputRequest(
      format: format ?? (isOfSeveral ? StandardFormat.ndjson : nil), content: .envelope)
    asked.color = color
    return asked
  }

  /// What is asked for of a call, by the command line and by its file.
  ///
  /// - Parameter endpoint: the file.
  /// - Returns: the request.
  /// - Throws: a ``Failure`` for a part that there is not, or what cannot be saved.
  func request(for endpoint: Endpoint) throws(Failure) -> OutputRequest {
    if isEnvelope { return envelope }
    let selections = try prints.map { name throws(Failure) in try Selection(name, of: endpoint) }
    var asked = OutputRequest(of: endpoint, format: format, parts: selections)
    asked.color = color
    return try saving?.request(asked, of: endpoint) ?? asked
  }
}
