import APICallText
import Testing

@Suite("Rows of cells")
struct TextColumnsTests {
  @Test("A cell cannot begin a line or steer a terminal, and columns fit what is shown")
  func escapes() {
    let lines = TextColumns.lines([["a\nforged", "1"], ["b\u{1b}[2J", "2"], ["c", "3\r"]])
    #expect(lines == ["a\\x0aforged  1", "b\\x1b[2J     2", "c            3\\x0d"])
  }
}
