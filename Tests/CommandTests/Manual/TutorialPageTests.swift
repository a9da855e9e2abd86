import Foundation
import Testing

/// Writes the page's files and runs its commands, as a reader would.
@Suite("apicall-tutorial(7)")
struct TutorialPageTests {
  /// A reader's action.
  private enum Step {
    /// Writes a file.
    case file(String, text: String)
    /// Types a command, and sees its output.
    case command(String, output: String)
  }

  /// The text that the page shows in place of the server's URL.
  private static let shownURL = "http://127.0.0.1:8080"

  /// The actions of the page, in order.
  private static func steps() throws -> [Step] {
    try ManualPage("apicall-tutorial.7").blocks.flatMap { block -> [Step] in
      if block.language == "console" { return steps(in: block.lines) }
      // The paragraph above it names the file.
      let names = block.lead.matches(of: /`([a-z.]+\.(?:yaml|sh)|crontab)`/).map { String($0.1) }
      return [.file(try #require(names.last, "\(block.lead)"), text: block.text)]
    }
  }

  /// Returns the commands of a block with their output; a command may have several lines.
  private static func steps(in lines: [String]) -> [Step] {
    var steps: [Step] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        steps.append(.command(String(line.dropFirst(2)), output: ""))
      } else if case .command(let command, let output) = steps.removeLast() {
        let isContinued = output.isEmpty && command.hasSuffix("\\")
        steps.append(
          isContinued
            ? .command("\(command)\n\(line)", output: "")
            : .command(command, output: "\(output)\(line)\n"))
      }
    }
    return steps
  }

  @Test("Its files and commands work as described, from the first to the last")
  func commands() throws {
    let home = "\(Place.scratch)/\(UUID().uuidString)"
    let folder = "\(home)/meters"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    var environment = Surroundings.variables
    environment["HOME"] = home
    var server: ServeProcess?
    let steps = try Self.steps()
    #expect(steps.count > 40)

    for step in steps {
      let url = server?.url ?? Self.shownURL
      switch step {
      case .file(let name, let text):
        try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
      case .command("apicall serve . --port 8080 &", let output):
        let started = try ServeProcess(folder)
        #expect(started.announcement + "\n" == output.replacing(url, with: started.url))
        server = started
      case .command(let command, let output):
        if let setting = command.wholeMatch(of: /export ([A-Z]+(?:_[A-Z]+)*)=(\S+)/) {
          environment[String(setting.1)] = String(setting.2).replacing(Self.shownURL, with: url)
          continue
        }
        let run = CommandRun(
          try ChildProcess(
            ["/bin/sh", "-c", "exec 2>&1\n\(command)"], in: folder, environment: environment)
        ).untimed
        #expect(run.output.replacing(url, with: Self.shownURL) == output, "$ \(command)")
      }
    }
    try nightly(folder, environment)
  }

  /// Runs the command of the crontab as cron does.
  private func nightly(_ folder: String, _ environment: [String: String]) throws {
    let text = try String(contentsOfFile: "\(folder)/crontab", encoding: .utf8)
    let (_, path, line) = try #require(
      text.wholeMatch(of: /PATH=(.*)\n\d+ \d+ \* \* \*  (.*)\n/)
    ).output
    let command = line.replacing("\\%", with: "%")
    let run = CommandRun(
      try ChildProcess(
        ["/bin/sh", "-c", String(command)], in: "/",
        environment: [
          "HOME": environment["HOME"] ?? "/", "PATH": "\(Place.programs):\(path)",
        ]))
    // The examples contain one day, which is not yesterday.
    #expect(run.ending == .exit(4), "\(run.error)")
    #expect(run.output.hasPrefix("nightly.sh: no readings of 20"))
    let reason = ": the service refused the call (exit status 4; see nightly.log)\n"
    #expect(run.output.hasSuffix(reason))
  }
}
