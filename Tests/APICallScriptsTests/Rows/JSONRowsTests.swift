import SeededNumbers
import Testing

@testable import APICallScripts

@Suite("JSON rows")
struct JSONRowsTests {
  @Test(
    "The rows of JSON lines are the lines that are not empty",
    arguments: [
      ("1\n2\n", ["1: 1", "2: 2"]), ("1", ["1: 1"]), ("", []), ("\n \t\r\n\n3\r\n", ["4: 3\r"]),
      ("{\"a\": 1}\nnot JSON\n", ["1: {\"a\": 1}", "2: not JSON"]),
    ])
  func lines(_ text: String, _ rows: [String]) {
    for cut in [1, 2, 1000] {
      #expect(FoundRows.rows(of: Array(text.utf8), by: LineRows()) { cut } == rows)
    }
  }

  @Test("A line has at most 1 MiB")
  func longLine() {
    let text = "1\n" + String(repeating: "2", count: RowFault.longest + 1)
    #expect(
      FoundRows.rows(of: Array(text.utf8), by: LineRows()) { 60_000 }
        == ["1: 1", "2:1: error: the line is longer than 1048576 bytes"])
  }

  @Test(
    "The rows of a list are its elements, without white space",
    arguments: [
      ("[]", []),
      (" \n[ 1 , {\"a\" : [ 2, 3 ]}, \"x\\n\" ] \n", ["1", #"{"a":[2,3]}"#, #""x\n""#]),
      ("[[1], []]", ["[1]", "[]"]),
      ("{\"a\": 1}", ["1:1: error: it is not a list"]),
      ("\n\n5", ["3:1: error: it is not a list"]),
      (
        "[1, 2\n, }",
        [
          "1", "2",
          "2:3: error: it is not JSON: unexpected `}` where a value after `,` was expected",
        ]
      ),
    ])
  func elements(_ text: String, _ rows: [String]) {
    for cut in [1, 2, 1000] {
      #expect(FoundRows.rows(of: Array(text.utf8), by: ElementRows()) { cut } == rows)
    }
  }

  @Test("A list that ends too early, is empty, or has text after it is an error")
  func incomplete() {
    for text in ["", " \n", "[", "[1", "[1,", "[1] 2", "[1]]"] {
      let found = FoundRows.rows(of: Array(text.utf8), by: ElementRows())
      #expect(found.last?.contains("error: it is not JSON: ") == true, "'\(text)': \(found)")
    }
  }

  @Test("An element has at most 1 MiB")
  func longElement() {
    let text = "[1,\n\"" + String(repeating: "2", count: RowFault.longest - 1) + "\"]"
    let found = FoundRows.rows(of: Array(text.utf8), by: ElementRows()) { 60_000 }
    #expect(found.first == "1")
    #expect(found.last?.hasSuffix("error: an element is longer than 1048576 bytes") == true)
  }

  @Test("The elements are the same however a list is cut")
  func cuts() {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    let pieces = ["1", "[", "]", "{\"a\":", "}", ",", "\"x\"", " ", "\n", "null", "[2, 3]", ", "]
    for _ in 0..<3000 {
      let text = Array(("[" + numbers.text(of: pieces, below: 12) + "]").utf8)
      let whole = FoundRows.rows(of: text, by: ElementRows()) { 1000 }
      let cut = FoundRows.rows(of: text, by: ElementRows()) { 1 + numbers.below(4) }
      #expect(cut == whole, "\(String(decoding: text, as: UTF8.self))")
    }
  }
}
