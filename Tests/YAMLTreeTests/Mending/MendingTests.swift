import Testing
import YAMLTree

@Suite("Lines that YAML cannot read are mended")
struct MendingTests {
  static let quotes = [
    ProblemCase(
      name: "a star", text: "Accept: 📍*/*📍\nb: 1\n",
      message: "text that begins with '*' needs quotes",
      hint: "write it as: Accept: \"*/*\""),
    ProblemCase(
      name: "a star in an item of a block", text: "a:\n  - x\n  - 📍*/*📍 # all\n",
      message: "text that begins with '*' needs quotes", hint: "write it as: - \"*/*\""),
    ProblemCase(
      name: "an ampersand", text: "a: 📍& b📍\n",
      message: "text that begins with '&' needs quotes", hint: "write it as: a: \"& b\""),
    ProblemCase(
      name: "an at sign behind letters that are not ASCII", text: "é: {ü: 📍@x📍}\nb: 1\n",
      message: "text that begins with '@' needs quotes",
      hint: "write it as: é: {ü: \"@x\"}"),
    ProblemCase(
      name: "a bracket that closes nothing", text: "a: 📍]📍\n",
      message: "text that begins with ']' needs quotes", hint: "write it as: a: \"]\""),
    ProblemCase(
      name: "an apostrophe in single quotes", text: "a: 📍'it's'📍\n",
      message: "text goes on behind its closing quote", hint: "write it as: a: \"it's\""),
    ProblemCase(
      name: "a quote and a backslash in the text", text: "a: {b: 📍^\\d{2}'\"$📍}\n",
      message: "text that holds '{' needs quotes inside { }",
      hint: "write it as: a: {b: '^\\d{2}''\"$'}"),
    ProblemCase(
      name: "braces of many lines", text: "a: {\n  b: 1,\n  c: 📍/x/{id}📍, d: 2\n}\n",
      message: "text that holds '{' needs quotes inside { }",
      hint: "write it as: c: \"/x/{id}\", d: 2"),
    ProblemCase(
      name: "a key in quotes", text: "\"a: b\": 📍%c📍\n",
      message: "text that begins with '%' needs quotes",
      hint: "write it as: \"a: b\": \"%c\""),
    ProblemCase(
      name: "an unknown escape", text: "a: \"📍\\d📍\"\n",
      message: "'\\d' is no escape in double quotes", hint: "write it as: a: '\\d'"),
    ProblemCase(
      name: "an escape without its digits", text: "a: \"C:📍\\u📍sers\\new\"\n",
      message: "'\\u' is no escape in double quotes", hint: "write it as: a: 'C:\\users\\new'"),
    ProblemCase(
      name: "a line too long to show",
      text: "a: {b: 📍*x.y📍, c: \(String(repeating: "long ", count: 20))}\n",
      message: "text that begins with '*' needs quotes", hint: "write it as: \"*x.y\""),
  ]

  static let ends = [
    ProblemCase(
      name: "a list without its end, and empty lines", text: "a: [1, 2📍 # b\n\n",
      message: "the list is not closed", hint: "write it as: a: [1, 2]"),
    ProblemCase(
      name: "a list that runs into the next key", text: "a: [1, 2📍\nb: 3\n",
      message: "the list is not closed", hint: "write it as: a: [1, 2]"),
    ProblemCase(
      name: "a list in a map without their ends", text: "a: {b: [1, 2📍\n",
      message: "the list is not closed", hint: "write it as: a: {b: [1, 2]}"),
    ProblemCase(
      name: "a quote without its end", text: "a: \"b📍\nc: d\n",
      message: "the quote is not closed", hint: "write it as: a: \"b\""),
    ProblemCase(
      name: "a key out of line", text: "a:\n    b: 1\n  📍c📍: 2\n",
      message: "the line begins in another column than the one above it",
      hint: "begin it in column 5"),
    ProblemCase(
      name: "a key out of line in an item", text: "- a: 1\n   📍b📍: 2\n",
      message: "the line begins in another column than the one above it",
      hint: "begin it in column 3"),
    ProblemCase(
      name: "an item that became text",
      text: "- a\n - 📌b\n".replacing("📌", with: "")
        .replacing(" - b", with: " 📍-📍 b"),
      message: "the line begins in another column than the one above it",
      hint: "begin it in column 1"),
  ]

  @Test("each is told with its place and the mended line", arguments: quotes + ends)
  func mended(_ example: ProblemCase) throws {
    try example.check()
  }

  @Test("what follows is read with its places as they are in the file")
  func goesOn() throws {
    let text = MarkedText("a: {b: @x, c: 📍*📍/, d: e}\nf: !t g\n")
    let reading = YAMLReader().read(text.source)
    #expect(
      reading.problems.map(\.message) == [
        "text that begins with '@' needs quotes", "text that begins with '*' needs quotes",
        "unknown tag '!t'",
      ])
    #expect(
      reading.problems.map(\.hint).prefix(2) == [
        "write it as: a: {b: \"@x\", c: \"*/\", d: e}",
        "write it as: a: {b: \"@x\", c: \"*/\", d: e}",
      ])
    #expect(reading.problems.map { "\($0.mark)" } == ["a.yaml:1:8", "a.yaml:1:15", "a.yaml:2:4"])
    let last = try #require(reading.root?["a"]?["d"])
    #expect(last.mark.start == Mark.Position(line: 1, column: 22))
    #expect(last.mark.end == Mark.Position(line: 1, column: 23))
    #expect(last.mark.source === text.source)
    #expect(reading.root?["a"]?["c"]?.mark.start == Mark.Position(line: 1, column: 15))
  }

  @Test("behind a missing bracket nothing is guessed")
  func uncertain() {
    let reading = YAMLReader().read("a: [1\nb: 2\nc: @x\n")
    #expect(reading.root == nil)
    #expect(reading.problems.count == 1)
  }

  @Test(
    "line breaks and a byte order mark change nothing",
    arguments: ["\r\n", "\n", "\r"], ["", "\u{FEFF}"])
  func lineBreaks(_ newline: String, _ mark: String) throws {
    let lines = ["a: 1", "b: @x", "c: {d: 2}", ""]
    let reading = YAMLReader().read(mark + lines.joined(separator: newline))
    let problem = try #require(reading.problems.first)
    #expect(reading.problems.count == 1)
    #expect(problem.hint == "write it as: b: \"@x\"")
    #expect(problem.mark.start == Mark.Position(line: 2, column: 4))
    #expect(reading.root?["c"]?["d"]?.scalar?.text == "2")
  }

  @Test(
    "what is YAML and what was meant stays as it is",
    arguments: [
      "a: [f(1), g(2)]", "a: b # remark", "a: 1 #remark", "a: \"b\" #remark", "a: |\n",
      "a: >2\n   x",
      "a: {b: \"f(1, 2)\"}", "a: x\n  y - z", "{a: , b: c}", "a: {b}", "a: b#c", "a: (1",
      "- (\n- )",
    ])
  func meant(_ text: String) {
    #expect(YAMLReader().read(text).problems.isEmpty)
  }

  @Test("known tags stand on their nodes, with their places")
  func tags() throws {
    let text = MarkedText("a: &x 📍!raw📍 {b: c}\nd: *x\ne: !rw f\n")
    let reading = YAMLReader(tags: ["!raw"]).read(text.source)
    #expect(reading.problems.map(\.message) == ["unknown tag '!rw'"])
    let root = try #require(reading.root)
    text.expect(root["a"]?.tag?.mark)
    #expect(["a", "d", "e"].map { root[$0]?.tag?.text } == ["!raw", "!raw", nil])
    #expect(root["a"]?["b"]?.tag == nil)
  }

  @Test("a file of mistakes is read in bounded time, and no more than 24 are mended")
  func bounded() {
    let text = String(repeating: "- @x\n", count: 1_000)
    let clock = ContinuousClock()
    var problems: [YAMLProblem] = []
    let time = clock.measure { problems = YAMLReader().read(text).problems }
    #expect(time < .seconds(20))
    let mended = problems.filter { $0.hint?.hasPrefix("write it as") == true }
    #expect(mended.count == 24)
    #expect(problems.count == 25)
    let last = problems.max { $0.mark.start < $1.mark.start }
    #expect(last?.hint == "put the value in quotes; the lines that follow were not read")
  }
}
