import Measuring
import Testing
import YAMLTree

@Suite("Corrections of lines that YAML cannot read")
struct LineRepairTests {
  static let quotes = [
    ProblemCase(
      name: "a star", text: "Accept: 📍*/*📍\nb: 1\n",
      message: "text that begins with '*' needs quotes",
      hint: "the following lines were not read; write it as: Accept: \"*/*\""),
    ProblemCase(
      name: "a star in an item of a block", text: "a:\n  - x\n  - 📍*/*📍 # all\n",
      message: "text that begins with '*' needs quotes", hint: "write it as: - \"*/*\""),
    ProblemCase(
      name: "an ampersand", text: "a: 📍& b📍\n",
      message: "text that begins with '&' needs quotes", hint: "write it as: a: \"& b\""),
    ProblemCase(
      name: "an at sign after letters that are not ASCII", text: "é: {ü: 📍@x📍}\nb: 1\n",
      message: "text that begins with '@' needs quotes",
      hint: "the following lines were not read; write it as: é: {ü: \"@x\"}"),
    ProblemCase(
      name: "a bracket that closes nothing", text: "a: 📍]📍\n",
      message: "text that begins with ']' needs quotes", hint: "write it as: a: \"]\""),
    ProblemCase(
      name: "an apostrophe in single quotes", text: "a: 📍'it's'📍\n",
      message: "text continues after its closing quote", hint: "write it as: a: \"it's\""),
    ProblemCase(
      name: "a quote and a backslash in the text", text: "a: {b: 📍^\\d{2}'\"$📍}\n",
      message: "text that contains '{' needs quotes inside { }",
      hint: "write it as: a: {b: '^\\d{2}''\"$'}"),
    ProblemCase(
      name: "braces of many lines", text: "a: {\n  b: 1,\n  c: 📍/x/{id}📍, d: 2\n}\n",
      message: "text that contains '{' needs quotes inside { }",
      hint: "the following lines were not read; write it as: c: \"/x/{id}\", d: 2"),
    ProblemCase(
      name: "a key in quotes", text: "\"a: b\": 📍%c📍\n",
      message: "text that begins with '%' needs quotes",
      hint: "write it as: \"a: b\": \"%c\""),
    ProblemCase(
      name: "two texts in braces", text: "a: {b: 📍@x📍, c: */, d: e}\n",
      message: "text that begins with '@' needs quotes",
      hint: "write it as: a: {b: \"@x\", c: \"*/\", d: e}"),
    ProblemCase(
      name: "a line too long to show",
      text: "a: {b: 📍*x.y📍, c: \(String(repeating: "long ", count: 20))}\n",
      message: "text that begins with '*' needs quotes", hint: "write it as: \"*x.y\""),
  ]

  static let spaces = [
    ProblemCase(
      name: "a colon without a space above a line", text: "a📍:📍b\nc: d\n",
      message: "a space is missing after ':'", hint: "write it as: a: b"),
    ProblemCase(
      name: "a colon without a space in an item", text: "- a: 1\n  b📍:📍2\n- c: 3\n",
      message: "a space is missing after ':'",
      hint: "write it as: b: 2"),
    ProblemCase(
      name: "a colon without a space in braces", text: "a: {b📍:📍1, c: 2}\nd: e\n",
      message: "a space is missing after ':'", hint: "write it as: a: {b: 1, c: 2}"),
  ]

  @Test("Each has its location and the corrected line", arguments: quotes + spaces)
  func told(_ example: ProblemCase) throws {
    try example.check()
  }

  @Test("Earlier problems are reported as well")
  func before() {
    let reading = YAMLReader().read("a: !t b\nc: d #e\nf: @x\ng: @y\n")
    #expect(reading.root == nil)
    #expect(
      reading.problems.map(\.message) == [
        "'#e' is a comment in YAML", "unknown tag '!t'", "text that begins with '@' needs quotes",
      ])
  }

  @Test("After a missing bracket there are no guesses")
  func uncertain() {
    let reading = YAMLReader().read("a: [1\nb: 2\nc: @x\n")
    #expect(reading.root == nil)
    #expect(reading.problems.count == 1)
  }

  @Test(
    "Line breaks and a byte order mark change nothing",
    arguments: ["\r\n", "\n", "\r"], ["", "\u{FEFF}"])
  func lineBreaks(_ newline: String, _ mark: String) throws {
    let lines = ["a: 1", "b: @x", "c: {d: 2}", ""]
    let reading = YAMLReader().read(mark + lines.joined(separator: newline))
    let problem = try #require(reading.problems.first)
    #expect(reading.problems.count == 1)
    #expect(
      problem.hint == "the following lines were not read; write it as: b: \"@x\"")
    #expect(problem.mark.start == Mark.Position(line: 2, column: 4))
  }

  @Test(
    "Valid and intended YAML stays as it is",
    arguments: [
      "a: [f(1), g(2)]", "a: b # remark", "a: 1 #remark", "a: \"b\" #remark", "a: |\n",
      "a: >2\n   x",
      "a: {b: \"f(1, 2)\"}", "a: x\n  y - z", "{a: , b: c}", "a: {b}", "a: b#c", "a: (1",
      "- (\n- )",
    ])
  func meant(_ text: String) {
    #expect(YAMLReader().read(text).problems.isEmpty)
  }

  @Test("Known tags belong to their nodes, with their locations")
  func tags() throws {
    let text = MarkedText("a: &x 📍!raw📍 {b: c}\nd: *x\ne: !rw f\n")
    let reading = YAMLReader(tags: ["!raw"]).read(text.source)
    #expect(reading.problems.map(\.message) == ["unknown tag '!rw'"])
    let root = try #require(reading.root)
    text.expect(root["a"]?.tag?.mark)
    #expect(["a", "d", "e"].map { root[$0]?.tag?.text } == ["!raw", "!raw", nil])
    #expect(root["a"]?["b"]?.tag == nil)
  }

  @Test("A file full of mistakes is read in bounded time")
  func bounded() {
    let texts = [
      String(repeating: "- @x\n", count: 6_000), String(repeating: "a: b #c\n", count: 4_000),
      "a: [" + String(repeating: "[(<a {'", count: 140),
      "a: {b: @x, c: [" + String(repeating: "*a[0], ", count: 140) + "]}",
    ]
    let time = ProcessorTime.measure {
      for text in texts { #expect(!YAMLReader().read(text).problems.isEmpty) }
    }
    #expect(time < .seconds(20))
  }
}
