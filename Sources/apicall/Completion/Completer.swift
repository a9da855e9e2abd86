import CommandOptions

/// Finds what can stand at the end of a command line.
///
/// It reads specs and runs nothing; what cannot be read completes nothing, without a word.
struct Completer {
  /// Something to put in the place of the last word.
  struct Candidate: Equatable {
    var text: String
    var summary: String

    /// Whether it stands for what the shell itself completes.
    var isForShell: Bool { self == Completer.files || self == Completer.paths }

    init(_ text: String, _ summary: String = "") {
      self.text = text
      self.summary = summary
    }
  }

  /// What stands for the names of specs, which the shell knows best.
  static let files = Candidate(":files")
  /// What stands for the names of any files, behind the last `=`.
  static let paths = Candidate(":paths")

  let environment: CommandEnvironment
  /// The program, whose commands are completed.
  let program: Command
  /// The words behind `apicall`; the last one is completed and may be empty.
  let words: [String]

  /// The candidates, those that do not begin as the last word does among them.
  var candidates: [Candidate] {
    let last = words.last ?? ""
    let isHelp = words.first == "help"
    let given = words.dropLast().dropFirst(isHelp ? 1 : 0)
    guard let command = try? program.command(at: given) else { return [] }
    let depth = command.path.split(separator: " ").count - 1
    guard command.subcommands.isEmpty else {
      let inner = command.subcommands.map { Candidate($0.name, $0.shortSummary) }
      guard depth == 0, !isHelp else { return inner }
      return inner + [Candidate("help", "Explain a command")] + options(of: command)
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

  private func options(of command: Command) -> [Candidate] {
    command.forms.flatMap { form in form.names.map { Candidate($0, form.summary) } }
      + [Candidate("--help", "Explain the command")]
  }

  /// The words of one command before the last one, read as far as they go.
  private struct Line {
    private let command: Command
    private let forms: [OptionForm]
    private(set) var operands: [String] = []
    private(set) var takesOptions = true
    /// The option whose value comes next.
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

    /// What the next operand is.
    var next: Candidates {
      let open = command.operands.dropFirst(operands.count).first
      return (open ?? command.operands.last { $0.count == .any })?.candidates ?? .unknown
    }
  }
}
