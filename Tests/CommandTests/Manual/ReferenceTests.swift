import Foundation
import Testing

@Suite("The generated parts of the manual")
struct ReferenceTests {
  @Test("A part is made from the tables of the program", arguments: Reference.all)
  func part(_ part: Reference) throws {
    let text = part.text
    if Recording.isWanted {
      try Recording.write(text, to: part.path)
      Issue.record("recorded \(part.path)")
      return
    }
    let committed = try? Place.text(part.path)
    #expect(committed == text, "\(part.path)")
  }

  @Test("There is no other part, and each is in a page")
  func parts() {
    let names = Reference.all.map(\.name).sorted()
    #expect(Place.files(in: "docs/reference", suffix: ".md") == names.map { "\($0).md" })
    let included = Set(ManualPage.all.flatMap(\.includes))
    #expect(included.symmetricDifference(names) == [])
  }
}
