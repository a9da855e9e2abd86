import APICallSpec
import APICallBase
import APICallCore

/// What is to be printed, and how, as the command line says it.
struct OutputSettings {
  /// The formatter; nil where none is named.
  var format: String?
  /// The parts of the answer to print, by name.
  var prints: [String] = []
  /// Whether all there is to say of the run is printed, as one JSON value.
  var isEnvelope = false
  /// Where the output is saved; nil for standard output.
  var saving: SavingSettings?
  var color = ColorChoice.automatic
  /// Whether several files print one after the other.
  var isOfSeveral = false

  /// Reads the options.
  ///
  /// - Parameters:
  ///   - scanned: the options.
  ///   - isOfSeveral: whether several files are run.
  /// - Throws: a ``Failure`` with exit status 64.
  init(_ scanned: ArgumentScanner.Scanned, isOfSeveral: Bool = false) throws(Failure) {
    self.isOfSeveral = isOfSeveral
    format = scanned.values(of: "--format").last
    prints = scanned.values(of: "--print").flatMap { list in
      list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let isSelecting = !scanned.values(of: "--select").isEmpty
    saving = try SavingSettings(scanned)
    isEnvelope = scanned.flags.contains("--envelope")
    if let choice = scanned.values(of: "--color").last { color = try ColorChoice(option: choice) }
    if scanned.flags.contains("--json") {
      if let format, format != "json" {
        throw Failure(
          .usage, "--json and --format \(format) do not go together",
          hint: "--json is --format json: give one of them")
      }
      format = "json"
    }
    if !scanned.values(of: "--jq").isEmpty {
      if let format, format != "jq" {
        throw Failure(
          .usage, "--jq and --format \(format) do not go together",
          hint: "--jq EXPR is --format jq with an expression: give one of them")
      }
      format = "jq"
    }
    if !prints.isEmpty, isSelecting {
      throw Failure(
        .usage, "--select and --print do not go together",
        hint: "--select is about the body alone: declare an output to print beside others")
    }
    if isEnvelope { try checkEnvelope(isSelecting: isSelecting) }
  }

  private func checkEnvelope(isSelecting: Bool) throws(Failure) {
    if !prints.isEmpty {
      throw Failure(
        .usage, "--envelope and --print do not go together",
        hint: "all outputs of the file are in the envelope, and so are the status and the headers")
    }
    if isSelecting {
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
    var asked = OutputRequest(format: format ?? (isOfSeveral ? "ndjson" : nil), content: .envelope)
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
