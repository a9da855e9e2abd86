import Foundation
import Testing

@testable import apicall

@Suite("Where apicall help finds its pages")
struct ManualPlaceTests {
  private static let home = "\(Place.scratch)/\(UUID().uuidString)"

  @Test(
    "They are beside an installed program, and in the checkout that a program was built in",
    arguments: [
      ("usr/bin", "usr/bin/../share/apicall/help"), ("src/.build/release", "src/man/text"),
      ("src/.build/x86_64-unknown-linux-gnu/debug", "src/man/text"),
    ])
  func places(_ program: String, _ pages: String) throws {
    let root = "\(Self.home)/\(UUID().uuidString)"
    for folder in [program, pages] {
      try FileManager.default.createDirectory(
        atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
    }
    let manual = Manual(besides: "\(root)/\(program)")
    #expect(manual.topics.isEmpty)
    for (name, text) in [
      ("topics", "COMMANDS\n  run  make calls\n       of files\n"), ("apicall-run", "NAME\n"),
    ] {
      try text.write(
        toFile: "\(root)/\(pages)/\(name).txt", atomically: true, encoding: .utf8)
    }
    let found = Manual(besides: "\(root)/\(program)")
    #expect(found.topics.map(\.name) == ["run"] && found.topics.map(\.summary) == ["make calls"])
    #expect(found.page(about: "run") == "\(root)/\(pages)/apicall-run.txt")
    #expect(found.page(about: "apicall-run") == found.page(about: "run"))
    for topic in ["nothing", "../text/apicall-run", "", "Run"] {
      #expect(found.page(about: topic) == nil, "\(topic)")
    }
  }
}
