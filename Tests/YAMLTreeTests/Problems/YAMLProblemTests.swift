import Testing
import YAMLTree

/// A text with one problem, its location, and its message.
struct ProblemCase: Sendable, CustomTestStringConvertible {
  var name: String
  var text: String
  var message: String
  var hint: String?
  var note: String?

  var testDescription: String { name }

  /// Expects this problem as the last of a reading, and no other.
  func check(limits: YAMLLimits = .standard) throws {
    let marked = MarkedText(text)
    let problems = YAMLReader(limits: limits).read(marked.source).problems
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem.message == message)
    #expect(problem.hint == hint)
    marked.expect(problem.mark)
    #expect(problem.related?.start == marked.related)
    #expect(problem.relatedNote == note)
  }
}

@Suite("Problems of files that are YAML but not specs")
struct YAMLProblemTests {
  static let cases = [
    ProblemCase(
      name: "a repeated key", text: "📌host: a\nb: 1\n📍host📍: c\n",
      message: "duplicate key 'host'", hint: "it is already on line 1: remove one of the two",
      note: "first written here"),
    ProblemCase(
      name: "a key repeated by another spelling", text: "{📌a: 1, 📍\"a\"📍: 2}",
      message: "duplicate key 'a'", hint: "it is already on line 1: remove one of the two",
      note: "first written here"),
    ProblemCase(
      name: "a repeated key in a large map",
      text: "📌k0: 0\n" + (1..<40).map { "k\($0): 0\n" }.joined() + "📍k0📍: 1\n",
      message: "duplicate key 'k0'", hint: "it is already on line 1: remove one of the two",
      note: "first written here"),
    ProblemCase(
      name: "a repeated key that is hard to show",
      text: "{📌\"\\e[1m\\n\": 1, 📍\"\\e[1m\\n\"📍: 2}",
      message: "duplicate key 'U+001B[1mU+000A'",
      hint: "it is already on line 1: remove one of the two",
      note: "first written here"),
    ProblemCase(
      name: "an entry without a key", text: "a: 1\n?📍📍\n: x\n",
      message: "a key is missing before ':'", hint: "write the key, or \"\" for an empty one"),
    ProblemCase(
      name: "a list as a key", text: "📍[a, b]📍: c\n",
      message: "a list cannot be a key", hint: "put the key in quotes if it is text"),
    ProblemCase(
      name: "a template's braces as a key", text: "a: {📍{b}📍: c}\n",
      message: "a map cannot be a key", hint: "put the key in quotes if it is text"),
    ProblemCase(
      name: "a merge key", text: "a: &a {b: 1}\nc:\n  📍<<📍: *a\n",
      message: "merge keys ('<<') are not supported",
      hint: "write its keys out, or put '<<' in quotes if it is text"),
    ProblemCase(
      name: "a local tag", text: "a: 📍!foo📍 bar\n", message: "unknown tag '!foo'",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    ProblemCase(
      name: "a tag of YAML's own, after an anchor", text: "é: é\na: &x  📍!!str📍 1\n",
      message: "unknown tag '!!str'",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    ProblemCase(
      name: "a tag on a list", text: "\u{FEFF}a: 📍!t📍 [1]\n", message: "unknown tag '!t'",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    ProblemCase(
      name: "a tag on a map", text: "a: &m\n  📍!t📍\n  b: 1\n", message: "unknown tag '!t'",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    ProblemCase(
      name: "a tag after a rare line break", text: "a: &m\r\n  é: &x\u{85}   📍!t📍 1\n",
      message: "unknown tag '!t'",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    ProblemCase(
      name: "a whole tag", text: "[📍!<tag:a,b>📍 1]\n", message: "unknown tag '!<tag:a,b>'",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    ProblemCase(
      name: "the tag without a name", text: "[a, 📍!📍 12]\n", message: "unknown tag '!'",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    ProblemCase(
      name: "a second document", text: "---\na: 1\n📍---📍\nb: 2\n",
      message: "a second document begins here", hint: "put each document into its own file"),
    ProblemCase(
      name: "an alias of nothing", text: "accept: 📍*all📍\n", message: "unknown alias '*all'",
      hint: "write '&all' before the value it stands for, or put the value in quotes "
        + "if it begins with '*'"),
    ProblemCase(
      name: "an alias of nothing as a key", text: "📍*all📍 : 1\n", message: "unknown alias '*all'",
      hint: "write '&all' before the value it stands for, or put the value in quotes "
        + "if it begins with '*'"),
    ProblemCase(
      name: "an alias inside its own value", text: "a: 📌&x\n  - b\n  - 📍*x📍\n",
      message: "the alias '*x' is inside its own value",
      hint: "move the alias out of the value that begins at its anchor",
      note: "the value begins here"),
  ]

  @Test("Each problem has its location and a hint", arguments: cases)
  func problem(_ example: ProblemCase) throws {
    try example.check()
  }

  @Test("All problems of a file come in the order of reading")
  func order() {
    let problems = YAMLReader().read("a: !x 1\na: *b\n<<: 2\nc: [").problems
    #expect(
      problems.map(\.message) == [
        "unknown tag '!x'", "duplicate key 'a'", "unknown alias '*b'",
        "merge keys ('<<') are not supported", "a list or map is not closed",
      ])
  }

  @Test("Long names are cut")
  func longNames() {
    let key = String(repeating: "k", count: 70)
    let problem = YAMLReader().read("\(key): 1\n\(key): 2").problems.first
    #expect(problem?.message == "duplicate key '\(String(repeating: "k", count: 60))…'")
  }
}
