import Patterns
import Testing

@Suite("All matches of a pattern")
struct PatternMatchesTests {
  @Test(
    "Matches are found from left to right and do not overlap",
    arguments: [
      ("a", "aba", ["0..<1", "2..<3"]), ("", "é", ["0..<0", "2..<2"]),
      ("a*", "aab", ["0..<2", "2..<2", "3..<3"]),
      ("(?<=a)b", "abb", ["1..<2"]), ("x", "", []), ("$", "a\n", ["2..<2"]),
    ])
  func matches(_ pattern: String, _ text: String, _ expected: [String]) throws {
    var steps = Pattern.Limits.steps
    var found: [String] = []
    try Pattern(pattern).visitMatches(in: Array(text.utf8), steps: &steps) { places in
      found.append(places[0].map { "\($0)" } ?? "none")
      return true
    }
    #expect(found == expected)
  }

  @Test("Groups have their names and numbers, and nil without a match")
  func groups() throws {
    let pattern = try Pattern("(?<b>x)|(?<a>y)(z)?")
    #expect(pattern.groupNames.map(\.name) == ["b", "a"])
    #expect(pattern.groupNames.map(\.number) == [1, 2])
    var steps = Pattern.Limits.steps
    var groups: [Range<Int>?] = []
    try pattern.visitMatches(in: Array("y".utf8), steps: &steps) { places in
      groups = places
      return false
    }
    #expect(groups == [0..<1, nil, 0..<1, nil])
  }

  @Test("All matches of a text share the steps")
  func steps() throws {
    let text = Array((String(repeating: "a", count: 20) + "!").utf8)
    var steps = 1_000
    #expect(throws: PatternLimit.steps) {
      try Pattern("(a+)+$").visitMatches(in: text, steps: &steps) { _ in true }
    }
    #expect(steps == 0)
  }
}
