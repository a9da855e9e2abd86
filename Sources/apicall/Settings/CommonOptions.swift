import APICallBase
import CommandOptions

/// Options that several commands have.
extension Option {
  static func fileRoot(
    _ apply: @escaping (inout Settings, String) throws(Failure) -> Void
  ) -> Option {
    .value(
      "--file-root", "dir",
      "Allow paths in a file to name files in this folder too. May be repeated.",
      .path, apply)
  }

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
          "\(long): '\(text)' is not one of \(words.dropLast().joined(separator: ", ")) and "
            + "\(words.last ?? "")",
          hint: Nearest.word(to: text, among: words).map { "did you mean '\($0)'?" })
      }
      apply(&settings, choice)
    }
  }

  static func report(_ apply: @escaping (inout Settings, [ResultReport]) -> Void) -> Option {
    .value(
      "--report", "kind=file",
      "Write a report of the results to this file: text, junit, junit-xsd, tap, tap14, github, "
        + "summary, json or html; auto for what GitHub Actions shows. May be repeated; - is standard "
        + "output."
    ) { (settings, text) throws(Failure) in apply(&settings, try ResultReport.read(text)) }
  }

  static func color(_ apply: @escaping (inout Settings, ColorChoice) -> Void) -> Option {
    .word(
      "--color", "when",
      "Colour the output: auto, always or never (default auto).",
      apply)
  }
}

extension Option<Bool> {
  static var json: Option {
    .flag("--json", "Print one JSON object per line instead.") { $0 = true }
  }
}
