import APICallResponses
import Foundation
import TestWorlds
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
        let members = try #require(EventFormat.Name(rawValue: name)).members
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
    for member in EventFormat.Name.end.members where member.contains(".") {
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

extension EventFormat.Name {
  fileprivate var members: [String] { EventFormat.members(of: self) }
}
