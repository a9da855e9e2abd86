import APICallBase
import APICallCurl
import APICallSystem
import CommandOptions

extension Command {
  static var auth: Command {
    Command(
      "apicall auth", "Log in for the calls of a file, and show or remove its token.",
      usage: "apicall auth <subcommand>",
      discussion: """
        For files with 'auth: {type: oauth2, …}'. A login is kept for all later runs of the \
        project, and renewed as long as the server permits.
        """,
      subcommands: [logIn, authStatus, printToken, logOut])
  }

  private static var logIn: Command {
    Command(
      "apicall auth login", "Log in for the calls of a file, in a browser or with a code.",
      usage: "apicall auth login <file> [<name=value> ...] [--code]",
      discussion: """
        The command opens a browser if there is one, and otherwise shows a code to enter in a \
        browser on another machine. It needs a terminal.
        """,
      operands: [authOperand], settings: RunSettings(), sections: [.request, .connection],
      options: [
        .flag("--code", "Show a code, or ask for a URL, in place of opening a browser.") {
          $0.login.usesCode = true
        }
      ]
    ) { (settings, operands) throws(Failure) in
      try perform(settings, operands) { (job) async throws(Failure) in
        try await job.logIn(usingCode: settings.login.usesCode)
      }
    }
  }

  private static var authStatus: Command {
    Command(
      "apicall auth status", "Show how the calls of a file are authorised, and until when.",
      usage: "apicall auth status <file> [<name=value> ...] [--json]",
      operands: [authOperand], settings: RunSettings(), sections: [.request, .connection],
      options: [
        .flag("--json", "Print one JSON object instead.") { $0.login.isJSON = true }
      ]
    ) { (settings, operands) throws(Failure) in
      try perform(settings, operands) { (job) async throws(Failure) in
        try job.printStatus(isJSON: settings.login.isJSON)
      }
    }
  }

  private static var printToken: Command {
    Command(
      "apicall auth token", "Print the token of a file for other programs, renewed if needed.",
      usage: "apicall auth token <file> [<name=value> ...]",
      operands: [authOperand], settings: RunSettings(), sections: [.request, .connection]
    ) { (settings, operands) throws(Failure) in
      try perform(settings, operands) { (job) async throws(Failure) in try await job.printToken() }
    }
  }

  private static var logOut: Command {
    Command(
      "apicall auth logout", "Revoke and remove the token of a file.",
      usage: """
        apicall auth logout <file> [<name=value> ...]
               apicall auth logout --all
        """,
      operands: [Operand("file-and-inputs", "A file and its inputs.", .any, .call)],
      settings: RunSettings(), sections: [.request, .connection],
      options: [
        .flag("--all", "Remove all tokens of the project, without telling the servers.") {
          $0.login.isOfAll = true
        }
      ]
    ) { (settings, operands) throws(Failure) in
      guard settings.login.isOfAll else {
        return try perform(settings, operands) { (job) async throws(Failure) in
          try await job.logOut()
        }
      }
      guard operands.isEmpty else {
        throw Failure(.usage, "--all cannot be combined with a file")
      }
      try AuthJob.removeAll()
    }
  }

  private static var authOperand: Operand {
    Operand(
      "file-and-inputs", "A file, and its inputs as name=value, name:=JSON or name@=FILE.", .any,
      .call)
  }

  private static func perform(
    _ given: RunSettings, _ operands: [String],
    _ work: @escaping @Sendable (AuthJob) async throws(Failure) -> Void
  ) throws(Failure) {
    var finished = given
    try finished.finish(operands)
    let settings = finished
    let loop = CurlLoop(interruption: Interruption.bySignals())
    try loop.run { () async throws(Failure) in
      try await work(AuthJob(settings, loop: loop))
    }
  }
}
