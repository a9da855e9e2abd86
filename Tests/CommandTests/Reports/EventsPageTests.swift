import APICallBase
import APICallRun
import Testing

@Suite("apicall-events(5)")
struct EventsPageTests {
  /// Returns the lines of a section, without roff's escapes.
  private func section(_ name: String) throws -> [Substring] {
    let text = try Place.text("man/apicall-events.5").replacing("\\-", with: "-")
      .replacing("\\e", with: "\\")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.drop { $0 != ".SH \(name)" }.dropFirst().prefix { !$0.hasPrefix(".SH ") })
  }

  /// Returns the bold text after `.TP` or `.TQ`.
  private func headings(_ lines: some Sequence<Substring>) -> [String] {
    let lines = Array(lines)
    return zip(lines, lines.dropFirst()).compactMap { mark, line in
      (mark == ".TP" || mark == ".TQ") && line.hasPrefix(".B ") ? String(line.dropFirst(3)) : nil
    }
  }

  @Test("It has every event with its members, in order, and no other")
  func events() throws {
    let parts = try section("EVENTS").split { $0.hasPrefix(".SS ") }
    let names = try section("EVENTS").filter { $0.hasPrefix(".SS ") }.map { $0.dropFirst(4) }
    #expect(names.map(String.init) == EventFormat.Name.allCases.map(\.rawValue))
    #expect(headings(parts[0]) == EventFormat.commonMembers)
    for (name, lines) in zip(EventFormat.Name.allCases, parts.dropFirst()) {
      #expect(headings(lines) == EventFormat.members(of: name), "\(name)")
    }
  }

  @Test("It has every exit status with its name, in order")
  func exitStatuses() throws {
    let rows = try section("EXIT STATUS").filter { $0.first?.isNumber == true }
      .map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows == ExitStatus.allCases.map { "\($0.rawValue) \($0.name)" })
  }

  @Test("It shows the events of a call")
  func example() throws {
    let lines = try section("EXAMPLES")
    let shown =
      lines.drop { !$0.contains("cat run.jsonl") }.dropFirst().prefix { $0 != ".EE" }
      .joined(separator: "\n").replacing("\n    ", with: "") + "\n"
    let path = "\(Place.scratch)/page.jsonl"
    let run = try CommandRun(
      "run", "todos/get", "id=1", "--requester", "fixture", "--print", "title", "--events", path)
    #expect(run.ending == .exit(0) && run.output == "delectus aut autem\n")
    let written = CommandRun(try ChildProcess(["cat", path])).output
    #expect(!shown.isEmpty && Self.timeless(written) == Self.timeless(shown))
  }

  private static func timeless(_ text: String) -> String {
    text.replacing(/"time":"[-0-9T:.]+Z","elapsed_ms":\d+\.\d{3}/, with: "TIME")
  }
}
