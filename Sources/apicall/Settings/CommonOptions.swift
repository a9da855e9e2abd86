import APICallBase
import APICallModel
import APICallSystem
import APICallText
import CommandOptions

extension Destination.Profile {
  static func ofEnvironment() -> Self? {
    guard let name = Program.environment("APICALL_PROFILE"), !name.isEmpty else { return nil }
    return Self(name, isGeneral: true)
  }
}

func writtenSize(_ text: String, of option: String, hint: String) throws(Failure) -> Int {
  guard let size = WrittenSize.bytes(of: text) else {
    throw Failure(.usage, "\(option): '\(text)' is not a size", hint: hint)
  }
  return size
}

func wholeNumber(
  _ text: String, of option: String, _ range: ClosedRange<Int>, hint: String
) throws(Failure) -> Int {
  guard let number = Int(text), range.contains(number) else {
    throw Failure(
      .usage,
      "\(option): '\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)",
      hint: hint)
  }
  return number
}

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

extension Failure {
  static func combined(
    _ option: String, _ other: String, hint: String = "leave out one of the two"
  ) -> Failure {
    Failure(.usage, "\(option) and \(other) cannot be combined", hint: hint)
  }

  static func refuse(
    if isWrong: Bool, _ message: @autoclosure () -> String, hint: String
  ) throws(Failure) {
    if isWrong { throw Failure(.usage, message(), hint: hint) }
  }
}
