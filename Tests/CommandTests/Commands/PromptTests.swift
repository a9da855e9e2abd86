import Foundation
import Glibc
import Testing

@Suite("Questions on the terminal")
struct PromptTests {
  private static let spec = """
    host: odd.example
    inputs:
      user: {prompt: "Who\\e[2J are you?"}
      password: {prompt: true, secret: true, min_length: 4, help: what nobody knows}
    query: {user: <user>, password: <password>}
    """

  /// The `apicall show` command for a file that asks.
  private func command() throws -> [String] {
    let path = "\(Place.scratch)/prompt-\(UUID().uuidString).yaml"
    try Self.spec.write(toFile: path, atomically: true, encoding: .utf8)
    return [try Place.program("apicall"), "show", path]
  }

  private func output(_ session: TerminalSession) -> String {
    String(decoding: session.child.output, as: UTF8.self)
  }

  @Test(
    "Answers are read from the terminal, and secrets are not echoed", arguments: [true, false])
  func answers(controls: Bool) throws {
    let command = try command()
    let session = try TerminalSession(command, controls: controls)
    try session.type("ann\n", after: ": Who\\x1b[2J are you? ")
    try session.type("", after: ": password (what nobody knows): ")
    // Between two questions, the terminal is as it was.
    #expect(!session.echoes)
    try session.type("abc\n", after: "")
    // The remark, and the question again.
    let rest = "has fewer\n\(command[2]): password (what nobody knows): "
    try session.type("hunter2\n", after: rest)
    #expect(session.child.wait() == .exit(0))
    #expect(session.echoes)
    #expect(session.text.contains("are you? ann\n"))
    #expect(!session.text.contains("abc") && !session.text.contains("hunter2"))
    #expect(output(session).hasPrefix("GET https://odd.example/?user=ann&password=***\n"))
  }

  @Test(
    "Echo is restored however the question ends",
    arguments: [
      SIGINT, SIGTERM, SIGHUP,
    ])
  func signals(number: Int32) throws {
    let session = try TerminalSession(try command() + ["user=ann"])
    try session.type("hun", after: ": password (what nobody knows): ")
    #expect(!session.echoes)
    session.child.send(number)
    #expect(session.child.wait() == .signal(number))
    #expect(session.echoes)
    #expect(output(session).isEmpty)
  }

  @Test("Ctrl-C ends it like the signal, and Ctrl-Z and Ctrl-\\ are part of the secret")
  func controlC() throws {
    let session = try TerminalSession(try command() + ["user=ann"], controls: true)
    try session.type("hun\u{1A}\u{1C}\u{3}", after: ": password (what nobody knows): ")
    #expect(session.child.wait() != .exit(0))
    #expect(session.echoes)
    #expect(output(session).isEmpty)
    #expect(!session.text.contains("hun"))
  }

  @Test("Ctrl-D is not an answer")
  func controlD() throws {
    let session = try TerminalSession(try command() + ["user=ann"])
    try session.type("\u{4}", after: ": password (what nobody knows): ")
    #expect(session.child.wait() == .exit(65))
    #expect(session.echoes)
    #expect(
      session.text.hasSuffix(
        "\napicall: the input 'password' is missing (what nobody knows)\n"
          + "  hint: give it as password@=FILE, where - is standard input\n"))
  }

  @Test("If standard input is not a terminal, the controlling terminal is used")
  func otherInput() throws {
    let words = try command() + ["user@=-"]
    let script = "echo ann | \"$@\""
    let session = try TerminalSession(["sh", "-c", script, "sh"] + words, controls: true)
    try session.type("hunter2\n", after: ": password (what nobody knows): ")
    #expect(session.child.wait() == .exit(0))
    #expect(session.echoes)
    #expect(output(session).hasPrefix("GET https://odd.example/?user=ann&password=***\n"))
  }

  @Test("No question is asked if standard error is not a terminal")
  func noTerminal() throws {
    let script = "\"$@\" 2>/dev/null"
    let session = try TerminalSession(
      ["sh", "-c", script, "sh"] + (try command()), controls: true)
    #expect(session.child.wait() == .exit(65))
    #expect(session.text.isEmpty)
  }
}
