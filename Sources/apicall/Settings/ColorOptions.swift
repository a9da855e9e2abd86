import APICallBase
import ArgumentParser

/// Whether what is printed is coloured.
struct ColorOptions: ScannedOptions {
  /// The words that the option takes.
  static let words = ColorChoice.allCases.map(\.rawValue)

  @Option(
    help: ArgumentHelp(
      "Colours: auto, always or never. Default: auto, on a terminal, unless NO_COLOR is set.",
      valueName: "when"))
  var color: String?

  func add(to scanned: inout ArgumentScanner.Scanned) { scanned.add("--color", color) }
}

extension ColorChoice {
  /// Reads the value of `--color`.
  ///
  /// - Parameter text: the value.
  /// - Throws: a ``Failure`` with exit status 64 for a word that it does not take.
  init(option text: String) throws(Failure) {
    guard let choice = ColorChoice(rawValue: text) else {
      throw Failure(
        .usage, "--color: '\(text)' is none of auto, always and never",
        hint: Nearest.word(to: text, among: ColorOptions.words).map { "did you mean '\($0)'?" })
    }
    self = choice
  }
}
