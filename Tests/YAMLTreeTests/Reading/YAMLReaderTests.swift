import Testing
import YAMLTree

@Suite("Reading YAML into a tree")
struct YAMLReaderTests {
  @Test("All kinds of values are read, in the order of the file")
  func shapes() throws {
    let reading = YAMLReader().read(
      """
      # comment
      b: text
      a: [1, 'x', "y\\t"]
      1: {true: ~}
      lines: |
        one
        two
      folded: >-
        one
        two
      list:
      - nested:
        - deep
      last:
      """)
    #expect(reading.problems.isEmpty)
    let root = try #require(reading.root)
    #expect(
      Tree(root)
        == .map([
          Tree.Field("b", .plain("text")),
          Tree.Field("a", .list([.plain("1"), .quoted("x"), .quoted("y\t")])),
          Tree.Field("1", .map([Tree.Field("true", .plain("~"))])),
          Tree.Field("lines", .quoted("one\ntwo\n")),
          Tree.Field("folded", .quoted("one two")),
          Tree.Field("list", .list([.map([Tree.Field("nested", .list([.plain("deep")]))])])),
          Tree.Field("last", .plain("")),
        ]))
  }

  @Test(
    "A file of comments only has no tree and no problem", arguments: ["", "\n\n", "# comment", " "])
  func nothing(_ text: String) {
    let reading = YAMLReader().read(text)
    #expect(reading.root == nil)
    #expect(reading.problems.isEmpty)
  }

  @Test(
    "A document is read with any framing",
    arguments: [
      "a: 1", "--- {a: 1}", "---\na: 1\n...\n", "%YAML 1.2\n---\na: 1", "%YAML 1.1\n---\na: 1",
      "\u{FEFF}a: 1", "#!/usr/bin/env -S apicall run\na: 1\n", "a: 1\r\n", "{\"a\":1}",
    ])
  func framing(_ text: String) throws {
    let reading = YAMLReader().read(text)
    #expect(reading.problems.isEmpty)
    #expect(try Tree(#require(reading.root)) == .map([Tree.Field("a", .plain("1"))]))
  }

  @Test("An empty document is an empty value")
  func emptyDocument() {
    #expect(YAMLReader().read("---\n").root?.isNull == true)
  }

  @Test("An alias is its anchor's value, and the latest anchor of a name counts")
  func aliases() throws {
    let root = try #require(
      YAMLReader().read("[&a [1, 2], *a, &a x, *a, {*a : y}, &b [&b z], *b]").root)
    let list = Tree.list([.plain("1"), .plain("2")])
    let map = Tree.map([Tree.Field("x", .plain("y"))])
    let inner = Tree.list([.plain("z")])
    #expect(
      Tree(root) == .list([list, list, .plain("x"), .plain("x"), map, inner, .plain("z")]))
  }

  @Test("A quoted '<<' is a key like any other")
  func quotedMergeKey() {
    let reading = YAMLReader().read("'<<': 1\n\"\": 2")
    #expect(reading.problems.isEmpty)
    #expect(reading.root?.entries?.map(\.key) == ["<<", ""])
  }

  @Test("Keys that differ in their bytes are different keys")
  func canonicallyEquivalentKeys() {
    let reading = YAMLReader().read("\u{E9}: 1\ne\u{301}: 2")
    #expect(reading.problems.isEmpty)
    #expect(reading.root?.entries?.count == 2)
  }

  @Test("A tree comes with the problems that can be recovered from")
  func recovery() throws {
    let reading = YAMLReader().read("a: !x 1\na: 2\n[b]: 3\n<<: 4\nc: [*d, e]\n? \n: 5\n")
    #expect(reading.problems.count == 6)
    #expect(
      try Tree(#require(reading.root))
        == .map([
          Tree.Field("a", .plain("1")), Tree.Field("c", .list([.plain(""), .plain("e")])),
        ]))
  }

  @Test("Accessors return the value of a node, or nil for another kind")
  func accessors() throws {
    let root = try #require(YAMLReader().read("{a: x, b: [1, 2.5, true, ~, 'true']}").root)
    #expect(root["a"]?.scalar?.text == "x")
    #expect(root["b"]?.items?.count == 5)
    #expect(root["c"] == nil)
    #expect(root.scalar == nil)
    #expect(root.items == nil)
    #expect(root["a"]?.entries == nil)
    #expect(root["a"]?["x"] == nil)
    #expect(
      root["b"]?.items?.map(\.typeName) == [
        "a number", "a number", "true or false", "nothing", "text",
      ])
    #expect([root.typeName, root["b"]?.typeName] == ["a map", "a list"])
  }
}
