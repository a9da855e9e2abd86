import Testing
import YAMLTree

@Suite("Locations of nodes and keys")
struct NodeMarkTests {
  @Test(
    "The value of a key has its location",
    arguments: [
      "a: 📍plain📍 # comment\n",
      "a:   📍two words📍\nb: 1",
      "a: 📍\"é𝄞\\n\"📍",
      "é𝄞: 1\na: 📍'x'📍\n",
      "a: 📍first\n  second📍\nb: 1\n",
      "a:📍📍\nb: 1\n",
      "b: 1\na:📍📍",
      "a: 📍[1, [2, 3],\n  4]📍 # comment\nb: 1\n",
      "a: 📍{b: 1, c: {}}📍\n",
      "a: 📍[]📍\n",
      "a:\n  📍b: 1\n  c:\n    - d\n    - {e: f}📍\n\n# comment\ng: 1\n",
      "a:\n📍- 1\n- 2📍\nb: 1\n",
      "a:\n  📍- b: c📍\n\n\n",
      "x: &x 1\na:\n  📍b: *x📍\n\nc: 1\n",
      "a: 📍&x 1📍\n",
      "a: 📍|\n  text\n  text\n📍b: 1\n",
      "\u{FEFF}{a: 📍1📍}",
      "b: 1\r\na: 📍1📍\r\n",
    ])
  func values(_ marked: String) {
    let text = MarkedText(marked)
    let reading = YAMLReader().read(text.source)
    #expect(reading.problems.isEmpty)
    text.expect(reading.root?["a"]?.mark)
  }

  @Test(
    "A key has its location",
    arguments: [
      "# comment\n\n📍key📍: 1", "{ 📍\"a b\"📍 : 1}", "? 📍key📍\n: 1", "---\n📍é📍: 1",
      "📍&a key📍: 1",
    ])
  func keys(_ marked: String) {
    let text = MarkedText(marked)
    text.expect(YAMLReader().read(text.source).root?.entries?.first?.keyMark)
  }

  @Test("An alias has the location of its anchor's value, and as a key its own")
  func aliases() {
    let text = MarkedText("b: 📍&x 1📍\nc: *x\n*x : 2\n")
    let root = YAMLReader().read(text.source).root
    text.expect(root?["c"]?.mark)
    #expect(root?.entries?.last?.key == "1")
    #expect(root?.entries?.last?.keyMark.start == Mark.Position(line: 3, column: 1))
    #expect(root?.entries?.last?.keyMark.end == Mark.Position(line: 3, column: 3))
  }
}
