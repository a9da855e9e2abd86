import APICallBase
import APICallSystem
import ArgumentParser
import Glibc

/// The program: finds the command, runs it, reports what went wrong, and exits.
@main
enum Apicall {
  static func main() {
    StandardStreams.fillClosed()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try run(arguments)
    } catch let failure as Failure {
      finish(failure)
    } catch let exit as CleanExit {
      // To ask for its exit code would make all of the help a first time.
      RootCommand.exit(withError: exit)
    } catch {
      guard RootCommand.exitCode(for: error) == .validationFailure else {
        RootCommand.exit(withError: error)
      }
      let message = RootCommand.message(for: error)
      finish(Failure(.usage, [Diagnostic(usage: message, of: arguments)]))
    }
    // What a signal came for has not succeeded, though nothing had to be given up any more.
    if let signal = Signals.first { Signals.die(of: signal) }
    exit(ExitStatus.success.rawValue)
  }

  /// Runs a command.
  ///
  /// The usual forms of the frequent ones are read by a scanner of our own, since setting up
  /// ArgumentParser's command tree takes longer than all the rest of a call; whatever the scanner
  /// does not know goes to ArgumentParser, which has the better messages.
  private static func run(_ arguments: [String]) throws {
    if arguments.count < 2, arguments.first.map(RootHelp.words.contains) ?? true {
      return try Printing.print(RootHelp.text)
    }
    switch arguments.first {
    case "--version": try VersionCommand().run()
    case "run":
      guard let scanned = ArgumentScanner.run.scan(arguments.dropFirst()) else { break }
      return try Run(settings: RunSettings(scanned)).perform()
    case "show":
      guard let scanned = ArgumentScanner.show.scan(arguments.dropFirst()) else { break }
      return try Show(settings: RunSettings(scanned)).perform()
    case "check":
      guard let scanned = ArgumentScanner.check.scan(arguments.dropFirst()) else { break }
      return try Check(
        paths: scanned.operands, fileRoots: scanned.values(of: "--file-root"),
        color: scanned.values(of: "--color").last
      ).perform()
    case "__complete": return try CompletionRequest(words: Array(arguments.dropFirst())).perform()
    case let word? where !word.hasPrefix("-"):
      try RootCommand.refuseUnknown(arguments[...])
    default: break
    }
    guard arguments.first != "--version" else { return }
    if let operand = FileHelp.operand(in: arguments) { return try FileHelp.print(for: operand) }
    var command = try RootCommand.parseAsRoot(ArgumentScanner.withValues(arguments))
    try command.run()
  }

  /// Reports a failure and ends with its status; a signal ends the program as signals do.
  private static func finish(_ failure: Failure) -> Never {
    if let signal = Signals.first { Signals.die(of: signal) }
    if failure.status == .brokenPipe { Signals.die(of: SIGPIPE) }
    let color = ColorChoice(in: Array(CommandLine.arguments.dropFirst()))
    StandardStreams.report(failure.diagnostics, color: color)
    exit(failure.status.rawValue)
  }
}

extension Diagnostic {
  /// A mistake on the command line in ArgumentParser's words, as all others are reported.
  fileprivate init(usage message: String, of arguments: [String]) {
    let command = arguments.first
    let known = RootCommand.commands(in: arguments).map { " \($0)" }.joined()
    var what = message[...]
    var advice = "'apicall\(known) --help' lists the options"
    // "Unknown option '--x'. Did you mean '--y'?"
    if let end = message.firstRange(of: ". ") {
      what = message[..<end.lowerBound]
      let rest = message[end.upperBound...]
      advice = rest.prefix(1).lowercased() + rest.dropFirst()
    }
    if command == "show", what.hasSuffix("'--mock'") {
      advice = "show sends nothing, so it needs no server; '--mock' is for run"
    } else if command == "show", let option = what.split(separator: "'").last,
      ArgumentScanner.isAboutConnection(String(option))
    {
      advice = "show sends nothing, and so makes no connection; '\(option)' is for run"
    }
    self.init(what.prefix(1).lowercased() + what.dropFirst(), hint: advice)
  }
}
