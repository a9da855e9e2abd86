import APICallBase
import CommandOptions

extension Command {
  static var run: Command {
    Command(
      "apicall run", "Make a call and print its answer.",
      usage: "apicall run <file> ... [<name=value> ...] [<options>]",
      discussion: """
        The answer's body goes to standard output, or with --output to a file; with --print, parts \
        of the answer do. An unexpected HTTP status ends with exit status 3, 4, 5 or 9: see \
        apicall(1).
        """,
      operands: [
        Operand(
          "file-and-inputs",
          "The file, or the name of one below endpoints/ such as reqres/login, and its inputs as "
            + "name=value, name:=JSON or name@=FILE; of several files, each gets those inputs that "
            + "it declares. With --help, the file's own help.",
          .any, .calls)
      ],
      settings: RunSettings(),
      sections: [.request, .sending, .connection, .output, .reports],
      advice: { InputSlip.advice(on: $0, of: .run) },
      explain: FileHelp.text(of:), run: Run.perform)
  }
}
