import Foundation
import TestServers
import Testing

/// Strangers' files that compute without end.
@Suite("A file computes only so much")
struct HostileWorkTests {
  struct Attack: CustomTestStringConvertible, Sendable {
    var name: String
    var file: String
    var command = "check"
    var status: Int32 = 65
    /// One of them is printed.
    var messages = Self.all
    var testDescription: String { "\(command): \(name)" }

    static let time =
      "expressions take longer than 2 s of processor time, the limit of a command that sends nothing"
    static let steps = "the expressions of the call take more than 50,000,000 steps"
    static let values = "the values of the call exceed 128 MiB in total"
    /// A fast processor reaches one limit first, a busy one another.
    static let all = [time, steps, values]
  }

  /// A step whose condition is constant.
  private static func step(_ condition: String) -> String {
    "steps:\n  a: {if: '<\(condition)>', call: {url: $A/}}\n"
  }

  /// A call with a constant query, and an example of it.
  private static func call(_ value: String) -> String {
    """
    url: $A/
    let: {text: '<"x" | repeat(1000000)>', numbers: '<range(0, 100000)>'}
    query: {q: '<\(value)>', n: <numbers | length>, t: <text | length>}
    examples: {ok: {with: {}, response: {status: 200}}}

    """
  }

  private static let digests = "range(0, 1000000) | map(text | sha256 | hex | length) | sum"
  private static let sums = "range(0, 1000000) | map(numbers | sum) | sum"

  private static let attacks = [
    // Named before.
    Attack(
      name: "sums of a million items",
      file: step("(range(0, 1000000) | map(range(0, 1000000) | sum) | sum) == 3")),
    Attack(
      name: "digests of 1 MB",
      file: step(#"(range(0, 1000000) | map("a" | repeat(1000000) | sha256 | hex) | length) == 3"#),
      command: "fmt --check"),
    Attack(name: "digests of 1 MB", file: call(digests), command: "show"),
    Attack(name: "sums", file: call(sums), command: "show"),
    Attack(name: "digests of 1 MB", file: call(digests), command: "run", messages: [Attack.steps]),
    Attack(name: "digests of an example", file: call(digests)),
    // Relatives.
    Attack(name: "products for the rows of a loop", file: loop(products)),
    Attack(name: "products for the rows of a loop", file: loop(products), command: "fmt --check"),
    Attack(name: "a condition of products", file: step("(\(products)) == 3")),
    Attack(name: "times in a zone", file: call(times), command: "show"),
    Attack(name: "times in a zone, of an example", file: call(times)),
    Attack(
      name: "an alternative to what cannot be computed",
      file: call(#"range(0, 1000000) | map(try(text | split("x") | length, 0)) | sum"#),
      command: "show"),
    Attack(
      name: "an alternative that is as long", file: call("try(\(products), try(\(products), 0))"),
      command: "show"),
    Attack(
      name: "long keys", file: call("range(0, 10000) | sort_by(text) | length"), command: "show"),
    Attack(
      name: "differences of lists",
      file: call("range(0, 1000) | map(numbers - list(1) | length) | sum"), command: "show"),
    Attack(
      name: "paths", file: call(#"range(0, 1000) | map(numbers | find("$..*") | length) | sum"#),
      command: "show"),
    Attack(
      name: "many conditions",
      file: "steps:\n"
        + (0..<250).map {
          "  a\($0): {if: '<(range(0, 20000) | map(. * 1.5) | length) == \($0)>', call: {url: $A/}}\n"
        }.joined()),
  ]

  private static let products = "range(0, 3000) | map(range(0, 3000) | map(. * 1.5) | length) | sum"
  private static let times =
    #"range(0, 1000000) | map(. | date("%H", "Europe/Berlin")) | length"#

  private static func loop(_ rows: String) -> String {
    "steps:\n  a: {each: '<list(\(rows))>', call: {url: $A/}}\n"
  }

  /// Far more than any of them takes, on a busy machine too.
  private static let patience = Duration.seconds(100)

  @Test("An expression ends, with its place", arguments: attacks)
  func ends(_ attack: Attack) throws {
    let project = try HostileProject(["main.yaml": attack.file])
    let run = try project.run("\(attack.command) main.yaml", within: Self.patience)
    #expect(run.ending == .exit(attack.status), "\(run)")
    #expect(attack.messages.contains { run.error.contains($0) }, "\(run.error)")
    #expect(run.error.hasPrefix("main.yaml:"), "\(run.error)")
    #expect(run.error.contains("hint: "), "\(run.error)")
    #expect(project.takeHeard().isEmpty)
  }

  @Test("The check of a folder ends with the file that takes too long, and names it once")
  func folder() throws {
    let project = try HostileProject([
      "b.yaml": Self.loop(Self.products), "a.yaml": "host: $A\nodd: 1\n", "c.yaml": "host: $A\n",
      "d.yaml": Self.loop(Self.products),
    ])
    let run = try project.run("check .", within: Self.patience)
    #expect(run.ending == .exit(65), "\(run)")
    #expect(run.error.components(separatedBy: Attack.time).count == 2, "\(run.error)")
    #expect(run.error.contains("a.yaml:2:1: error: unknown field 'odd'"), "\(run.error)")
    #expect(run.error.hasSuffix("apicall: 2 of 5 files have errors\n"), "\(run.error)")
  }

  @Test("A server of examples does not start with an expression that takes too long")
  func serve() throws {
    let project = try HostileProject(["main.yaml": Self.call(Self.products)])
    let child = try ChildProcess(
      [Place.program("apicall-serve"), "main.yaml"], in: project.root,
      environment: project.environment())
    let ending = child.wait(limit: Self.patience)
    let run = CommandRun(child)
    #expect(ending == .exit(65), "\(run)")
    #expect(run.error.contains(Attack.time), "\(run.error)")
  }

  @Test("One signal ends the expressions of a script, and its last calls are made")
  func signal() throws {
    let steps = (0..<250).map {
      "  a\($0): {call: {url: $A/\($0), query: {q: '<\(Self.digests)>'}}, allow_failure: true}\n"
    }
    let project = try HostileProject([
      "main.yaml": "let: {text: '<\"x\" | repeat(1000000)>'}\n"
        + "steps:\n  first: {call: {url: $A/first}}\n\(steps.joined())"
        + "finally: {last: {call: {url: $A/last}}}\n"
    ])
    let child = try ChildProcess(
      [try Place.program("apicall"), "run", "main.yaml"], in: project.root,
      environment: project.environment())
    var heard: [String] = []
    waits {
      heard += project.takeHeard().map(\.request.path)
      return !heard.isEmpty || child.hasEnded
    }
    child.send(SIGINT)
    #expect(child.wait(limit: Self.patience) == .signal(SIGINT), "\(CommandRun(child))")
    #expect(heard + project.takeHeard().map(\.request.path) == ["/first", "/last"])
  }
}
