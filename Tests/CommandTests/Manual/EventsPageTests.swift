import APICallResponses
import Foundation
import Testing

@Suite("apicall-events(5)")
struct EventsPageTests {
  private static let page = Result { try ManualPage("apicall-events.5") }

  @Test("It has every event with its members, and no other")
  func events() throws {
    let page = try Self.page.get()
    let common = ManualPage.terms(in: page.lines(below: "Members of every event"))
    #expect(common == EventFormat.commonMembers)
    let headings = page.lines(below: "Events").filter { $0.hasPrefix("### ") }
      .map { String($0.dropFirst(4)) }
    let names = headings.flatMap { $0.components(separatedBy: ", ") }
    #expect(names == EventFormat.Name.allCases.map(\.rawValue))
    for heading in headings {
      let terms = ManualPage.terms(in: page.lines(below: heading))
      for name in heading.components(separatedBy: ", ") {
        let event = try #require(EventFormat.Name(rawValue: name))
        let members = EventFormat.members(of: event)
        // Some are described together.
        #expect(terms.sorted() == members.filter { !$0.contains(".") }.sorted(), "\(name)")
      }
    }
  }

  @Test("It has the members of the objects in an event")
  func innerMembers() throws {
    let page = try Self.page.get()
    let lines = page.lines(below: "Diagnostics")
    let terms = Set(ManualPage.terms(in: lines))
    let end = page.lines(below: "end").joined(separator: "\n")
    for member in EventFormat.members(of: .end) where member.contains(".") {
      let name = member.split(separator: ".").last.map(String.init) ?? member
      if member.hasPrefix("timings.") {
        #expect(end.contains("`\(member)`"), "\(member)")
      } else if member.contains("differences[].") {
        #expect(lines.contains { $0.contains("`\(name)`") }, "\(member)")
      } else {
        #expect(terms.contains(name.replacing("[]", with: "")), "\(member)")
      }
    }
  }

  @Test("It shows the events of a call")
  func example() throws {
    let block = try #require(
      try Self.page.get().blocks.first { $0.text.contains("cat run.jsonl") })
    let shown = block.text.components(separatedBy: "$ cat run.jsonl\n").last ?? ""
    let file = try #require(
      try ManualPage("apicall-run.1").blocks.first { $0.text.hasPrefix("summary: Show one to-do") })
    let folder = try RecordingFolder(["endpoints/todo.yaml": file.text])
    let run = try folder.run(
      "run", "todo", "id=1", "--requester", "fixture", "--print", "title", "--events", "run.jsonl")
    #expect(run.ending == .exit(0) && run.output == "delectus aut autem\n")
    let joined = shown.replacing("\n  ", with: "")
    #expect(!shown.isEmpty && Self.timeless(folder.text("run.jsonl")) == Self.timeless(joined))
  }

  private static func timeless(_ text: String) -> String {
    text.replacing(/"time":"[-0-9T:.]+Z","elapsed_ms":\d+\.\d{3}/, with: "TIME")
  }
}

extension EventFormat {
  /// The members of every line, in this order.
  ///
  /// A line has `call` in a run of several calls, `step` in a script, and `iteration` in a step that is
  /// run several times.
  fileprivate static let commonMembers = [
    "apicall_events", "event", "time", "elapsed_ms", "call", "step", "iteration",
  ]

  /// The further members that an event may have, in order.
  ///
  /// A dot precedes a member of an object, and `[]` stands for the items of a list.
  fileprivate static func members(of name: Name) -> [String] {
    switch name {
    case .start: ["apicall", "file", "summary", "steps"]
    case .step: ["number", "steps", "iterations", "part"]
    case .iteration: ["state"]
    case .request: ["method", "url", "sent_to", "headers", "body_bytes"]
    case .connection: ["address", "port", "reused"]
    case .interim, .response: ["status", "reason", "http_version", "headers"]
    case .trailers: ["headers"]
    case .next: ["reason", "attempt", "attempts", "after_ms", "page", "need"]
    case .progress: ["sent", "to_send", "received", "to_receive"]
    case .end:
      ["exit", "exit_name", "diagnostics", "diagnostics[].message"]
        + place.map { "diagnostics[].\($0)" }
        + ["diagnostics[].hint", "diagnostics[].details"]
        + ["diagnostics[].notes", "diagnostics[].notes[].message"]
        + place.map { "diagnostics[].notes[].\($0)" }
        + ["diagnostics[].mismatch"] + mismatch.map { "diagnostics[].mismatch.\($0)" }
        + ["timings"]
        + ["name_lookup", "connect", "tls", "first_byte", "total"].map { "timings.\($0)" }
        + ["sent", "received"]
    }
  }

  private static let mismatch = [
    "subject", "matcher", "expected", "actual", "actual_type", "differences",
    "differences[].path", "differences[].expected", "differences[].actual", "difference_count",
    "value",
  ]

  private static let place = ["file", "line", "column", "end_line", "end_column"]
}
