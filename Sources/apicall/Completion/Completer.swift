import APICallBase
import APICallText
import CommandOptions

/// Finds the candidates for the last word of a command line.
///
/// It reads specs and runs nothing; files that cannot be read are ignored without a message.
struct Completer {
  /// A replacement for the last word.
  struct Candidate: Equatable {
    var text: String
    var summary: String

    /// Whether it is a marker for files that the shell itself completes.
    var isForShell: Bool { self == Completer.files || self == Completer.paths }

    /// Whether its text is on one line and has no control characters.
    var isPlain: Bool {
      TerminalText.escapingLine(text) == text && !text.utf8.contains(UInt8(ascii: "\t"))
    }

    init(_ text: String, _ summary: String = "") {
      self.text = text
      self.summary = summary
    }
  }

  /// The marker for names of spec files, which the shell completes.
  static let files = Candidate(":files")
  /// The marker for names of any files, after the last `=`.
  static let paths = Candidate(":paths")

  let environment: CommandEnvironment
  let program: Command
  /// The words after `apicall`; the last one is completed and may be empty.
  let words: [String]

  /// Prints one candidate per line, followed by a tab and a few words, for a completion script.
  ///
  /// A shell would insert another text than a name with a line break or another control character:
  /// such names are left out.
  func print() throws(Failure) {
    let last = words.last ?? ""
    try Printing.print(
      candidates.filter { $0.isForShell || $0.text.hasPrefix(last) && $0.isPlain }.map {
        let summary = TerminalText.escapingLine($0.summary)
        return $0.text + (summary.isEmpty ? "\n" : "\t\(summary)\n")
      }.joined())
  }

  var candidates: [Candidate] {
    let last = words.last ?? ""
    let isHelp = words.first == "help"
    let given = words.dropLast().dropFirst(isHelp ? 1 : 0)
    guard let command = try? program.command(at: given) else { return [] }
    let depth = command.path.split(separator: " ").count - 1
    guard command.subcommands.isEmpty else {
      let inner = command.subcommands.map { Candidate($0.name, $0.shortSummary) }
      guard depth == 0 else { return inner }
      guard !isHelp else { return inner + topics(besides: inner) }
      return inner + [Candidate("help", "Show a page of the manual")] + options(of: command)
    }
    if isHelp { return [] }
    let line = Line(command, given.dropFirst(depth))
    let known = KnownNames(environment: environment, operands: line.operands)
    if let waiting = line.waiting { return known.values(of: waiting.candidates, begun: last) }
    guard line.takesOptions, last.hasPrefix("-") else {
      return known.values(of: line.next, begun: last)
    }
    guard let equals = last.firstIndex(of: "=") else { return options(of: command) }
    let name = last[..<equals]
    guard let option = command.forms.first(where: { $0.names.contains { $0 == name } }),
      option.placeholder != nil
    else { return [] }
    let text = String(last[last.index(after: equals)...])
    return known.values(of: option.candidates, begun: text).map { candidate in
      Candidate(last[...equals] + candidate.text, candidate.summary)
    }
  }

  private func topics(besides commands: [Candidate]) -> [Candidate] {
    let list = Candidate(Manual.list, "List the pages of the manual")
    let pages = Manual().topics.map { Candidate($0.name, $0.summary) }
    return ([list] + pages).filter { page in !commands.contains { $0.text == page.text } }
  }

  private func options(of command: Command) -> [Candidate] {
    command.forms.flatMap { form in form.names.map { Candidate($0, form.summary) } }
      + [Candidate("--help", "Explain the command")]
  }

  /// The words of one command before the last word.
  private struct Line {
    private let command: Command
    private let forms: [OptionForm]
    private(set) var operands: [String] = []
    private(set) var takesOptions = true
    private(set) var waiting: OptionForm?

    init(_ command: Command, _ words: ArraySlice<String>) {
      self.command = command
      forms = command.forms
      for word in words { read(word) }
    }

    private mutating func read(_ word: String) {
      if waiting != nil {
        waiting = nil
      } else if !takesOptions || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        takesOptions = false
      } else {
        waiting = forms.first { $0.needsValue && $0.names.contains(word) }
      }
    }

    var next: Candidates {
      let open = command.operands.dropFirst(operands.count).first
      return (open ?? command.operands.last { $0.count == .any })?.candidates ?? .unknown
    }
  }
}
