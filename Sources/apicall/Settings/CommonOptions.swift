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

  /// One of several words; what is wrong with it is told at once.
  static func word<Choice: RawRepresentable<String> & CaseIterable>(
    _ long: String, _ placeholder: String, _ help: String,
    _ apply: @escaping (inout Settings, Choice) -> Void
  ) -> Option {
    .value(long, placeholder, help, .words { Choice.allCases.map(\.rawValue) }) {
      (settings, text) throws(Failure) in
      guard let choice = Choice(rawValue: text) else {
        let words = Choice.allCases.map(\.rawValue)
        throw Failure(
          .usage,
          "\(long): '\(text)' is none of \(words.dropLast().joined(separator: ", ")) and "
            + "\(words.last ?? "")",
          hint: Nearest.word(to: text, among: words).map { "did you mean '\($0)'?" })
      }
      apply(&settings, choice)
    }
  }

  /// Whether what is printed is coloured.
  static func color(_ apply: @escaping (inout Settings, ColorChoice) -> Void) -> Option {
    .word(
      "--color", "when",
      "Colours: auto, always or never. Default: auto, on a terminal, unless NO_COLOR is set.",
      apply)
  }
}

extension Option<Bool> {
  /// Lists as JSON.
  static var json: Option {
    .flag("--json", "Print one JSON object a line instead.") { $0 = true }
  }
}
