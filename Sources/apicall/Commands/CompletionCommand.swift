import APICallBase
import APICallText
import CommandOptions

extension Command {
  static var completion: Command {
    let shells = CompletionScript.shells
    return Command(
      "apicall completion",
      "Print a completion script for a shell.",
      usage: "apicall completion <shell>",
      discussion: """
        It completes commands, options, files, names and inputs. For bash, add 'eval "$(apicall \
        completion bash)"' to ~/.bashrc; for zsh and fish, the first lines of the script say \
        where to put it.
        """,
      operands: [
        Operand("shell", "The shell: \(shells.joined(separator: ", ")).", .one, .words { shells })
      ]
    ) { (operands) throws(Failure) in
      guard let script = CompletionScript.text(for: operands[0]) else {
        throw Failure(
          .usage, "unknown shell '\(operands[0])'",
          hint: Nearest.hint(for: operands[0], among: shells, noun: "shells"))
      }
      try Printing.print(script)
    }
  }
}

/// The request of a completion script: prints one candidate per line, followed by a tab and a few
/// words.
///
/// A shell would insert another text than a name with a line break or another control character:
/// such names are left out.
struct CompletionRequest {
  /// The program, whose commands are completed.
  let program: Command
  /// The words after `apicall`; the last one is completed.
  let words: [String]

  func perform() throws(Failure) {
    let candidates = Completer(environment: CommandEnvironment(), program: program, words: words)
      .candidates
    let last = words.last ?? ""
    try Printing.print(
      candidates.filter { $0.isForShell || $0.text.hasPrefix(last) && $0.isPlain }.map {
        let summary = TerminalText.escapingLine($0.summary)
        return $0.text + (summary.isEmpty ? "\n" : "\t\(summary)\n")
      }.joined())
  }
}
