import Testing
import YAMLTree

@Suite("Limits")
struct YAMLLimitsTests {
  static let bomb =
    "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    + (1...9).map { level in
      let aliases = Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ")
      return "a\(level): &a\(level) [\(aliases)]\n"
    }.joined()

  @Test("Nine levels of aliases are refused before they expand")
  func bomb() throws {
    let reading = YAMLReader().read(Self.bomb)
    let problem = try #require(reading.problems.first)
    #expect(reading.root == nil)
    #expect(reading.problems.count == 1)
    #expect(problem.message == "there are more than 100000 keys and values")
    #expect(
      problem.hint == "every alias counts as a copy of its anchor's value: use fewer of them")
    #expect(problem.mark.start.line == 6)
  }

  @Test("Without a node limit, the sizes of an alias bomb do not overflow")
  func unlimitedBomb() {
    let lines = (1...60).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]\n" }
    var limits = YAMLLimits(depth: 256, nodes: .max)
    limits.aliasBytes = .max
    let reading = YAMLReader(limits: limits).read("a0: &a0 x\n" + lines.joined())
    #expect(
      reading.problems.first?.kind == .tooManyNodes(limit: .max, byAlias: true))
  }

  @Test("Aliases cannot repeat a long text without limit")
  func longAliases() throws {
    let text = "- &a \(String(repeating: "x", count: 1 << 19))\n"
    #expect(YAMLReader().read(text + String(repeating: "- *a\n", count: 8)).problems.isEmpty)
    let reading = YAMLReader().read(text + String(repeating: "- [*a]\n", count: 9))
    let problem = try #require(reading.problems.first)
    #expect(problem.message == "aliases repeat more than 4194304 bytes of text")
    #expect(problem.hint == "keep large texts in separate files, or repeat them less")
    #expect(problem.mark.start.line == 10)
  }

  @Test("The number of keys and values is limited", arguments: [(7, true), (6, false)])
  func nodes(_ limit: Int, _ fits: Bool) {
    // The map, its key, the list, two items, the second key and the alias.
    let reading = YAMLReader(limits: YAMLLimits(nodes: limit)).read("{a: [&b 1, 2], c: *b}")
    #expect((reading.root != nil) == fits)
    #expect(reading.problems.count == (fits ? 0 : 1))
  }

  @Test("The number of items is limited")
  func items() throws {
    let example = ProblemCase(
      name: "", text: "[1, 2, 📍3📍, 4]", message: "there are more than 3 keys and values",
      hint: "split the file")
    try example.check(limits: YAMLLimits(nodes: 3))
  }

  @Test("64 levels are read, and 65 are not", arguments: [("[", "]"), ("{a: ", "}"), ("- ", "")])
  func depth(_ opening: String, _ closing: String) {
    for (levels, fits) in [(64, true), (65, false)] {
      let text = Self.nested(opening, closing, levels)
      let reading = YAMLReader().read(text)
      #expect((reading.root != nil) == fits)
    }
  }

  private static func nested(_ opening: String, _ closing: String, _ levels: Int) -> String {
    String(repeating: opening, count: levels) + "x" + String(repeating: closing, count: levels)
  }

  @Test("10 000 levels are refused", arguments: ["[", "{a: ", "- ", "[\n", "? "])
  func hostileDepth(_ opening: String) throws {
    let reading = YAMLReader().read(String(repeating: opening, count: 10_000))
    let problem = try #require(reading.problems.first)
    #expect(reading.root == nil)
    #expect(reading.problems.count == 1)
    #expect(problem.message == "lists and maps are nested more than 64 levels deep")
    #expect(problem.hint == "use fewer levels, or put the inner ones into a separate file")
  }

  @Test("The limit on levels cannot exceed 256")
  func depthOfLimits() {
    let text = Self.nested("[", "]", 257)
    let reading = YAMLReader(limits: YAMLLimits(depth: .max)).read(text)
    #expect(reading.problems.first?.kind == .tooDeep(limit: 256))
  }

  @Test("Levels count through aliases")
  func depthThroughAliases() throws {
    let example = ProblemCase(
      name: "", text: "[&a [[x]], [*a], [[📍*a📍]]]",
      message: "lists and maps are nested more than 4 levels deep",
      hint: "use fewer levels, or put the inner ones into a separate file")
    try example.check(limits: YAMLLimits(depth: 4))
  }

  @Test("1 MiB is read, and one more byte is not")
  func bytes() throws {
    let line = "# " + String(repeating: "x", count: 1021) + "\n"
    let text = String(repeating: line, count: 1024)
    #expect(YAMLReader().read(text).problems.isEmpty)
    let problem = try #require(YAMLReader().read(text + "\n").problems.first)
    #expect(problem.message == "the file has 1048577 bytes; the limit is 1048576")
    #expect(problem.hint == "keep large bodies in separate files")
    #expect(problem.mark.start == Mark.Position(line: 1, column: 1))
  }

  @Test("Directives that libyaml would compare for seconds are limited")
  func tagDirectives() throws {
    for (count, fits) in [(100, true), (101, false)] {
      let lines = (0..<count).map { "%TAG !t\($0)! tag:\n" }
      let problem = YAMLReader().read(lines.joined() + "---\na: 1\n").problems.first
      #expect((problem == nil) == fits)
      guard !fits else { continue }
      #expect(problem?.message == "the file has more than 100 %TAG lines")
      #expect(problem?.hint == "remove the %TAG lines: tags are not supported")
    }
  }

  @Test("Problems beyond the hundredth are left out")
  func problems() {
    let reading = YAMLReader().read(String(repeating: "a: 1\n", count: 500))
    #expect(reading.problems.count == 100)
    #expect(reading.root?.entries?.count == 1)
  }
}
