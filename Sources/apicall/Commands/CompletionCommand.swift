import APICallBase
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
      try Printing.print(bytes: script)
    }
  }
}
