import APICallBase
import CommandOptions

/// Options that several commands have.
extension Option {
  /// Folders whose files specs may name.
  static func fileRoot(
    _ apply: @escaping (inout Settings, String) throws(Failure) -> Void
  ) -> Option {
    .value(
      "--file-root", "dir",
      "A folder whose files the spec may name, besides those of its project. May be repeated.",
      .path, apply)
  }

  /// Whether what is printed is coloured; what is wrong with it is told at once.
  static func color(_ apply: @escaping (inout Settings, ColorChoice) -> Void) -> Option {
    let words = ColorChoice.allCases.map(\.rawValue)
    return .value(
      "--color", "when",
      "Colours: auto, always or never. Default: auto, on a terminal, unless NO_COLOR is set.",
      .words { words }
    ) { (settings, text) throws(Failure) in
      guard let choice = ColorChoice(rawValue: text) else {
        throw Failure(
          .usage, "--color: '\(text)' is none of auto, always and never",
          hint: Nearest.word(to: text, among: words).map { "did you mean '\($0)'?" })
      }
      apply(&settings, choice)
    }
  }
}

extension OptionSection<[String]> {
  /// The options of a command that reads specs, and asks for nothing else.
  static var files: [OptionSection] { [OptionSection("", [.fileRoot { $0.append($1) }])] }
}

extension OptionSection<Bool> {
  /// The options of a command that lists something.
  ///
  /// - Parameter help: what `--json` means.
  /// - Returns: the options.
  static func json(
    _ help: String = "Print one JSON object a line instead."
  ) -> [OptionSection] {
    [OptionSection("", [.flag("--json", help) { $0 = true }])]
  }
}
