import Testing

@testable import YAMLTree

@Suite("The canonical form of a file")
struct YAMLFileFormatterTests {
  private static let formatter = YAMLFileFormatter(
    order: .fields([
      ("a", .asWritten), ("b", .each(.fields([("x", .asWritten), ("y", .asWritten)]))),
      ("c", .asWritten),
    ]), tags: ["!raw", "!unset"])

  struct Case: CustomTestStringConvertible {
    var name: String
    var before: String
    var after: String

    init(_ name: String, _ before: String, _ after: String) {
      self.name = name
      self.before = before
      self.after = after
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("keys go where the table has them", "c: 1\na: 2\n", "a: 2\nc: 1\n"),
    Case(
      "keys of a payload stay where they are", "a: {z: 1, b: 2}\n", "a: {z: 1, b: 2}\n"),
    Case(
      "keys of a table below names of the author's",
      "b: {two: {y: 1, x: 2}, one: {}}\n", "b: {two: {x: 2, y: 1}, one: {}}\n"),
    Case("lists are deeper than their key", "a:\n- 1\n-   2\n", "a:\n  - 1\n  - 2\n"),
    Case(
      "what stands in brackets on one line stays there", "a: [ 1,[2,x] , { k: v}, []]\n",
      "a: [1, [2, x], {k: v}, []]\n"),
    Case(
      "what stands in brackets on several lines gets lines of its own",
      "a: [1,\n[2, x], {k: v}, []]\n",
      "a:\n  - 1\n  - [2, x]\n  - {k: v}\n  - []\n"),
    Case(
      "so does what is too long for a line", "a: [\(String(repeating: "x", count: 95)), y]\n",
      "a:\n  - \(String(repeating: "x", count: 95))\n  - y\n"),
    Case(
      "quotes go where nothing needs them",
      "a: [\"x\", 'it''s', 'a: b', \"1\", \"\", 'null', \"*\"]\n",
      "a: [x, it's, 'a: b', \"1\", \"\", 'null', \"*\"]\n"),
    Case(
      "quotes stay where older readers of YAML see no text",
      "a: ['yes', \"2013-10-04\", '12:30', \"1_000\", 'on']\n",
      "a: ['yes', \"2013-10-04\", '12:30', \"1_000\", 'on']\n"),
    Case(
      "numbers keep their digits", "a: [1.10, 1E400, 0x1f, -0]\n",
      "a: [1.10, 1E400, 0x1f, -0]\n"),
    Case(
      "a block keeps its lines", "a:   |\n      x\n\n        y\nc: >-\n x\n y\n",
      "a: |\n  x\n\n    y\nc: >-\n  x\n  y\n"),
    Case(
      "a block says how deep it is, if it has to", "a: |4-\n      x\n     y\n",
      "a: |2-\n    x\n   y\n"),
    Case("a block at the end of a file without a line break", "a: |\n  x", "a: |-\n  x\n"),
    Case("text over several lines keeps them", "a: one\n      two\n", "a: one\n  two\n"),
    Case(
      "what stands below the anchor of the file stays there", "&a \n# c\n\nb: 1\n",
      "&a\n# c\n\nb: 1\n"),
    Case("a comment in an empty map stands below it", "{ # c\n}\n", "{}\n# c\n"),
    Case(
      "the first lines stay first", "#!/usr/bin/env -S apicall run\nc: 1\na: 2\n",
      "#!/usr/bin/env -S apicall run\na: 2\nc: 1\n"),
    Case(
      "so does what an editor reads, and what an empty line parts from the fields",
      "# yaml-language-server: $schema=s.json\n# c\nc: 1\na: 2\n",
      "# yaml-language-server: $schema=s.json\na: 2\n# c\nc: 1\n"),
    Case(
      "a licence stays at the top", "# free\n\n# c\nc: 1\na: 2\n", "# free\n\na: 2\n# c\nc: 1\n"),
    Case(
      "a comment moves with what is below it", "# c\nc: 1\n# a\na: 2\n", "# a\na: 2\n# c\nc: 1\n"),
    Case("a comment stays after its value", "c: 1 # c\na: 2    #  a\n", "a: 2  #  a\nc: 1  # c\n"),
    Case("a comment stays after its key", "a: # c\n  k: 1\n", "a:  # c\n  k: 1\n"),
    Case(
      "a comment that is indented stays in its block", "c:\n  k: 1\n  # k: 2\na: 2\n",
      "a: 2\nc:\n  k: 1\n  # k: 2\n"),
    Case("a comment at the end stays there", "c: 1\na: 2\n# end\n", "a: 2\nc: 1\n# end\n"),
    Case(
      "comments in brackets", "a: [ # one\n  1, # two\n  # three\n  2\n  # four\n]\n",
      "a:  # one\n  - 1  # two\n  # three\n  - 2\n  # four\n"),
    Case("a comment after a bracket", "a: {k: 1} # c\n", "a: {k: 1}  # c\n"),
    Case("a comment in empty brackets", "a: {\n  # none yet\n}\n", "# none yet\na: {}\n"),
    Case("a comment after the header of a block", "a: | # c\n  x\n", "a: |  # c\n  x\n"),
    Case("a comment without a space keeps its quotes", "a: 'x' #c\n", "a: 'x'  #c\n"),
    Case("one empty line is kept of several", "a: 1\n\n\nc: 1\n", "a: 1\n\nc: 1\n"),
    Case(
      "tags, anchors and aliases stay", "a: &n !raw {k: [1]}\nc: *n\n",
      "a: &n !raw {k: [1]}\nc: *n\n"),
    Case("line breaks of other systems", "a: 1\r\nc: [2]\r\n", "a: 1\nc: [2]\n"),
    Case("the mark of a document goes", "---\na: 1\n...\n", "a: 1\n"),
    Case(
      "keys in quotes", "\"a\": {'x y': 1, \"yes\": 2, 'k: v': 3}\n",
      "a: {x y: 1, \"yes\": 2, 'k: v': 3}\n"),
    Case("keys with a question mark", "? a\n: 1\n? \"x\n  y\"\n: 2\n", "a: 1\nx y: 2\n"),
  ]

  @Test("A file is formatted", arguments: cases)
  func formats(_ example: Case) throws {
    let text = try Self.formatter.format(Source(name: "a.yaml", text: example.before))
    #expect(text == example.after)
    #expect(try Self.formatter.format(Source(name: "a.yaml", text: text)) == text)
  }

  @Test(
    "A file that cannot be formatted stays unchanged, with the reason and its location",
    arguments: [
      ("a: {k: 1, # one\n} # two\n# x\nc: [1 # a\n , # b\n 2]\n", "5:4", "comment"),
      ("a: # one\n  k # two\n", "2:5", "comment"),
      ("a: { # one\n  k: 1\n} # two\n", "3:3", "comment"),
      ("%YAML 1.2\n---\na: 1\n", "1:1", "directive"),
      ("c: &n 1\na: *n\n", "2:4", "alias"),
      ("- a\n", "1:1", "map"),
      ("a: [\n", "1:5", "read"),
    ])
  func refuses(text: String, place: String, word: String) throws {
    do {
      let formatted = try Self.formatter.format(Source(name: "a.yaml", text: text))
      Issue.record("became \(formatted)")
    } catch {
      #expect("\(error.mark)" == "a.yaml:\(place)")
      #expect(error.message.contains(word), "\(error.message)")
    }
  }
}
