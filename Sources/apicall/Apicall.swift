import APICallBase
import APICallCurl
import APICallSystem
import APICallText
import CommandOptions
import Glibc

/// The program: finds the command, runs it, reports what went wrong, and exits.
@main
enum Apicall {
  static func main() {
    StandardStreams.fillClosed()
    Signals.ignoreFileLimit()
    do throws(Failure) {
      guard let words = ProgramArguments.known else {
        throw Failure(
          .inputOutput, "cannot read the arguments of the program from /proc/self/cmdline",
          hint: "unset LD_PRELOAD, or mount /proc")
      }
      if let number = ProgramArguments.firstThatIsNotText {
        throw Failure(
          .usage, "argument \(number) is not UTF-8",
          hint: "put such a value into a file: name@=FILE, or @FILE for a body")
      }
      if sends(words.first) {
        try run(words)
      } else {
        try EvaluationWatch.ofProcessor().watching { () throws(Failure) in try run(words) }
      }
    } catch {
      finish(error)
    }
    // A run that received a signal has not succeeded, even if nothing was left to cancel.
    if let signal = Signals.first { Signals.die(of: signal) }
    exit(ExitStatus.success.rawValue)
  }

  /// Whether a command may send requests, so that its time has no limit.
  private static func sends(_ word: String?) -> Bool {
    switch word {
    case "run", "auth", "test", "get", "head", "post", "put", "patch", "delete", "options": true
    default: word?.contains("://") == true
    }
  }

  /// Runs a command.
  ///
  /// The frequent commands are found without creating the others, each of which takes time.
  private static func run(_ words: [String]) throws(Failure) {
    let rest = words.dropFirst()
    var help: String?
    switch words.first {
    case "run": help = try Command.run.perform(rest)
    case "show": help = try Command.show.perform(rest)
    case "check": help = try Command.check.perform(rest)
    case "--version": try printVersion()
    case "__complete":
      try Completer(environment: CommandEnvironment(), program: .apicall, words: Array(rest))
        .print()
    case "help": help = try HelpTopic.text(of: rest, in: .apicall)
    case let word? where word.contains("://"):
      help = try Command.request("get").perform(words[...])
    case let word? where word.hasSuffix(".yaml"):
      throw Failure(
        .usage, "unknown command '\(word)'",
        hint: "did you mean 'apicall run \(ShellWord.path(word))'?")
    default: help = try Command.apicall.perform(words[...])
    }
    if let help { try Printing.print(help) }
  }

  fileprivate static func printVersion() throws(Failure) {
    let libraries = CurlVersion.linked
    try Printing.print(
      "apicall \(Release.version) (libcurl/\(libraries.curl) \(libraries.tls) \(libraries.http2))\n"
    )
  }

  /// Reports a failure and exits with its status; after a signal, the program dies of that signal.
  ///
  /// After Ctrl-C, it first reports what is left of a download.
  private static func finish(_ failure: Failure) -> Never {
    let color = ColorChoice(in: ProgramArguments.all)
    if let signal = Signals.first {
      if signal == SIGINT, failure.status == .interrupted {
        StandardStreams.report(failure.diagnostics, color: color)
      }
      Signals.die(of: signal)
    }
    if failure.status == .brokenPipe { Signals.die(of: SIGPIPE) }
    StandardStreams.report(failure.diagnostics, color: color)
    exit(failure.status.rawValue)
  }
}

extension Command {
  static var apicall: Command {
    var command = Command(
      "apicall", "Make HTTP calls that are described in YAML files.",
      usage: "apicall [--version] <subcommand>",
      discussion: """
        A file is one call, or a script of several. Only the response goes to standard output; \
        the exit status reports the result. 'apicall help topics' lists the pages of the manual, \
        which 'apicall help <topic>' shows.
        """,
      settings: false,
      options: [
        .flag("--version", "Print the versions of apicall and its libraries.") { $0 = true }
      ],
      subcommands: [
        run, show, check, test, format, list, serve, trust, secrets, auth, session, state, results,
        plugins, schema,
        completion, initialize, importing,
      ] + requests
    ) { (isVersion, _) throws(Failure) in if isVersion { try Apicall.printVersion() } }
    command.habits = HabitTable.hint(forCommand:)
    return command
  }
}
