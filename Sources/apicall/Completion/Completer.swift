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

  let workbench: Workbench
  /// The words behind `apicall`; the last one is completed and may be empty.
  let words: [String]

  /// The candidates, those that do not begin as the last word does among them.
  var candidates: [Candidate] {
    guard words.count > 1 else { return commands }
    guard let command = CompletionTable.commands.first(where: { $0.name == words[0] }) else {
      return words[0] == "help" ? commands : []
    }
    guard !command.subcommands.isEmpty, words.count > 1 else {
      return Line(command, words.dropFirst()).candidates(in: workbench)
    }
    guard words.count > 2 else {
      return command.subcommands.map { Candidate($0.name, $0.summary) }
    }
    guard let inner = command.subcommands.first(where: { $0.name == words[1] }) else { return [] }
    return Line(inner, words.dropFirst(2)).candidates(in: workbench)
  }

  private var commands: [Candidate] {
    CompletionTable.commands.map { Candidate($0.name, $0.summary) }
      + [
        Candidate("help", "Explain a command"), Candidate("--help", "Explain apicall"),
        Candidate("--version", "Print the versions"),
      ]
  }

  /// The words of one command, read as far as they go.
  struct Line {
    private let command: CompletionTable.Command
    private let last: String
    private(set) var operands: [String] = []
    private var takesOptions = true
    private var waiting: CompletionTable.Option?

    init(_ command: CompletionTable.Command, _ words: ArraySlice<String>) {
      self.command = command
      last = words.last ?? ""
      for word in words.dropLast() { read(word) }
    }

    private mutating func read(_ word: String) {
      if waiting != nil {
        waiting = nil
      } else if !takesOptions || !word.hasPrefix("-") || word == "-" {
        operands.append(word)
      } else if word == "--" {
        takesOptions = false
      } else {
        waiting = option(word).flatMap { $0.value == nil ? nil : $0 }
      }
    }

    private func option(_ name: some StringProtocol) -> CompletionTable.Option? {
      command.options.first { $0.names.contains { $0 == name } }
    }

    func candidates(in workbench: Workbench) -> [Candidate] {
      let known = KnownNames(workbench: workbench, operands: operands)
      if let value = waiting?.value { return known.values(of: value, begun: last) }
      guard takesOptions, last.hasPrefix("-") else {
        return known.operands(of: command.operands, begun: last)
      }
      guard let equals = last.firstIndex(of: "=") else {
        let help = CompletionTable.Option(names: ["--help"], summary: "Explain the command")
        return (command.options + [help]).flatMap { option in
          option.names.map { Candidate($0, option.summary) }
        }
      }
      guard let value = option(last[..<equals])?.value else { return [] }
      let text = String(last[last.index(after: equals)...])
      return known.values(of: value, begun: text).map { candidate in
        Candidate(last[...equals] + candidate.text, candidate.summary)
      }
    }
  }
}
