import CommandOptions

extension Command {
  static var run: Command {
    Command(
      "apicall run", "Make a call and print its response.",
      usage: "apicall run <file> ... [<name=value> ...] [<options>]",
      discussion: """
        The response body goes to standard output, or to a file with --output; --print prints \
        parts of the response instead. An unexpected HTTP status means exit status 3, 4, 5 or 9: \
        see apicall(1).
        """,
      operands: [
        Operand(
          "file-and-inputs",
          "A file, or the name of one below endpoints/ such as reqres/login, and its inputs as "
            + "name=value, name:=JSON or name@=FILE; each of several files gets the inputs that "
            + "it declares. With --help, prints the file's own help.",
          .any, .calls)
      ],
      settings: RunSettings(),
      sections: [.request, .sending, .connection, .output, .reports],
      advice: { InputSlip.advice(on: $0, of: .run) },
      explain: FileHelp.text(of:), run: Run.perform)
  }
}
