import Testing
import YAMLTree

@Suite("Lines of a source")
struct SourceTests {
  @Test(
    "Every line break of YAML ends a line",
    arguments: ["\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\u{2029}"])
  func lineBreaks(_ newline: String) {
    let source = Source(name: "a.yaml", text: "a\(newline)bé\(newline)\(newline)c")
    #expect((0...5).map { source.line($0) } == [nil, "a", "bé", "", "c", nil])
  }

  @Test("A final line break does not begin a line")
  func finalLineBreak() {
    let source = Source(name: "a.yaml", text: "a\n")
    #expect([source.line(1), source.line(2)] == ["a", nil])
  }

  @Test("An empty text has one empty line")
  func empty() {
    let source = Source(name: "a.yaml", text: "")
    #expect([source.line(1), source.line(2)] == ["", nil])
  }

  @Test("A byte order mark is not part of the first line")
  func byteOrderMark() {
    #expect(Source(name: "a.yaml", text: "\u{FEFF}a: 1\n").line(1) == "a: 1")
  }

  @Test("Bytes that are not UTF-8 are replaced")
  func invalid() {
    #expect(Source(name: "a.yaml", bytes: [0x61, 0xFF, 0x62]).line(1) == "a\u{FFFD}b")
  }

  @Test("A mark prints in the form that editors expect")
  func description() {
    let source = Source(name: "a.yaml", text: "")
    let mark = Mark(source: source, start: Mark.Position(line: 3, column: 7))
    #expect("\(mark)" == "a.yaml:3:7")
  }
}
