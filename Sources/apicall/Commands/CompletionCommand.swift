import APICallBase
import ArgumentParser

/// The command `apicall completion`.
struct CompletionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completion",
    abstract: "Print a script that completes commands, options, files, names and inputs.",
    usage: "apicall completion <shell>",
    discussion: """
      For bash, add 'eval "$(apicall completion bash)"' to ~/.bashrc; for zsh and fish, the first \
      lines of the script say where it goes.
      """)

  @Argument(help: "The shell: \(CompletionScript.shells.joined(separator: ", ")).")
  var shell: String

  func run() throws {
    guard let script = CompletionScript.text(for: shell) else {
      throw Failure(
        .usage, "there are no completions for '\(shell)'",
        hint: Nearest.hint(for: shell, among: CompletionScript.shells, noun: "shells"))
    }
    try Printing.print(script)
  }
}

/// What the scripts call: prints a candidate a line, with a tab and a few words behind it.
struct CompletionRequest {
  /// The words behind `apicall`; the last one is completed.
  let words: [String]

  func perform() throws(Failure) {
    let candidates = Completer(workbench: Workbench(), words: words).candidates
    let last = words.last ?? ""
    try Printing.print(
      candidates.filter { $0.isForShell || $0.text.hasPrefix(last) }.map { candidate in
        let summary = TerminalText.escapingLine(candidate.summary)
        return TerminalText.escapingLine(candidate.text)
          + (summary.isEmpty ? "\n" : "\t\(summary)\n")
      }.joined())
  }
}
