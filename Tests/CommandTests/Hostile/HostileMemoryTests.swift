import Foundation
import TestServers
import Testing

/// Strangers' files, and servers, that fill the memory.
@Suite("A run holds only so much")
struct HostileMemoryTests {
  struct Attack: CustomTestStringConvertible, Sendable {
    var name: String
    /// The script, in which `$A` is the server.
    var script: String
    var isRefused = true
    var options = "--memory 8MiB"
    /// In MiB.
    var limit = 8
    var testDescription: String { name }
  }

  private static func steps(_ count: Int, _ call: String, using use: String) -> String {
    let numbers = 1...count
    return "steps:\n" + numbers.map { "  a\($0): {call: \(call)}\n" }.joined()
      + "  z: {of: {l: [\(numbers.map { "'<a\($0).\(use)>'" }.joined(separator: ", "))]}}\n"
      + "  y: {call: {host: $A, path: '/<z.value.l | length>'}}\n"
  }

  private static let text = "{host: $A, path: /text}"
  private static let dense = "{host: $A, path: /dense}"
  private static let member = "{host: $A, path: /member}"
  private static func loop(_ call: String, _ rest: String = "", using use: String) -> String {
    """
    steps:
      a: {each: {range: [1, 9]}, call: \(call)\(rest)}
      z: {call: {host: $A, path: '/<a.\(use) | length>'}}

    """
  }

  private static let attacks = [
    // Named before.
    Attack(name: "bodies of steps", script: steps(4, text, using: "body | length")),
    Attack(name: "bodies of steps as JSON", script: steps(4, member, using: "body.id")),
    // Relatives.
    Attack(name: "one body of many values", script: steps(1, dense, using: "body | length")),
    Attack(
      name: "bodies of iterations", script: loop(text, ", parallel: 9", using: "body")),
    Attack(
      name: "bodies that cleanups use",
      script: """
        steps:
          a:
            each: {range: [1, 9]}
            call: \(text)
            cleanup: {call: {host: $A, method: POST, path: '/<a.body | length>'}}

        """),
    Attack(
      name: "bodies of called scripts",
      script: """
        steps:
          a: {each: {range: [1, 9]}, parallel: 9, call: called.yaml}
          z: {call: {host: $A, path: '/<a.o | length>'}}

        """),
    Attack(
      name: "values that a step makes",
      script: "let: {t: '<\"x\" | repeat(1000000)>'}\nsteps:\n"
        + (1...9).map { "  a\($0): {of: '<concat(t, t, \"\($0)\")>'}\n" }.joined()
        + "  z: {call: {host: $A, path: '/<a1.value | length>'}}\n"),
    Attack(
      name: "requests of parallel iterations",
      script: """
        let: {t: '<"x" | repeat(1000000)>'}
        steps:
          a:
            each: {range: [1, 9]}
            parallel: 9
            call: {host: $A, method: POST, json: {t: '<t>', u: '<t>'}}

        """),
    Attack(
      name: "bodies of steps, without an option", script: steps(95, text, using: "body | length"),
      options: "", limit: 256),
    Attack(
      name: "files at once",
      script: "host: $A\npath: /text\nexpect: {body: {contains: aaa}}\n",
      // Each alone is too much, as the others may have ended.
      options: "--memory 2MiB --jobs 9 "
        + Array(repeating: "main.yaml", count: 8).joined(separator: " "), limit: 2),
    // Honest.
    Attack(
      name: "small parts of large bodies",
      script: steps(6, "{host: $A, path: /member, outputs: {id: $.id}}", using: "id"),
      isRefused: false),
    Attack(
      name: "bodies of which nothing is used", script: steps(9, text, using: "status"),
      isRefused: false),
    Attack(
      name: "bodies that are saved",
      script: "steps: {a: {each: {range: [1, 9]}, call: \(text), save: 's-<each>'}}\n",
      isRefused: false, options: "--memory 1MiB --into ."),
    Attack(
      name: "bodies one after the other", script: loop(text, using: "status"), isRefused: false),
    Attack(
      name: "more with the option", script: steps(4, text, using: "body | length"),
      isRefused: false, options: "--memory 13MiB"),
    Attack(
      name: "a call alone has its own limit",
      script: "host: $A\npath: /text\noutputs: {o: $}\ndecode: text\n", isRefused: false,
      options: "--memory 1MiB"),
  ]

  private static let size = 3 << 20
  private static let textReply = HostileReply(
    fields: ["Content-Type: text/plain"], String(repeating: "a", count: size))
  private static let memberReply = HostileReply(
    "200 OK", #"{"id":7,"text":"\#(String(repeating: "a", count: size))"}"#)
  private static let denseReply = HostileReply(
    "200 OK", "[" + String(repeating: "1,", count: size / 2) + "1]")

  private static func project(_ script: String) throws -> HostileProject {
    let project = try HostileProject([
      "main.yaml": script,
      "called.yaml": "steps: {a: {call: \(text)}}\noutputs: {o: <a.body>}\n",
    ])
    project.answer { _, request in
      switch request.path {
      case "/text": textReply
      case "/member": memberReply
      case "/dense": denseReply
      default: HostileReply()
      }
    }
    return project
  }

  @Test("Above its memory, a run is refused, and says what to do", arguments: attacks)
  func bounded(_ attack: Attack) throws {
    let project = try Self.project(attack.script)
    let run = try project.run("run main.yaml \(attack.options)", within: .seconds(400))
    #expect(run.ending == .exit(attack.isRefused ? 74 : 0), "\(run.error.prefix(2_000))")
    guard attack.isRefused else { return }
    #expect(
      run.error.contains(
        "the bodies that the run holds take more than \(attack.limit) MiB of memory\n"),
      "\(run.error)")
    #expect(
      run.error.contains(
        "  hint: --memory raises the limit; 'save' writes a response to a file instead\n"))
  }

  @Test(
    "With little memory for the program, it ends by itself",
    arguments: ["body | length", "body[0]"])
  func little(_ use: String) throws {
    let project = try Self.project(Self.steps(40, Self.dense, using: use))
    let child = try ChildProcess(
      [
        "/bin/sh", "-c", #"ulimit -v 2000000; exec "$0" run main.yaml"#,
        try Place.program("apicall"),
      ], in: project.root, environment: project.environment())
    let run = CommandRun(child, limit: .seconds(200))
    #expect(run.ending == .exit(74), "\(run.error.prefix(2_000))")
  }

  @Test("A size that is none is refused", arguments: ["0", "1TiB", "-1", "many"])
  func wrong(_ size: String) throws {
    let project = try Self.project(Self.steps(1, Self.text, using: "status"))
    let run = try project.run("run main.yaml --memory=\(size)")
    #expect(
      run
        == CommandRun(
          ending: .exit(64), output: "",
          error: """
            apicall: --memory: '\(size)' is not a size
              hint: write a number of bytes, or one with a unit: 500MB, 1GiB

            """))
  }
}
