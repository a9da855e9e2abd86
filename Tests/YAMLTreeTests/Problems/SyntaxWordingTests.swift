import Testing
import YAMLTree

@Suite("Syntax errors in plain words")
struct SyntaxWordingTests {
  static let unclosed = [
    ProblemCase(
      name: "a bracket and nothing after it", text: "a: [📍\n",
      message: "a list or map is not closed", hint: "close it with ']' or '}'"),
    ProblemCase(
      name: "a bracket and a rare line break", text: "a: [📍\u{85}",
      message: "a list or map is not closed", hint: "close it with ']' or '}'"),
    ProblemCase(
      name: "a list without its end, and empty lines", text: "a: 📍[1, 2 # b📌\n\n",
      message: "the list is not closed", hint: "close it with ']'", note: "the text ends here"),
    ProblemCase(
      name: "a list that runs into the next key", text: "a: 📌[1, 2\nb📍: 3\n",
      message: "expected ',' or ']'",
      hint: "close the list with ']', or put an item that contains brackets or ': ' in quotes",
      note: "the list begins here"),
    ProblemCase(
      name: "a quote without its end", text: "a: 📍\"b📌\n",
      message: "the quote is not closed", hint: "write the same quote after the text",
      note: "the text ends here"),
  ]

  static let characters = [
    ProblemCase(
      name: "an unknown escape", text: "a: 📌\"📍\\d\"\n",
      message: "unknown escape in double quotes",
      hint: "for a literal backslash, double it or use single quotes"),
    ProblemCase(
      name: "a tag before a bracket", text: "a: {b: 📌!t📍}\n",
      message: "a tag ends with a space", hint: "put a space after the tag"),
    ProblemCase(
      name: "a comma too many", text: "a: [1, 📍, 2]\n",
      message: "',' cannot start a value here",
      hint: "write a value before it, or put it in quotes if the value begins with it"),
    ProblemCase(
      name: "a tag with an unknown handle", text: "a: 📍!e!x 1\n",
      message: "unknown tag",
      hint: "remove the tag, or put the value in quotes if it begins with '!'"),
    ProblemCase(
      name: "a control character", text: "é: 1\nx: 📍\u{7}\n",
      message: "the control character U+0007 is not allowed",
      hint: "write it as an escape in double quotes"),
    ProblemCase(
      name: "NUL", text: "x: 📍\0\n",
      message: "the control character U+0000 is not allowed",
      hint: "write it as an escape in double quotes"),
  ]

  static let indentation = [
    ProblemCase(
      name: "a key out of line", text: "📌a:\n    b: 1\n  📍c: 2\n",
      message: "expected a key here",
      hint: "begin all keys of a map in the same column, and quote the whole of a value "
        + "that continues after a quote or bracket"),
    ProblemCase(
      name: "an item that became text", text: "- a\n 📍- b\n",
      message: "this item continues the text above it",
      hint: "begin all items of a list in the same column"),
    ProblemCase(
      name: "a tab before a key", text: "a:\n📍\tb: 1\n",
      message: "a tab cannot be used for indentation", hint: "indent with spaces"),
    ProblemCase(
      name: "a tab in a block", text: "a: 📌|\n📍\tx\n",
      message: "a tab cannot be used for indentation", hint: "indent with spaces"),
    ProblemCase(
      name: "a colon without a key", text: "📌a: 1\n📍: 2\n",
      message: "a key is missing before ':'", hint: "write the key, or \"\" for an empty one"),
    ProblemCase(
      name: "a colon without a key in braces", text: "{📍: 2}\n",
      message: "a key is missing before ':'", hint: "write the key, or \"\" for an empty one"),
    ProblemCase(
      name: "a key among items", text: "📌- a\n📍b: 1\n",
      message: "expected '-' here", hint: "begin all items of a list in the same column"),
    ProblemCase(
      name: "a list after its key", text: "a: 📍- b\n",
      message: "a list item cannot begin here", hint: "begin the list on the next line"),
    ProblemCase(
      name: "a line without a colon", text: "a: 1\n📍b\n📌c: 2\n",
      message: "a ':' is missing after the key",
      hint: "write 'key: value', or check the indentation"),
  ]

  static let documents = [
    ProblemCase(
      name: "a second document without dashes", text: "a: 1\n...\n📍b\n",
      message: "a second document begins here",
      hint: "put each document into its own file"),
    ProblemCase(
      name: "another version of YAML", text: "📍%YAML 1.3\n---\na: 1\n",
      message: "the file requires an unknown version of YAML",
      hint: "remove the %YAML line: files are read as YAML 1.2; "
        + "the following lines were not read"),
  ]

  @Test(
    "Each error has its location and a hint",
    arguments: unclosed + characters + indentation + documents)
  func wording(_ example: ProblemCase) throws {
    try example.check()
  }

  @Test("A text that is not YAML has no tree", arguments: ["a: [", "a: 1\n b: 2\n", "a: %\n%"])
  func noTree(_ text: String) {
    #expect(YAMLReader().read(text).root == nil)
  }
}
